#!/usr/bin/env python3
"""Measure decoders of NMEA 0183 beside each other: this library's, go-nmea and pynmea2.

    decoders.py [--runs N] FILE...

Each decodes all sentences of a file. Prints megabytes (10^6 bytes) a second of CPU time, medians of
N alternating runs (default 5), and the number of decoded sentences. Each peer is a program whose start
is included; give files of a megabyte or more. `road` of this package must be built
(swift build -c release --package-path Benchmarks); install-peers installs the others.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def road(path):
    """Megabytes a second of this library, and the number of sentences."""
    output = subprocess.run(
        [HERE / '.build/release/road', '--runs', '1', '--only', 'decode', path],
        check=True, capture_output=True, text=True).stdout
    line = next(line for line in output.splitlines() if line.startswith('decode'))
    return float(line.split()[1]), int(re.search(r'(\d+) sentences', line)[1])


def program(*command):
    """A function that measures a program with one argument, the file."""
    def measure(path):
        before = os.times()
        output = subprocess.run([*command, path], check=True, capture_output=True, text=True).stdout
        after = os.times()
        seconds = sum(after[2:4]) - sum(before[2:4])
        return os.path.getsize(path) / 1e6 / seconds, int(output)
    return measure


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--runs', type=int, default=5)
    parser.add_argument('files', nargs='+')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        built = folder + '/go-nmea'
        try:
            subprocess.run(
                ['go', 'build', '-o', built, HERE / 'Peers/go-nmea/main.go'], check=True,
                env={**os.environ, 'GO111MODULE': 'off', 'GOPATH': '/usr/share/gocode',
                     'GOFLAGS': '', 'GOCACHE': folder + '/cache'})
        except (OSError, subprocess.CalledProcessError):
            sys.exit('decoders.py: go-nmea does not build; run install-peers')
        decoders = {
            'ours': road, 'go-nmea': program(built),
            # Debian's Python, which finds Debian's packages.
            'pynmea2': program('/usr/bin/python3', str(HERE / 'Peers/pynmea2-decode.py')),
        }
        for path in options.files:
            rates = {name: [] for name in decoders}
            counts = {}
            for _ in range(options.runs):
                for name, measure in decoders.items():
                    rate, counts[name] = measure(path)
                    rates[name].append(rate)
            print('%s, %d bytes' % (path, os.path.getsize(path)))
            for name, rate in rates.items():
                print('%-8s %8.1f MB/s %9d sentences   1/%.0f of ours' % (
                    name, statistics.median(rate), counts[name],
                    statistics.median(ours / other for ours, other in zip(rates['ours'], rate))))


main()
