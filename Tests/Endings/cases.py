#!/usr/bin/env python3
"""Every subcommand, with the arguments that the tests of its end use, and a folder to run it in.

In the arguments, {in} is a recording, {old} a file that exists before, {new} one that does not, {silent} the
port of a server that accepts connections and never answers, and {folder} a folder for queues.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import typing

# The directory of the recordings of this repository.
FIXTURES = pathlib.Path(__file__).resolve().parents[2] / 'Fixtures'
OLD = 'the old content\n'


class Case(typing.NamedTuple):
    arguments: str
    # The recording that the command reads, if it reads one.
    reads: str | None = None
    # Whether the command needs a terminal.
    is_full_screen: bool = False
    # The moments at which the command is ended, if not all apply.
    moments: tuple[str, ...] = ()

    @property
    def command(self):
        return ' '.join(w for w in self.arguments.split() if w in NAMES)


LOG = 'drive.nmea'
CASES = [
    Case('once {in}', 'no-fix.nmea', moments=('start', 'middle')),
    Case('once {in}', LOG, moments=('writes',)),
    Case('watch {in} --rate max', LOG),
    Case('watch {in} --rate max --format gpx', LOG),
    Case('view {in}', LOG, is_full_screen=True),
    Case('web {in} --listen 127.0.0.1:0', LOG, moments=('start', 'middle')),
    Case('record {in} --rate max -o {new}.gpx', LOG),
    Case('record {in} --rate max -o {new}.csv', LOG),
    Case('replay {in} --rate max', LOG),
    Case('replay {in} --serve tcp://127.0.0.1:0', LOG, moments=('start', 'middle')),
    Case('convert {in} --to gpx', LOG),
    Case('convert {in} -o {old}.gpx', LOG),
    Case('convert {in} -o {old}.csv', 'track.gpx'),
    Case('track info {in}', 'track.gpx'),
    Case('track info {in} --json', LOG),
    Case('track simplify {in} --tolerance 1m -o {old}.gpx', 'track.gpx'),
    Case('track crop {in} --around 38.72,-9.14 --radius 100km -o {old}.gpx', LOG),
    Case('track split {in} --gap 10min -o {old}.gpx', 'track.gpx'),
    Case('track join {in} -o {old}.gpx', LOG),
    Case('track reverse {in} --to csv', 'track.csv'),
    Case('track resample {in} --every 1s -o {old}.gpx', LOG, moments=('start', 'middle')),
    Case('track trim {in} --around 38.7223,-9.1393 --radius 50m -o {old}.gpx', LOG),
    Case('track smooth {in} -o {old}.gpx', LOG),
    Case('track plot {in} -o {old}.svg', 'track.gpx', moments=('start', 'middle')),
    Case('track plot {in}', 'track.kml'),
    Case('track compare {in} {in} --json', 'track.gpx'),
    Case('decode {in}', LOG),
    Case('simulate drive'),
    Case('simulate drive --serve tcp://127.0.0.1:0', moments=('start', 'middle')),
    Case('places list'),
    Case('places show Home'),
    Case('places add Work --at 48.2,11.6'),
    Case('places add Work --here --source {in}', 'no-fix.nmea', moments=('start', 'middle')),
    Case('places edit Home --radius 60m'),
    Case('places delete Home'),
    Case('places near --source {in}', 'no-fix.nmea', moments=('start', 'middle')),
    Case('places near --at 48,11'),
    Case('places import {in}', 'places.csv'),
    Case('places export --format csv'),
    Case('monitor {in} --rate max', LOG),
    Case('monitor {in} --rate max --on-enter cat', LOG, moments=('start', 'middle')),
    Case('visits'),
    Case('publish {in} --rate max --simulated --to {new}.jsonl --queue {folder}', LOG),
    Case('publish {in} --rate max --simulated --to - --queue {folder}', LOG),
    Case('publish {in} --rate max --simulated --to http://127.0.0.1:{silent}/ --tid ab --queue {folder}', LOG),
    Case('publish {in} --rate max --simulated --to mqtt://127.0.0.1:{silent}/a/b --queue {folder}', LOG),
    Case('status tcp://127.0.0.1:{silent} --timeout 60s'),
    Case('status --format openmetrics tcp://127.0.0.1:{silent} --timeout 60s'),
    Case('doctor tcp://127.0.0.1:{silent} --timeout 60s'),
    Case('doctor {in}', LOG, moments=('start', 'writes')),
    Case('consent list'),
    Case('consent grant https://example.net/', moments=('start',)),
    Case('consent refuse https://example.net/', moments=('start',)),
    Case('consent revoke https://example.org/', moments=('start',)),
]


def leaves(locate):
    """The names of all subcommands that have no subcommands, as 'track info'."""
    text = subprocess.run([locate, '--experimental-dump-help'], check=True, capture_output=True).stdout

    def walk(command, names):
        inner = [c for c in command.get('subcommands', []) if c['commandName'] != 'help']
        if not inner:
            yield ' '.join(names)
        for child in inner:
            yield from walk(child, names + [child['commandName']])
    return list(walk(json.loads(text)['command'], []))


NAMES = set()


def read_options(description):
    """The options of a table, after a check that it has every subcommand."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--locate', default='.build/debug/locate')
    parser.add_argument('--only', default='', help='only commands that contain this text')
    parser.add_argument('--all', action='store_true', help='print every line')
    options = parser.parse_args()
    check_complete(options.locate)
    return options


def check_complete(locate):
    """Fails if a subcommand is in no case."""
    names = leaves(locate)
    NAMES.update(word for name in names for word in name.split())
    missing = [n for n in names if not any(c.arguments.split()[:n.count(' ') + 1] == n.split() for c in CASES)]
    assert not missing, f'no case for: {", ".join(missing)}'


class Bench(contextlib.ExitStack):
    """Recordings, a prepared home folder, and a silent server, for all cases."""

    def __init__(self, locate):
        super().__init__()
        self.locate = os.path.abspath(locate)
        self.folder = pathlib.Path(self.enter_context(tempfile.TemporaryDirectory()))
        server = self.enter_context(socket.create_server(('127.0.0.1', 0), backlog=1000))
        self.silent = server.getsockname()[1]
        self.recordings = self.folder / 'recordings'
        shutil.copytree(FIXTURES, self.recordings)
        self.home = self.folder / 'home'
        self.home.mkdir()
        log = self.recordings / LOG
        for name in ('track.gpx', 'track.kml', 'track.csv', 'track.tcx', 'track.geojson'):
            self.run(['convert', str(log), '-o', str(self.recordings / name)], self.home)
        self.run(['places', 'add', 'Home', '--at', '38.7258,-9.1424', '--radius', '50m'], self.home)
        self.run(['places', 'export', '--format', 'csv', '-o', str(self.recordings / 'places.csv')], self.home)
        text = (self.recordings / 'places.csv').read_text().replace('Home', 'Other')
        (self.recordings / 'places.csv').write_text(text)
        self.run(['consent', 'grant', 'https://example.org/'], self.home)
        self.make_visits(log.read_bytes())

    def make_visits(self, log):
        """Keeps the visits of a live receiver."""
        with socket.create_server(('127.0.0.1', 0)) as receiver:
            arguments = ['monitor', f'tcp://127.0.0.1:{receiver.getsockname()[1]}']
            with subprocess.Popen([self.locate, *arguments], env=self.variables(self.home),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                connection, _ = receiver.accept()
                connection.sendall(log)
                connection.close()
                process.wait(timeout=60)

    def large(self, name):
        """A recording with the content of another one many times, whose output is some megabytes."""
        path = self.folder / f'large-{name}'
        if not path.exists():
            log = self.folder / 'large.nmea'
            log.write_bytes((FIXTURES / LOG).read_bytes() * 100)
            if name.endswith('.nmea'):
                log.rename(path)
            else:
                self.run(['convert', str(log), '-o', str(path)], self.home)
        return path

    def variables(self, home):
        names = ('XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'HOME')
        return {'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8', 'TERM': 'xterm',
                **{name: str(home) for name in names}}

    def run(self, arguments, home):
        return subprocess.run([self.locate, *arguments], env=self.variables(home), check=True,
                              capture_output=True, timeout=60)

    @contextlib.contextmanager
    def place(self):
        """A fresh folder with a copy of the home folder; old files are made by `words`."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = pathlib.Path(name)
            shutil.copytree(self.home, folder / 'home')
            (folder / 'files').mkdir()
            yield folder

    def words(self, case, folder, recording):
        """The arguments of a case in a folder. Makes the old file."""
        words = []
        for word in case.arguments.split():
            if word.startswith('{old}'):
                (folder / 'files' / word.replace('{old}', 'old')).write_text(OLD)
            words.append(word.replace('{in}', str(recording)).replace('{old}', str(folder / 'files/old'))
                         .replace('{new}', str(folder / 'files/new'))
                         .replace('{folder}', str(folder / 'files/queue'))
                         .replace('{silent}', str(self.silent)))
        return words


if __name__ == '__main__':
    read_options('Fails if a subcommand is in no case.')
