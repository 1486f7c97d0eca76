#!/usr/bin/env python3
"""Measure whole programs: `locate` next to gpsbabel, gpsdecode and gpspipe, in one run.

    processes.py [--locate PATH] [--track FILE] [--logs FOLDER] [--megabytes N] [--runs N]
                 [--only convert,start,stream]

    convert   a log into gpx, csv and json: locate convert, and in alternation with it
              gpsbabel (gpx, csv) and gpsdecode (json), on a track and on a mix of real logs
    start     locate --version and locate once on the first 3 kB of the track, next to gpspipe -V,
              and next to `true`, which shows the cost of starting any program
    stream    the track, piped in repeatedly up to ten times --megabytes, next to the track piped
              in once: rate and memory should be equal

Without --track, `locate simulate` makes the track. The mix joins the *.log files of a folder and
repeats them up to --megabytes; without --logs it is left out. CPU is the user and system time of
all of a process's threads, as the kernel counts it when the process ends (wait4). Output goes to
/dev/null. Memory is VmHWM of /proc/PID/status, read every few milliseconds: the highest resident
set since the program started. Numbers are medians. Ratios are medians of the ratios of neighbors
in a run. The order of the programs changes from run to run.

Measure the installed command: make install PREFIX=/tmp/installed, then
--locate /tmp/installed/bin/gps-locate. Needs Linux; gpsbabel; gpsd-clients for the others.
"""
import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time


class Result:
    """The cost of a process."""

    def __init__(self, cpu, wall, memory):
        self.cpu, self.wall, self.memory = cpu, wall, memory


def run(command, source='/dev/null', pipe=None):
    """Runs a program to its end; `pipe` writes to its standard input instead of `source`."""
    actions = [(os.POSIX_SPAWN_OPEN, out, '/dev/null', os.O_WRONLY, 0) for out in (1, 2)]
    if pipe:
        reader, writer = os.pipe()
        os.set_inheritable(writer, False)
        actions.append((os.POSIX_SPAWN_DUP2, reader, 0))
    else:
        actions.append((os.POSIX_SPAWN_OPEN, 0, str(source), os.O_RDONLY, 0))
    began = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    peak = Peak(pid)
    if pipe:
        os.close(reader)
        with os.fdopen(writer, 'wb', buffering=0) as file:
            pipe(file)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - began
    if status:
        sys.exit('%s failed' % ' '.join(command))
    return Result(usage.ru_utime + usage.ru_stime, wall, peak.stop())


class Peak(threading.Thread):
    """Watches a process's memory. It may miss a process that ends immediately."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.path = '/proc/%d/status' % pid
        self.over = threading.Event()
        self.bytes = None
        self.start()

    def run(self):
        while not self.over.wait(0.004):
            try:
                status = pathlib.Path(self.path).read_text()
            except OSError:
                return
            if 'VmHWM:' in status:
                self.bytes = int(status.split('VmHWM:')[1].split()[0]) * 1024

    def stop(self):
        self.over.set()
        self.join()
        return self.bytes


def alternate(entries, runs):
    """Runs all entries in turn, after one round to warm up. Returns the results for each name."""
    results = {name: [] for name, _ in entries}
    for number in range(runs + 1):
        for name, work in entries if number % 2 else reversed(entries):
            result = work()
            if number:
                results[name].append(result)
    return results


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else float('nan')


def report(title, results, ours, size=None):
    """Prints the cost of each program, and the ratios between ours and the others."""
    print('\n%s' % title)
    print('  %-26s %9s %9s %8s %8s' % ('', 'CPU ms', 'wall ms', 'MB/s', 'peak MB'))
    for name, runs in results.items():
        cpu = median(run.cpu for run in runs)
        print('  %-26s %9.1f %9.2f %8s %8.1f' % (
            name, cpu * 1e3, median(run.wall for run in runs) * 1e3,
            '%.0f' % (size / cpu / 1e6) if size and cpu else '',
            median(run.memory for run in runs) / 1e6))
    for own in ours:
        for name in results:
            if name in ours:
                continue
            pairs = list(zip(results[own], results[name]))
            over, under = (name, own) if size else (own, name)
            if not size:
                pairs = [(other, run) for run, other in pairs]
            print('  %s / %s: CPU x%.2f, wall x%.2f' % (
                over, under, median(other.cpu / run.cpu for run, other in pairs if run.cpu),
                median(other.wall / run.wall for run, other in pairs)))
    sys.stdout.flush()


def convert(options, path):
    size = path.stat().st_size
    log, locate = str(path), str(options.locate)
    for form, peer in [
            ('gpx', ['gpsbabel', '-i', 'nmea', '-f', log, '-o', 'gpx', '-F', '/dev/null']),
            ('csv', ['gpsbabel', '-i', 'nmea', '-f', log, '-o', 'unicsv', '-F', '/dev/null']),
            ('json', ['gpsdecode'])]:
        own = [locate, 'convert', log, '--to', form]
        entries = [('locate', lambda own=own: run(own))]
        if shutil.which(peer[0]):
            source = log if peer == ['gpsdecode'] else '/dev/null'
            entries.append((peer[0], lambda peer=peer, source=source: run(peer, source)))
        report('%s, %d bytes, to %s' % (path.name, size, form),
               alternate(entries, options.runs), ['locate'], size)


def start(options, path, folder):
    short = folder / 'short.nmea'
    lines = path.read_bytes()[:3000]
    short.write_bytes(lines[:lines.rindex(b'\n') + 1])
    locate = str(options.locate)
    entries = [
        ('locate --version', lambda: run([locate, '--version'])),
        ('locate once', lambda: run([locate, 'once', '--source', str(short)])),
        ('true', lambda: run(['true']))]
    if shutil.which('gpspipe'):
        entries.append(('gpspipe -V', lambda: run(['gpspipe', '-V'])))
    # Each run is very short, so the median needs many of them.
    report('start', alternate(entries, options.runs * 20), ['locate --version', 'locate once'])


def stream(options, path):
    data = path.read_bytes()
    rounds = max(1, options.megabytes * 10_000_000 // len(data))
    command = [str(options.locate), 'convert', '-', '--to', 'gpx']

    def feed(count):
        def write(file):
            for _ in range(count):
                rest = memoryview(data)
                while rest:
                    rest = rest[file.write(rest[:1 << 20]):]
        return write

    for count in (1, rounds):
        results = alternate([('locate', lambda: run(command, pipe=feed(count)))],
                            options.runs if count == 1 else max(1, options.runs // 3))
        report('piped in, %d bytes, to gpx' % (count * len(data)), results, [], count * len(data))


def simulated(options, folder):
    """Makes a track that is slightly longer than --megabytes."""
    path = folder / 'track.nmea'
    with open(path, 'wb') as file:
        # One second of the track has about 1.3 kB.
        subprocess.run(
            [options.locate, 'simulate', 'drive', '--loop', '--rate', 'max', '--format', 'nmea',
             '--for', '%ds' % (options.megabytes * 790)], stdout=file, check=True)
    return path


def mixed(options, folder):
    logs = sorted(options.logs.glob('*.log'))
    if not logs:
        sys.exit('%s has no *.log' % options.logs)
    once = b''.join(log.read_bytes() for log in logs)
    path = folder / 'mix.nmea'
    path.write_bytes(once * max(1, options.megabytes * 1_000_000 // len(once)))
    return path


def told(command, **rest):
    """The first line that a program prints; empty if the program does not exist."""
    try:
        said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **rest)
        return said.stdout.decode().strip().split('\n')[0]
    except OSError:
        return ''


def machine(options):
    here = pathlib.Path(__file__).parent
    model = [line.split(':')[1].strip() for line in open('/proc/cpuinfo') if 'model name' in line]
    print('machine: %d x %s, %s' % (
        os.cpu_count(), model[0] if model else platform.machine(),
        platform.freedesktop_os_release().get('PRETTY_NAME', platform.platform())))
    print('programs: %s; %s; %s; %s' % (
        told(['swift', '--version']), told(['gpsbabel', '-V']) or 'no gpsbabel',
        told(['gpspipe', '-V']) or 'no gpspipe', told([options.locate, '--version'])))
    print('commit: %s' % told(['git', 'describe', '--always', '--dirty'], cwd=here))


def main():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--locate', type=pathlib.Path, default=here.parent / '.build/release/locate')
    parser.add_argument('--track', type=pathlib.Path, help='a file of NMEA; default: simulated')
    parser.add_argument('--logs', type=pathlib.Path, help='a folder of real logs')
    parser.add_argument('--megabytes', type=int, default=50, help='the size of the track and of the mix')
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('--only', default='convert,start,stream')
    options = parser.parse_args()
    wanted = options.only.split(',')
    if not set(wanted) <= {'convert', 'start', 'stream'}:
        parser.error('--only takes convert, start and stream')
    for path in (options.locate, options.track, options.logs):
        if path and not path.exists():
            parser.error('%s: there is no such file or folder' % path)
    machine(options)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = options.track or simulated(options, folder)
        if 'convert' in wanted:
            convert(options, path)
            if options.logs:
                convert(options, mixed(options, folder))
        if 'start' in wanted:
            start(options, path, folder)
        if 'stream' in wanted:
            stream(options, path)


if __name__ == '__main__':
    main()
