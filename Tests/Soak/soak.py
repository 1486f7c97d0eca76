#!/usr/bin/env python3
"""Run a receiver's day through gpsd and locate at full speed, and search for lost reports.

    soak.py [--locate PATH] [--hours 24] [--window 20] [--slack 2]

A simulated receiver writes ten positions a second to a pseudo-terminal. This script starts its own
gpsd, which reads them. `locate watch --json` (provider and service) and `gpspipe -w` watch that
gpsd. locate must print every TPV and SKY that gpspipe prints: once, in order, equal. The memory of
all three is sampled 24 times.

gpsd drops reports if a client's socket is full, and the provider keeps only the newest fixes for a
slow reader. So at most WINDOW epochs are on the way at once: the next one is written when both
clients have printed an earlier one. Then no report is lost by design.

Prints a line for each sample and a summary at the end. Exit status: 0 no errors; 1 a report was
lost, repeated, out of order or different, or the memory of locate grew by more than SLACK MB from
the fourth sample to the last; 2 the test could not run. Needs gpsd and gpspipe. Ends the processes
that it starts, by process id.
"""
import argparse
import collections
import contextlib
import datetime
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import tty

PATIENCE = 60.0
SAMPLES = 24
RATE = 10
SCENARIO = {
    'start': '2025-06-01T08:00:00Z', 'rate': RATE, 'environment': 'city',
    'motion': {'kind': 'walk', 'start': [52.5145, 13.3501, 35], 'speed': 1.4, 'range': 600},
    'geoidSeparation': 39.6,
}


def equality():
    """The script that compares the two on logs. This script uses its functions."""
    path = pathlib.Path(__file__).resolve().parent.parent / 'Equality' / 'gpspipe-equality.py'
    spec = importlib.util.spec_from_file_location('equality', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
EQUALITY = equality()


class Reports:
    """The lines that a client prints. It keeps only lines that are not compared yet."""

    def __init__(self, process):
        self.process = process
        self.rest = b''
        self.waiting = collections.deque()

    def take(self):
        out = self.process.out
        if not out:
            return False
        chunk = bytes(out)
        # The reading thread only appends.
        del out[:len(chunk)]
        *lines, self.rest = (self.rest + chunk).split(b'\n')
        self.waiting.extend(EQUALITY.reports(line.decode() for line in lines))
        return True


class Track:
    """A receiver's bytes, epoch by epoch."""

    def __init__(self, locate, hours, scenario):
        # The built-in scenarios have an end.
        scenario.write_text(json.dumps(SCENARIO))
        self.child = subprocess.Popen(
            [locate, 'simulate', str(scenario), '--for', '%gh' % hours, '--rate', 'max',
             '--format', 'nmea'],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.line = self.child.stdout.readline()

    def epoch(self):
        """The next epoch's sentences; empty at the end."""
        lines = [self.line]
        while True:
            self.line = self.child.stdout.readline()
            if not self.line or self.line[3:6] == b'RMC':
                return b''.join(lines)
            lines.append(self.line)

    def stop(self):
        self.child.kill()
        self.child.wait()
        self.child.stdout.close()


def resident(process):
    """MB of memory."""
    for line in pathlib.Path('/proc/%d/status' % process.child.pid).read_text().splitlines():
        if line.startswith('VmRSS:'):
            return int(line.split()[1]) / 1024
    raise EQUALITY.CannotPlay('%s has ended' % process.name)


def instant(report):
    return datetime.datetime.fromisoformat(report['time'].replace('Z', '+00:00')).timestamp()


class Soak:
    def __init__(self, options):
        self.options = options
        self.expected = round(options.hours * 3600 * RATE)
        self.sent = self.fixes = self.skies = 0
        self.first = self.last = None
        self.samples = []
        self.began = time.monotonic()

    def compare(self, theirs, ours):
        """Compares the lines that both have printed. Returns a line for the first difference."""
        while theirs.waiting and ours.waiting:
            one, other = theirs.waiting.popleft(), ours.waiting.popleft()
            if one['class'] != other['class']:
                return 'after fix %d: gpspipe printed %s, locate %s' % (
                    self.fixes, json.dumps(one)[:200], json.dumps(other)[:200])
            self.skies += one['class'] == 'SKY'
            if one['class'] == 'TPV':
                self.fixes += 'lat' in one
                if 'time' in one:
                    self.last = instant(one)
            for line in EQUALITY.pair_differences(one, other, 'fix %d' % self.fixes,
                                                  collections.Counter()):
                return line
        return None

    def on_the_way(self):
        """The number of epochs that are written, but not yet printed by both."""
        if self.last is None:
            return 0
        return self.sent - round((self.last - self.first) * RATE) - 1

    def sample(self, *processes):
        self.samples.append([resident(process) for process in processes])
        print('%6.2f h  %7d fixes  %5d epochs/s   %s' % (
            self.sent / RATE / 3600, self.fixes, self.sent / (time.monotonic() - self.began),
            '  '.join('%s %.1f MB' % (process.name, size)
                      for process, size in zip(processes, self.samples[-1]))), flush=True)

    def run(self, master, track, gpsd, gpspipe, locate):
        """The first error; `None` if there is none."""
        theirs, ours = Reports(gpspipe), Reports(locate)
        self.first = instant({'time': SCENARIO['start']})
        moved = time.monotonic()
        while True:
            if theirs.take() | ours.take():
                moved = time.monotonic()
                problem = self.compare(theirs, ours)
                if problem:
                    return problem
            for process in (gpsd, gpspipe, locate):
                if process.poll() is not None:
                    raise EQUALITY.CannotPlay('%s ended: %s' % (process.name, process.tail()))
            if self.sent < self.expected and self.on_the_way() < self.options.window:
                epoch = track.epoch()
                if not epoch:
                    raise EQUALITY.CannotPlay('the simulation ended after %d epochs' % self.sent)
                while epoch:
                    epoch = epoch[os.write(master, epoch):]
                self.sent += 1
                if self.last is None:
                    # gpsd still examines the receiver and discards its sentences.
                    time.sleep(0.05)
                if self.sent * SAMPLES // self.expected > len(self.samples):
                    self.sample(gpsd, gpspipe, locate)
                continue
            silence = time.monotonic() - moved
            if self.sent == self.expected and silence > 3:
                break
            if silence > PATIENCE:
                return 'with %d epochs on the way no report came; gpspipe has %d reports that ' \
                    'locate has not, locate %d' % (
                        self.on_the_way(), len(theirs.waiting), len(ours.waiting))
            time.sleep(0.0002)
        if theirs.waiting or ours.waiting:
            return 'at the end gpspipe has %d reports that locate has not, locate %d' % (
                len(theirs.waiting), len(ours.waiting))
        if self.fixes < self.expected * 0.99:
            return 'of %d epochs gpsd made only %d fixes' % (self.expected, self.fixes)
        grown = self.samples[-1][2] - self.samples[3][2]
        if grown > self.options.slack:
            return 'the memory of locate grew by %.1f MB' % grown
        return None


def play(options):
    soak = Soak(options)
    with contextlib.ExitStack() as stack:
        master, slave = os.openpty()
        stack.callback(os.close, master)
        stack.callback(os.close, slave)
        tty.setraw(slave)
        port = EQUALITY.free_port()
        gpsd = EQUALITY.Process(
            ['gpsd', '-N', '-n', '-b', '-D', '2', '-S', str(port), os.ttyname(slave)],
            env=dict(os.environ, GPSD_SHM_KEY=hex(0x67000000 + port)))
        stack.callback(gpsd.stop)
        EQUALITY.wait_until('gpsd to listen', lambda: EQUALITY.connects(port), gpsd)
        address = '127.0.0.1:%d' % port
        gpspipe = EQUALITY.Process(['gpspipe', '-w', address])
        stack.callback(gpspipe.stop)
        locate = EQUALITY.Process(
            [options.locate, 'watch', '--no-remember', '--source', 'gpsd://' + address, '--json'])
        stack.callback(locate.stop)
        EQUALITY.wait_until(
            'both watch', lambda: EQUALITY.watches(gpsd) >= 2, gpsd, gpspipe, locate)
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        track = Track(options.locate, options.hours, folder / 'walk.json')
        stack.callback(track.stop)
        problem = soak.run(master, track, gpsd, gpspipe, locate)
        locate.child.send_signal(signal.SIGINT)
        locate.ends(PATIENCE)
    return soak, problem


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--locate', default='locate', help='the command')
    parser.add_argument('--hours', type=float, default=24, help='the length of the track')
    parser.add_argument('--window', type=int, default=20, help='epochs on the way at once')
    parser.add_argument('--slack', type=float, default=2, help='MB by which memory may grow')
    options = parser.parse_args()
    try:
        soak, problem = play(options)
    except (EQUALITY.CannotPlay, OSError, ValueError) as error:
        print('not run: %s' % error)
        return 2
    taken = time.monotonic() - soak.began
    memory = 'locate %.1f to %.1f MB' % (soak.samples[3][2], soak.samples[-1][2]) \
        if len(soak.samples) > 3 else 'no samples'
    print('%g h, %d epochs in %.0f s: gpsd made %d fixes and %d skies, %s; %s' % (
        options.hours, soak.sent, taken, soak.fixes, soak.skies,
        problem or 'all of them once, in order and equal from locate', memory))
    return 1 if problem else 0


if __name__ == '__main__':
    sys.exit(main())
