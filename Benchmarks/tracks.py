#!/usr/bin/env python3
"""Measure track files: `locate` next to gpsbabel, in one run.

    tracks.py [--locate PATH] [--megabytes N] [--gigabytes N] [--runs N]
              [--only convert,instructions,memory,simplify,replay]

    convert       a long walk as GPX, KML and FIT into GPX: locate convert, and in alternation with it
                  gpsbabel
    instructions  the same with valgrind: the instructions of user code for each point. They are the
                  difference between files of 20,000 and 10,000 points, so the start does not count
    memory        GPX of --megabytes and of --gigabytes into GPX: memory must not grow with the file
    simplify      locate track simplify --tolerance 5m of a GPX of a million points
    replay        a day of GPX (86,400 points) through the service, at once, and in alternation with it
                  the conversion of the same file to the same format, which only reads and writes it

The script makes the GPX: points with an altitude and a time, as phones write them. The KML comes from
locate convert, the FIT from gpsbabel. Both programs write to files. CPU, memory and ratios are as
processes.py --help explains. `floor` is Expat alone, with handlers that do nothing, if a C compiler
and Expat's header are installed.

Measure the installed command: make install PREFIX=/tmp/installed, then
--locate /tmp/installed/bin/gps-locate. Needs Linux, gpsbabel, and valgrind for the instructions.
"""
import argparse
import datetime
import math
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from instructions import count
from processes import alternate, machine, report, run

SECTIONS = ('convert', 'instructions', 'memory', 'simplify', 'replay')

HEAD = ('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="tracks.py" '
        'xmlns="http://www.topografix.com/GPX/1/1">\n<trk>\n<name>walk</name>\n<trkseg>\n')
FOOT = '</trkseg>\n</trk>\n</gpx>\n'

FLOOR = r'''
#include <expat.h>
#include <stdio.h>
static void begin(void *u, const char *name, const char **attributes) {}
static void end(void *u, const char *name) {}
static void text(void *u, const char *text, int count) {}
int main(int count, char **arguments) {
  static char piece[1 << 16];
  XML_Parser parser = XML_ParserCreate(0);
  FILE *file = fopen(arguments[1], "r");
  XML_SetElementHandler(parser, begin, end);
  XML_SetCharacterDataHandler(parser, text);
  int size, good = 1;
  do {
    size = fread(piece, 1, sizeof piece, file);
    good = XML_Parse(parser, piece, size, size == 0);
  } while (size > 0 && good);
  return !good;
}
'''


def points(count):
    """The points of a walk, a second apart."""
    chance = random.Random(1)
    start = datetime.datetime(2025, 6, 1, tzinfo=datetime.timezone.utc)
    latitude, longitude, altitude, course = 48.1, 11.5, 500.0, 0.3
    for number in range(count):
        if number % 20_000 == 0:
            latitude, longitude = 48.1 + chance.random(), 11.5 + chance.random()
        course += chance.gauss(0, 0.05)
        latitude += 1e-5 * math.cos(course)
        longitude += 1.4e-5 * math.sin(course)
        altitude += chance.gauss(0, 0.2)
        time = start + datetime.timedelta(seconds=number)
        yield '<trkpt lat="%.6f" lon="%.6f"><ele>%.1f</ele><time>%s</time></trkpt>\n' % (
            latitude, longitude, altitude, time.strftime('%Y-%m-%dT%H:%M:%SZ'))


def write(path, count=None, size=None):
    """Writes a GPX with a number of points, or of a size, for which the same points may come again."""
    block = ''.join(points(count or min(size // 97, 500_000)))
    with open(path, 'w') as file:
        file.write(HEAD)
        for _ in range(1 if count else max(1, round(size / len(block)))):
            file.write(block)
        file.write(FOOT)
    return path


def floor(folder):
    """A program that parses a file with Expat and does nothing else; None if it cannot be built."""
    source, program = folder / 'floor.c', folder / 'floor'
    source.write_text(FLOOR)
    compiler = shutil.which('cc') or shutil.which('clang')
    if not compiler:
        return None
    built = subprocess.run([compiler, '-O2', '-o', program, source, '-lexpat'], capture_output=True)
    return program if built.returncode == 0 else None


def others(options, folder, gpx):
    """The GPX in all formats that are compared, with gpsbabel's names."""
    kml, fit = gpx.with_suffix('.kml'), gpx.with_suffix('.fit')
    subprocess.run([options.locate, 'convert', gpx, '-o', kml], check=True)
    subprocess.run(['gpsbabel', '-i', 'gpx', '-f', gpx, '-o', 'garmin_fit', '-F', fit], check=True)
    return (gpx, 'gpx'), (kml, 'kml'), (fit, 'garmin_fit')


def commands(options, folder, path, form, expat):
    """The programs that read a file, by name."""
    found = {
        'locate': [options.locate, 'convert', str(path), '-o', str(folder / 'own.gpx')],
        'gpsbabel': ['gpsbabel', '-i', form, '-f', str(path), '-o', 'gpx', '-F', str(folder / 'other.gpx')]}
    if expat and form != 'garmin_fit':
        found['floor'] = [str(expat), str(path)]
    return found


def convert(options, folder, expat):
    gpx = write(folder / 'walk.gpx', size=options.megabytes * 1_000_000)
    for path, form in others(options, folder, gpx):
        entries = [(name, lambda command=command: run(command))
                   for name, command in commands(options, folder, path, form, expat).items()]
        size = path.stat().st_size
        report('%s, %d bytes, to gpx' % (path.name, size), alternate(entries, options.runs), ['locate'], size)


def instructions(options, folder, expat):
    step = 10_000
    print('\ninstructions for each point, to gpx')
    small, large = (others(options, folder, write(folder / ('%d.gpx' % size), count=size))
                    for size in (step, 2 * step))
    for (first, form), (second, _) in zip(small, large):
        costs = {}
        for name, command in commands(options, folder, first, form, expat).items():
            longer = [str(second) if word == str(first) else word for word in command]
            costs[name] = (count(longer, str(folder)) - count(command, str(folder))) / step
        print('  %-10s %s; gpsbabel / locate: x%.2f' % (
            form, ', '.join('%s %.0f' % cost for cost in costs.items()),
            costs['gpsbabel'] / costs['locate']))
    sys.stdout.flush()


def memory(options, folder):
    for megabytes in (options.megabytes, options.gigabytes * 1000):
        path = write(folder / 'large.gpx', size=megabytes * 1_000_000)
        result = run([options.locate, 'convert', str(path), '-o', str(folder / 'own.gpx')])
        report('%s, %d bytes, to gpx' % (path.name, path.stat().st_size),
               {'locate': [result]}, [], path.stat().st_size)
        path.unlink()


def simplify(options, folder, expat):
    path = write(folder / 'million.gpx', count=1_000_000)
    entries = [('locate', lambda: run(
        [options.locate, 'track', 'simplify', '--tolerance', '5m', str(path),
         '-o', str(folder / 'small.gpx')]))]
    if expat:
        entries.append(('floor', lambda: run([str(expat), str(path)])))
    report('simplify a million points', alternate(entries, options.runs), [])


def replay(options, folder):
    path = str(write(folder / 'day.gpx', count=86_400))
    form = '{latitude} {longitude}'
    entries = [
        ('replay', lambda: run(
            [options.locate, 'replay', path, '--rate', 'max', '--format', form])),
        ('convert', lambda: run([options.locate, 'convert', path, '--to', form]))]
    report('a day of GPX through the service', alternate(entries, options.runs), ['replay'])


def main():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--locate', default=str(here.parent / '.build/release/locate'))
    parser.add_argument('--megabytes', type=int, default=50, help='the size of the GPX to convert')
    parser.add_argument('--gigabytes', type=int, default=1, help='the size of the GPX for memory')
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--only', default=','.join(SECTIONS))
    options = parser.parse_args()
    wanted = options.only.split(',')
    if not set(wanted) <= set(SECTIONS):
        parser.error('--only takes %s' % ', '.join(SECTIONS))
    if not pathlib.Path(options.locate).exists():
        parser.error('%s: there is no such file' % options.locate)
    for section, program in (
            ('convert', 'gpsbabel'), ('instructions', 'gpsbabel'), ('instructions', 'valgrind')):
        if section in wanted and not shutil.which(program):
            sys.exit('%s is missing; on Debian: apt-get install %s' % (program, program))
    machine(options)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        expat = floor(folder)
        if 'convert' in wanted:
            convert(options, folder, expat)
        if 'instructions' in wanted:
            instructions(options, folder, expat)
        if 'memory' in wanted:
            memory(options, folder)
        if 'simplify' in wanted:
            simplify(options, folder, expat)
        if 'replay' in wanted:
            replay(options, folder)


if __name__ == '__main__':
    main()
