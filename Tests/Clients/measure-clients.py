#!/usr/bin/env python3
"""Measures what programs that are not ours report for one track that `locate` plays.

    measure-clients.py --locate .build/debug/locate [--rate 4] [FILE]

Each program gets the track in its own way. Each position that it reports is compared with the track: with the
position of the same time if it reports a time, otherwise with the nearest one. The table has the number of positions
and the largest difference in meters. It fails if a difference is larger than a meter, or if a program reports nothing.
A program that is not installed is left out, and named.
"""
import argparse
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from firefox import Firefox
from geoclue import CLIENT, SERVICE, GeoClue

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMBER = r'(-?[\d.]+)'


class Locate:
    """A command that serves the track, until it is closed."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline().strip()
        if not line.startswith('serving '):
            raise RuntimeError(f'{program} said {line}')
        self.address = line.removeprefix('serving ')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        self.process.stderr.close()


class Measurement:
    def __init__(self, options, folder):
        self.locate, self.track, self.rate, self.folder = options.locate, options.track, options.rate, folder
        reports = subprocess.run(
            [self.locate, 'replay', self.track, '--rate', 'max', '--json'], check=True, capture_output=True,
            text=True).stdout.splitlines()
        fixes = [report for report in map(json.loads, reports) if report['class'] == 'TPV' and 'lat' in report]
        self.truth = {fix['time'][:19]: (fix['lat'], fix['lon']) for fix in fixes if 'time' in fix}
        self.points = [(fix['lat'], fix['lon']) for fix in fixes]

    def serve(self, endpoint):
        return Locate(self.locate, 'replay', self.track, '--rate', self.rate, '--serve', endpoint)

    def difference(self, time_, place):
        if time_ is None:
            return min(distance(place, point) for point in self.points)
        return distance(place, self.truth[time_[:19]])

    def gpspipe(self):
        with self.serve('gpsd://127.0.0.1:0') as server:
            lines = subprocess.run(
                ['gpspipe', '-w', server.address.removeprefix('gpsd://')], stdout=subprocess.PIPE, text=True,
                timeout=600).stdout.splitlines()
        return [(report['time'], (report['lat'], report['lon'])) for report in map(json.loads, lines)
                if report['class'] == 'TPV' and 'lat' in report]

    def gpxlogger(self):
        output = self.folder / 'gpxlogger.gpx'
        with self.serve('gpsd://127.0.0.1:0') as server:
            subprocess.run(
                ['gpxlogger', '-i', '1', '-f', output, server.address.removeprefix('gpsd://')], timeout=600,
                stderr=subprocess.DEVNULL)
        points = re.findall(
            f'<trkpt lat="{NUMBER}" lon="{NUMBER}">.*?<time>(.*?)</time>', output.read_text(), re.DOTALL)
        return [(time_, (float(latitude), float(longitude))) for latitude, longitude, time_ in points]

    def where_am_i(self):
        path = self.folder / 'nmea.sock'
        with self.serve(f'unix:{path}') as server:
            geoclue = GeoClue(self.folder, path)
            try:
                server.process.wait(600)
                time.sleep(1)
            finally:
                geoclue.close()
        text = geoclue.output.read_text()
        return [(None, (float(latitude), float(longitude))) for latitude, longitude in re.findall(
            f'Latitude: *{NUMBER}.*?Longitude: *{NUMBER}', text, re.DOTALL)]

    def chromium(self):
        player = subprocess.Popen(
            [self.locate, 'replay', self.track, '--rate', self.rate, '--json'], stdout=subprocess.PIPE)
        lines = subprocess.run(
            [ROOT / 'Examples/chromium/follow.py', '--headless'], stdin=player.stdout, stdout=subprocess.PIPE,
            text=True, check=True, timeout=600).stdout.splitlines()
        player.wait(10)
        return [(None, (place['latitude'], place['longitude'])) for place in map(json.loads, lines)]

    def firefox(self):
        with Locate(self.locate, 'web', self.track, '--rate', self.rate, '--listen', '127.0.0.1:0',
                    '--no-remember') as server:
            browser = Firefox(f'{server.address}v1/geolocate')
            try:
                # A location is for pages of secure addresses only; this machine's count as such.
                browser.call('WebDriver:Navigate', url=server.address)
                places = [browser.position() for _ in range(10)]
            finally:
                browser.close()
        return [(None, place) for place in places if place]


def distance(one, other):
    """Meters between two places that are near each other."""
    north = math.radians(other[0] - one[0])
    east = math.radians(other[1] - one[1]) * math.cos(math.radians(one[0]))
    return 6_371_009 * math.hypot(north, east)


# The name, what gives it the track, the function, and what it needs.
CLIENTS = [
    ('gpspipe', '--serve gpsd:', Measurement.gpspipe, ['gpspipe']),
    ('gpxlogger', '--serve gpsd:', Measurement.gpxlogger, ['gpxlogger']),
    ('GeoClue, where-am-i', '--serve unix:', Measurement.where_am_i, [SERVICE, CLIENT, 'dbus-daemon']),
    ('Chromium', 'Examples/chromium', Measurement.chromium, ['chromedriver']),
    ('Firefox', 'locate web', Measurement.firefox, ['firefox-esr']),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--locate', required=True)
    parser.add_argument('--rate', default='4', help='how fast the track is played')
    parser.add_argument('track', nargs='?', default=str(ROOT / 'Fixtures/drive.nmea'))
    options = parser.parse_args()
    options.locate = os.path.abspath(options.locate)
    failed = False
    print('| Program | through | positions | largest difference |\n|---|---|---:|---:|')
    with tempfile.TemporaryDirectory(prefix='locate-clients-') as folder:
        measurement = Measurement(options, pathlib.Path(folder))
        for name, way, measure, needs in CLIENTS:
            missing = [program for program in needs if not shutil.which(program)]
            if missing:
                print(f'measure-clients: {name} is left out: {", ".join(missing)} is not installed', file=sys.stderr)
                continue
            differences = [measurement.difference(*report) for report in measure(measurement)]
            largest = max(differences, default=math.inf)
            failed = failed or largest > 1
            print(f'| {name} | `{way}` | {len(differences)} | {largest:.3f} m |', flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
