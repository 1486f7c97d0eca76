#!/usr/bin/env python3
"""Run every subcommand with a full disk, a closed pipe and cut files.

    faults.py [--locate PATH] [--only WORDS] [--all]

full    Standard output is /dev/full.
closed  Standard output is a pipe without a reader.
disk    All files of the command are in a full file system (a tmpfs; this needs root).
cut     The recording is cut off at several places, in each format.

Prints a table: command, fault, exit code, message, and what is new or changed on the disk. With --all it prints
every line, otherwise only the wrong ones. Exit status: 0 nothing is wrong; 1 something is.
"""
import contextlib
import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import cases  # noqa: E402
import signals  # noqa: E402

PATIENCE = 60
FULL, CANNOT_CREATE, BAD_DATA = 74, 73, 65
FORMATS = ('track.gpx', 'track.kml', 'track.tcx', 'track.csv', 'track.geojson', 'track.json', 'track.updates',
           'track.gpx.gz', cases.LOG)
# They read a recording, and end with it.
READERS = ('once {in}', 'watch {in} --rate max --format csv', 'record {in} --rate max -o {new}.gpx',
           'replay {in} --rate max --format csv', 'convert {in} --to csv', 'convert {in} -o {old}.gpx',
           'track info {in}', 'track simplify {in} --tolerance 1m --to csv', 'track reverse {in} -o {old}.gpx',
           'track plot {in}', 'track join {in} --to csv', 'track compare {in} {in}', 'decode {in}',
           'monitor {in} --rate max', 'doctor {in}',
           'publish {in} --rate max --simulated --to - --queue {folder}', 'places import {in}')


class Run:
    """One run of a command line that ends by itself, or after some seconds."""

    def __init__(self, bench, words, folder, output, limit=PATIENCE):
        begun = time.monotonic()
        process = subprocess.Popen(
            [bench.locate, *words], env=bench.variables(folder / 'home'), cwd=folder / 'files',
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, start_new_session=True)
        try:
            _, errors = process.communicate(timeout=limit)
            self.code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            _, errors = process.communicate()
            self.code = 'endless'
        self.seconds = time.monotonic() - begun
        self.errors = errors.decode(errors='replace').strip().splitlines()

    @property
    def message(self):
        return self.errors[-1].split(': ', 1)[-1] if self.errors else ''

    @property
    def has_crashed(self):
        return isinstance(self.code, int) and (self.code < 0 or self.code >= 128)


def prints(bench, case):
    """Whether a command prints something, and its exit code if nothing is wrong."""
    with bench.place() as folder, open(folder / 'output', 'wb') as output:
        run = Run(bench, bench.words(case, folder, bench.recordings / (case.reads or '')), folder, output, 5)
        return output.tell() > 0, run.code


def full_outputs(bench, case):
    printed, code = prints(bench, case)
    if not printed:
        return
    with bench.place() as folder, open('/dev/full', 'wb') as output:
        words = bench.words(case, folder, bench.recordings / (case.reads or ''))
        run = Run(bench, words, folder, output)
        yield 'full', run, '-', '' if run.code == FULL else f'exit code {run.code}, not {FULL}'
    with bench.place() as folder:
        reading, writing = os.pipe()
        os.close(reading)
        words = bench.words(case, folder, bench.recordings / (case.reads or ''))
        run = Run(bench, words, folder, writing)
        os.close(writing)
        # A command that fails for another reason says so.
        is_right = run.code == 0 and not run.errors or run.code == code != 'endless'
        yield 'closed', run, '-', '' if is_right else f'exit code {run.code}'


@contextlib.contextmanager
def full_disk(folder):
    """A full file system with a copy of the folders in a folder."""
    disk = folder / 'disk'
    disk.mkdir()
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', str(disk)], check=True)
    try:
        for name in ('home', 'files'):
            shutil.copytree(folder / name, disk / name)
        with contextlib.suppress(OSError), open(disk / 'ballast', 'wb', buffering=0) as ballast:
            while True:
                ballast.write(b'-' * 1024)
        yield disk
    finally:
        subprocess.run(['umount', '--lazy', str(disk)], check=True)


def disk_is_full(bench, case):
    writes = any(word in case.arguments for word in ('{old}', '{new}', '{folder}'))
    keeps = case.arguments.startswith(('places', 'consent'))
    if not writes and not keeps or '{silent}' in case.arguments or '--source' in case.arguments:
        return
    with bench.place() as folder:
        recording = bench.recordings / (case.reads or '')
        bench.words(case, folder, recording)
        with full_disk(folder) as disk:
            words = bench.words(case, folder, recording)
            words = [word.replace(str(folder / 'files'), str(disk / 'files')) for word in words]
            before = signals.contents(disk)
            run = Run(bench, words, disk, subprocess.DEVNULL, 30)
            after = signals.contents(disk)
            changed = signals.changes(before, after)
    reason = ''
    lost = [name for name in before if before[name] != after.get(name)]
    part = [name for name in after if name.endswith('.part')]
    changes_something = writes or case.arguments.split()[1] not in ('list', 'show', 'near', 'export')
    if run.has_crashed or run.code == 'endless':
        reason = f'exit code {run.code}'
    elif lost:
        reason = f'{lost[0]} is changed'
    elif part:
        reason = f'{part[0]} remains'
    elif changes_something and run.code == 0 and 'queue' not in case.arguments:
        reason = 'no error'
    elif run.code not in (0, FULL, CANNOT_CREATE):
        reason = f'exit code {run.code}'
    elif run.code != 0 and 'space' not in ' '.join(run.errors) and 'full' not in ' '.join(run.errors):
        reason = 'another error'
    yield 'disk', run, changed, reason


def make_formats(bench):
    log = bench.recordings / cases.LOG
    for name in ('track.json', 'track.updates'):
        to = name.rsplit('.', 1)[1]
        output = subprocess.run([bench.locate, 'convert', str(log), '--to', to], check=True, capture_output=True,
                                env=bench.variables(bench.home)).stdout
        (bench.recordings / name).write_bytes(output)
    (bench.recordings / 'track.gpx.gz').write_bytes(gzip.compress((bench.recordings / 'track.gpx').read_bytes()))


def cut_files(bench, arguments):
    for name in FORMATS:
        content = (bench.recordings / name).read_bytes()
        for size in (0, 10, len(content) // 4, len(content) // 2, len(content) - 3):
            case = cases.Case(arguments, name)
            with bench.place() as folder, open(folder / 'output', 'wb') as output:
                path = folder / name
                path.write_bytes(content[:size])
                words = bench.words(case, folder, path)
                before = signals.contents(folder / 'files')
                run = Run(bench, words, folder, output)
                after = signals.contents(folder / 'files')
                has_output = output.tell() > 0 or before != after
            reason = ''
            is_half = size >= len(content) // 2
            if run.has_crashed or run.code == 'endless':
                reason = f'exit code {run.code}'
            elif run.code not in (0, BAD_DATA, 66, 75, 76):
                reason = f'exit code {run.code}'
            elif run.code and not run.errors:
                reason = 'no message'
            elif name in ('track.gpx', 'track.kml', 'track.tcx', 'track.gpx.gz') and is_half \
                    and not arguments.startswith(('decode', 'places', 'once', 'monitor')) \
                    and not (run.code == BAD_DATA and has_output and 'cut off' in ' '.join(run.errors)):
                reason = f'exit code {run.code}, {"with" if has_output else "without"} output'
            elif name == cases.LOG and is_half and run.code and not arguments.startswith('places'):
                # A sentence that is cut off is a damaged one.
                reason = f'exit code {run.code}'
            yield f'cut {name} {size}', run, '-', reason


def main():
    options = cases.read_options(__doc__.splitlines()[0])
    wrong = tried = 0

    def show(arguments, results):
        nonlocal wrong, tried
        for fault, run, disk, reason in results:
            tried += 1
            wrong += bool(reason)
            if options.all or reason:
                print(f'{arguments:62} | {fault:20} | {run.code} | {run.message} | {disk}'
                      + (f' | WRONG: {reason}' if reason else ''), flush=True)

    with cases.Bench(options.locate) as bench:
        make_formats(bench)
        for case in cases.CASES:
            if options.only not in case.arguments or case.is_full_screen or 'web' in case.arguments:
                continue
            if '--timeout 60s' not in case.arguments and '{silent}' not in case.arguments:
                show(case.arguments, full_outputs(bench, case))
            if os.geteuid() == 0:
                show(case.arguments, disk_is_full(bench, case))
        for arguments in READERS:
            if options.only in arguments:
                show(arguments, cut_files(bench, arguments))
    if os.geteuid() != 0:
        print('skipped: a full disk, which needs root')
    print(f'{tried} runs, {wrong} wrong')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
