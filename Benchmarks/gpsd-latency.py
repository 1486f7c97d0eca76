#!/usr/bin/env python3
"""Measure the time of a fix through gpsd to `gpspipe -w` and to this library.

    gpsd-latency.py [--rates 1,10] [--fixes N] [--runs N] [--locate PATH] [--callback PATH]

This script starts its own gpsd and sends it epochs of six sentences over TCP, like a receiver. The
clients read the same gpsd in the same run, so that a disturbance affects all of them:

    gpspipe   gpspipe -w: until the line of the epoch's TPV can be read from its pipe
    locate    locate watch --json: the same
    callback  gpsd-callback: until the fix is in a program's own loop over UserLocationService
    observe   the same with a closure on the thread that reads gpsd (service.observe)

Each of our clients runs together with its own gpspipe.

The time starts just before the last bytes of an epoch are sent. One poll() watches all pipes, and
pipes that are ready together get the same time. gpsd-callback takes its times itself and prints
them at the end, because printing is not a part of a callback. CPU is the kernel's count of all of
a client's threads between the first epoch and the last (/proc/PID/task/*/schedstat), without the
start and the end of the client. The order of the clients changes from run to run, because gpsd
serves the client first that connected first.

Needs gpsd, gpspipe and Linux. Ends the processes that it starts, by process id.
"""
import argparse
import datetime
import json
import os
import pathlib
import select
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

PATIENCE = 20.0


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as server:
        return server.getsockname()[1]


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return '$%s*%02X\r\n' % (body, total)


def epoch(when, number):
    """The sentences of one cycle. The receiver moves, so that every fix differs."""
    clock = when.strftime('%H%M%S.') + '%03d' % (when.microsecond // 1000)
    latitude = '48%07.4f' % (7 + number % 500 / 1000)
    satellites = [(1, 40, 83, 46), (2, 17, 308, 41), (12, 7, 344, 39), (14, 22, 228, 45),
                  (17, 55, 100, 44), (22, 48, 260, 38), (24, 70, 20, 47), (32, 30, 150, 40)]
    views = [','.join('%02d,%02d,%03d,%02d' % s for s in satellites[i:i + 4]) for i in (0, 4)]
    return ''.join(map(sentence, [
        'GPRMC,%s,A,%s,N,01131.0000,E,000.5,054.7,%s,,,A' % (
            clock, latitude, when.strftime('%d%m%y')),
        'GPGSA,A,3,01,02,12,14,17,22,24,32,,,,,1.8,1.0,1.5',
        'GPGSV,2,1,08,' + views[0],
        'GPGSV,2,2,08,' + views[1],
        'GPVTG,054.7,T,,M,000.5,N,000.9,K,A',
        'GPGGA,%s,%s,N,01131.0000,E,1,08,1.0,545.4,M,46.9,M,,' % (clock, latitude),
    ])).encode()


def arrival(line):
    """The time of the fix in a line of gpsd-callback, and the time of its arrival."""
    instant, time_of_fix = map(int, line.split())
    when = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=time_of_fix // 1000)
    return stamp_of(when), instant


def stamp_of(when):
    """The time in gpsd's form."""
    return when.strftime('%Y-%m-%dT%H:%M:%S.') + '%03dZ' % (when.microsecond // 1000)


class Client:
    """A program that prints gpsd's JSON, and the time at which each TPV could be read from it."""

    def __init__(self, name, command):
        self.name = name
        self.child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.pipe = self.child.stdout.fileno()
        self.rest = b''
        self.seen = {}

    def take(self, instant):
        """Reads the available output. Returns False at its end."""
        chunk = os.read(self.pipe, 1 << 16)
        *lines, self.rest = (self.rest + chunk).split(b'\n')
        for line in lines:
            if line.startswith(b'{"class":"TPV"'):
                stamp = json.loads(line).get('time')
                self.seen.setdefault(stamp, instant)
            elif line[:1].isdigit():
                self.seen.setdefault(*arrival(line))
        return bool(chunk)

    def cpu(self):
        """Seconds of CPU time so far, and the number of times that the kernel scheduled it."""
        used = slices = 0
        for task in pathlib.Path('/proc/%d/task' % self.child.pid).iterdir():
            run, _, count = (task / 'schedstat').read_text().split()
            used, slices = used + int(run), slices + int(count)
        return used / 1e9, slices

    def memory(self):
        """Resident bytes."""
        status = pathlib.Path('/proc/%d/status' % self.child.pid).read_text()
        return int(status.split('VmRSS:')[1].split()[0]) * 1024

    def stop(self):
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(5)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()


class Watch(threading.Thread):
    """Reads all clients in its own thread, so that reading does not wait for sending."""

    def __init__(self, clients):
        super().__init__(daemon=True)
        self.clients = {client.pipe: client for client in clients}

    def run(self):
        poll = select.poll()
        for pipe in self.clients:
            poll.register(pipe, select.POLLIN)
        open_pipes = set(self.clients)
        while open_pipes:
            ready = poll.poll()
            instant = time.monotonic_ns()
            for pipe, _ in ready:
                if not self.clients[pipe].take(instant):
                    poll.unregister(pipe)
                    open_pipes.discard(pipe)


def wait_until(what, condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            sys.exit('%s was not ready in %g s' % (what, PATIENCE))
        time.sleep(0.01)


def measure(rate, fixes, programs):
    """Measures each client at one rate. `programs` make commands from gpsd's port."""
    feed = socket.create_server(('127.0.0.1', 0))
    feed.settimeout(PATIENCE)
    port = free_port()
    gpsd = subprocess.Popen(
        ['gpsd', '-N', '-n', '-b', '-D', '2', '-S', str(port),
         'tcp://127.0.0.1:%d' % feed.getsockname()[1]],
        env=dict(os.environ, GPSD_SHM_KEY=hex(0x68000000 + port)),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = bytearray()

    def listen():
        while chunk := gpsd.stderr.read1(1 << 16):
            said.extend(chunk)

    threading.Thread(target=listen, daemon=True).start()
    clients = []
    try:
        receiver = feed.accept()[0]
        receiver.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

        def listens():
            with socket.socket() as probe:
                return probe.connect_ex(('127.0.0.1', port)) == 0
        wait_until('gpsd', listens)
        for name, command in programs:
            clients.append(Client(name, command(port)))
            count = len(clients)
            wait_until(name, lambda: said.count(b'"class":"WATCH","enable":true') >= count)
        watch = Watch(clients)
        watch.start()
        begin = datetime.datetime(2024, 7, 4, 12, 0, 0)
        sent = {}
        warm = 5
        start = time.monotonic()
        for number in range(fixes + warm):
            when = begin + datetime.timedelta(seconds=number / rate)
            time.sleep(max(0, start + number / rate - time.monotonic()))
            if number == warm:
                before = {client.name: client.cpu() for client in clients}
            text = epoch(when, number)
            cut = text.rindex(b'$')
            receiver.sendall(text[:cut])
            # The last sentence comes after all others were read, as on a slow line.
            time.sleep(0.02)
            instant = time.monotonic_ns()
            receiver.sendall(text[cut:])
            if number >= warm:
                sent[stamp_of(when)] = instant
        time.sleep(0.5)
        after = {client.name: (client.cpu(), client.memory()) for client in clients}
        # The end of gpsd ends the clients. Some clients print only then.
        gpsd.terminate()
        watch.join(PATIENCE)
        result = {}
        for client in clients:
            cpu, memory = after[client.name]
            used, slices = (a - b for a, b in zip(cpu, before[client.name]))
            latencies = [
                (client.seen[stamp] - instant) / 1e6 for stamp, instant in sent.items()
                if stamp in client.seen]
            result[client.name] = latencies, used, slices, memory, len(sent)
        return result
    finally:
        for client in clients:
            client.stop()
        if gpsd.poll() is None:
            gpsd.terminate()
            gpsd.wait(5)
        feed.close()


def percentile(values, percent):
    return statistics.quantiles(values, n=100, method='inclusive')[percent - 1]


def programs(options):
    found = [
        ('gpspipe', lambda port: ['gpspipe', '-w', '127.0.0.1:%d' % port]),
        ('locate', lambda port: [options.locate, 'watch', '--json',
                                 '--source', 'gpsd://127.0.0.1:%d' % port])]
    if os.access(options.callback, os.X_OK):
        found.append(('callback', lambda port: [options.callback, str(port)]))
        found.append(('observe', lambda port: [options.callback, str(port), 'observe']))
    else:
        print('%s is missing: swift build -c release --package-path Benchmarks' % options.callback)
    return found


def main():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--locate', default=here.parent / '.build/release/locate')
    parser.add_argument('--callback', default=here / '.build/release/gpsd-callback')
    parser.add_argument('--rates', default='1,10', help='fixes a second, with commas')
    parser.add_argument('--fixes', type=int, default=60, help='fixes for each rate and run')
    parser.add_argument('--runs', type=int, default=3, help='runs for each rate')
    options = parser.parse_args()
    gpspipe, *ours = programs(options)
    print('  Hz  client        fixes   p50 ms  p90 ms  max ms   CPU us/fix  switches/fix  RSS MB')
    for rate in [float(text) for text in options.rates.split(',')]:
        for program in ours:
            compare(rate, options, gpspipe, program)


def compare(rate, options, gpspipe, program):
    """Measures a pair of clients at one rate and prints the result."""
    total = {}
    for run in range(options.runs):
        order = (gpspipe, program) if run % 2 else (program, gpspipe)
        for name, (latencies, *counts) in measure(rate, options.fixes, order).items():
            all_latencies, sums = total.setdefault(name, ([], []))
            all_latencies += latencies
            sums.append(counts)
    results = []
    for name in (gpspipe[0], program[0]):
        latencies, sums = total[name]
        used, slices, _, count = map(sum, zip(*sums))
        results.append((percentile(latencies, 50), used))
        print('%4g  %-8s  %4d/%-4d  %7.3f %7.3f %7.3f  %10.1f  %12.2f  %6.1f' % (
            rate, name, len(latencies), count, results[-1][0], percentile(latencies, 90),
            max(latencies), used / count * 1e6, slices / count,
            max(memory for _, _, memory, _ in sums) / 1e6))
    print('%4g  %s / gpspipe: p50 x%.2f, CPU x%.2f' % (
        rate, program[0], *(b / a for a, b in zip(*results))), flush=True)


if __name__ == '__main__':
    main()
