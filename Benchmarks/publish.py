#!/usr/bin/env python3
"""Measure `locate publish` to a broker on this machine, next to `mosquitto_pub -l`.

    publish.py --locate PATH [--only one,full,slow,fleet] [--seconds N] [--messages N] [--publishers N]
               [--runs N]

    one    one publisher at 1 and at 10 messages a second: CPU and memory. A receiver on TCP gives
           `locate publish` its locations, and mosquitto_pub reads lines of the same size.
    full   one publisher as fast as it goes: messages a second, CPU for each message, memory. Both
           send the same payloads, which `locate publish` wrote to a file before. `locate publish`
           stores each message on the disk first and reads a recording; mosquitto_pub does neither.
    slow   one publisher over a line with a delay of 50 ms each way, at 30 kB/s and at 1 MB/s:
           messages a second.
    fleet  --publishers connections of one `locate publish`, each with its topic and its queue, at
           one message a second each and as fast as they go: messages a second, CPU, memory, and
           the CPU of the broker.

The quality of service is 1, so the broker confirms each message. A subscriber counts what arrives;
a lost message ends the script with an error. CPU is that of all threads of a process, as the kernel counts it. Memory is VmHWM, the highest resident set. The programs alternate; numbers are medians of
--runs. Everything is on the loopback interface, at ports of its own.

Measure the installed command: make install PREFIX=/tmp/installed, then
--locate /tmp/installed/bin/gps-locate. Needs Linux, mosquitto and mosquitto-clients.
"""
import argparse
import datetime
import os
import pathlib
import queue
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 120


def cpu(pid):
    """The CPU seconds of all threads of a process so far, as the scheduler counts them."""
    total = 0
    for task in pathlib.Path(f'/proc/{pid}/task').iterdir():
        try:
            total += int((task / 'schedstat').read_text().split()[0])
        except OSError:
            pass  # The thread has ended.
    return total / 1e9


def memory(pid):
    """The highest resident set of a process in MB."""
    for line in pathlib.Path(f'/proc/{pid}/status').read_text().splitlines():
        if line.startswith('VmHWM:'):
            return int(line.split()[1]) * 1024 / 1e6
    return 0


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as server:
        return server.getsockname()[1]


def wait_until(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f'publish.py: {what} did not happen in {PATIENCE} s')
        time.sleep(0.01)


class Broker:
    """A mosquitto, and a subscriber that counts what arrives."""

    def __init__(self, folder, topic='#'):
        self.port = free_port()
        settings = folder / 'broker.conf'
        settings.write_text(f'listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n'
                            'max_queued_messages 0\n')
        self.process = subprocess.Popen(['mosquitto', '-c', settings], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        wait_until(self.answers, 'the start of mosquitto')
        self.count = 0
        self.subscriber = subprocess.Popen(
            ['mosquitto_sub', '-p', str(self.port), '-t', topic, '-q', '1'],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self.read, daemon=True).start()
        probe = ['mosquitto_pub', '-p', str(self.port), '-t', 'probe', '-m', 'x']
        def is_subscribed():
            subprocess.run(probe, check=True)
            return self.count > 0
        wait_until(is_subscribed, 'a subscription')
        time.sleep(0.2)
        self.count = 0

    def answers(self):
        try:
            socket.create_connection(('127.0.0.1', self.port), 1).close()
            return True
        except OSError:
            return False

    def read(self):
        while chunk := self.subscriber.stdout.read1(1 << 16):
            self.count += chunk.count(b'\n')

    def stop(self):
        for process in (self.subscriber, self.process):
            process.terminate()
            process.wait()


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return '$%s*%02X\r\n' % (body, total)


def epoch(number):
    """RMC and GGA of now. The receiver moves."""
    now = datetime.datetime.now(datetime.timezone.utc)
    clock = now.strftime('%H%M%S.') + '%02d' % (now.microsecond // 10000)
    latitude = '48%07.4f' % (7 + number % 5000 / 1000)
    return (sentence(f'GPRMC,{clock},A,{latitude},N,01131.0000,E,010.5,054.7,{now:%d%m%y},,,A')
            + sentence(f'GPGGA,{clock},{latitude},N,01131.0000,E,1,08,1.0,545.4,M,46.9,M,,')).encode()


class Line:
    """A TCP proxy with a delay each way and a rate in bytes a second."""

    def __init__(self, port, delay, rate):
        self.port, self.delay, self.rate = port, delay, rate
        self.server = socket.create_server(('127.0.0.1', 0))
        self.entry = self.server.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            server = socket.create_connection(('127.0.0.1', self.port))
            for one, other in ((client, server), (server, client)):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                chunks = queue.Queue()
                threading.Thread(target=self.read, args=(one, chunks), daemon=True).start()
                threading.Thread(target=self.write, args=(other, chunks), daemon=True).start()

    def read(self, one, chunks):
        free = 0  # When the line is free again.
        while True:
            try:
                chunk = one.recv(256)
            except OSError:
                chunk = b''
            free = max(free, time.monotonic()) + len(chunk) / self.rate
            chunks.put((free + self.delay, chunk))
            if not chunk:
                return

    def write(self, other, chunks):
        while True:
            due, chunk = chunks.get()
            time.sleep(max(0, due - time.monotonic()))
            try:
                if not chunk:
                    other.shutdown(socket.SHUT_WR)
                    return
                other.sendall(chunk)
            except OSError:
                return

    def stop(self):
        self.server.close()


class Receiver:
    """A TCP server that sends epochs at a rate to its first client."""

    def __init__(self, rate):
        self.server = socket.create_server(('127.0.0.1', 0))
        self.source = 'tcp://127.0.0.1:%d' % self.server.getsockname()[1]
        self.ends = False
        self.rate = rate
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        client, _ = self.server.accept()
        start, number = time.monotonic(), 0
        while not self.ends:
            client.sendall(epoch(number))
            number += 1
            time.sleep(max(0, start + number / self.rate - time.monotonic()))
        client.close()

    def stop(self):
        self.ends = True
        self.server.close()


def environment(folder):
    return dict(os.environ, XDG_STATE_HOME=str(folder), XDG_DATA_HOME=str(folder),
                XDG_CONFIG_HOME=str(folder))


def start(command, folder, stdin=subprocess.DEVNULL):
    return subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL,
                            stderr=open(folder / 'errors', 'wb'), env=environment(folder))


def steady(process, broker, seconds):
    """CPU in percent of a core, memory, and messages a second, without the start."""
    wait_until(lambda: broker.count >= 3, 'the first messages')
    began, used, count = time.monotonic(), cpu(process.pid), broker.count
    broker_used = cpu(broker.process.pid)
    time.sleep(seconds)
    passed = time.monotonic() - began
    return ((cpu(process.pid) - used) / passed * 100, memory(process.pid),
            (broker.count - count) / passed, (cpu(broker.process.pid) - broker_used) / passed * 100)


def one_locate(options, folder, rate):
    broker, receiver = Broker(folder), Receiver(rate)
    target = f'mqtt://127.0.0.1:{broker.port}/owntracks/jane/phone'
    process = start([options.locate, 'publish', '--source', receiver.source, '--to', target,
                     '--queue', folder / 'queue'], folder)
    result = steady(process, broker, options.seconds)
    process.terminate()
    process.wait()
    receiver.stop()
    broker.stop()
    return result


def one_mosquitto(options, folder, rate):
    broker = Broker(folder)
    process = start(['mosquitto_pub', '-p', str(broker.port), '-t', 'owntracks/jane/phone', '-q', '1',
                     '-r', '-l'], folder, subprocess.PIPE)
    ends = threading.Event()
    def write():
        begun, number = time.monotonic(), 0
        while not ends.is_set():
            process.stdin.write(b'{"_type":"location","tid":"ne","lat":48.1172000,"lon":11.5166667,'
                                b'"tst":1748764800,"alt":545,"vel":19,"cog":55,'
                                b'"created_at":1748764800}\n')
            process.stdin.flush()
            number += 1
            time.sleep(max(0, begun + number / rate - time.monotonic()))
    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    result = steady(process, broker, options.seconds)
    ends.set()
    thread.join()
    process.stdin.close()
    process.wait()
    broker.stop()
    return result


def whole(command, folder, broker, expected, stdin=subprocess.DEVNULL):
    """Seconds, CPU seconds, memory, and the broker's CPU seconds, of a run to its end."""
    peak = 0
    broker_used = cpu(broker.process.pid)
    began = time.monotonic()
    process = start(command, folder, stdin)
    while True:
        try:
            peak = max(peak, memory(process.pid))
        except (OSError, IndexError):
            pass
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        time.sleep(0.005)
    process.returncode = status
    passed = time.monotonic() - began
    if status:
        sys.exit(f'publish.py: {command[:2]} ended with {status}: '
                 + (folder / 'errors').read_text()[-500:])
    wait_until(lambda: broker.count >= expected, f'{expected} messages (have {broker.count})')
    return (passed, usage.ru_utime + usage.ru_stime, peak, cpu(broker.process.pid) - broker_used)


def make_track(options, folder):
    """A recording with --messages locations, and their payloads."""
    track, lines = folder / 'track.nmea', folder / 'payloads'
    with open(track, 'wb') as file:
        subprocess.run([options.locate, 'simulate', 'drive', '--loop', '--rate', 'max', '--for',
                        f'{options.messages}s', '--format', 'nmea'], stdout=file, check=True)
    lines.unlink(missing_ok=True)
    subprocess.run([options.locate, 'publish', track, '--simulated', '--rate', 'max', '--to',
                    f'file:{lines}', '--tid', 'ne', '--queue', folder / 'other'],
                   check=True, env=environment(folder))
    return track, lines, sum(1 for _ in open(lines))


def full(options, folder):
    track, lines, count = make_track(options, folder)
    results = {'locate': [], 'mosquitto_pub': []}
    for run in range(options.runs):
        for name in sorted(results, reverse=run % 2 == 1):
            broker = Broker(folder)
            if name == 'locate':
                target = f'mqtt://127.0.0.1:{broker.port}/owntracks/jane/phone'
                result = whole([options.locate, 'publish', track, '--simulated', '--rate', 'max', '--to',
                                target, '--queue', folder / f'queue{run}', '--drain', '60s'],
                               folder, broker, count)
            else:
                with open(lines, 'rb') as file:
                    result = whole(['mosquitto_pub', '-p', str(broker.port), '-t',
                                    'owntracks/jane/phone', '-q', '1', '-r', '-l'],
                                   folder, broker, count, file)
            results[name].append(result)
            broker.stop()
    size = lines.stat().st_size / count - 1
    print(f'full: {count} messages of {size:.0f} bytes')
    for name, runs in results.items():
        seconds, used, peak, broker_used = (statistics.median(column) for column in zip(*runs))
        print(f'  {name:14} {count / seconds:8.0f} messages/s  {used / count * 1e6:6.0f} us of CPU each'
              f'  {peak:6.1f} MB  broker {broker_used / count * 1e6:4.0f} us each')


def slow(options, folder):
    short = argparse.Namespace(**{**vars(options), 'messages': min(1_000, options.messages)})
    track, lines, count = make_track(short, folder)
    for rate in (30_000, 1_000_000):
        results = []
        for run in range(options.runs):
            broker = Broker(folder)
            line = Line(broker.port, 0.05, rate)
            target = f'mqtt://127.0.0.1:{line.entry}/owntracks/jane/phone'
            results.append(whole([options.locate, 'publish', track, '--simulated', '--rate', 'max',
                                  '--to', target, '--queue', folder / f'slow{rate}-{run}', '--drain',
                                  '100s'], folder, broker, count)[0])
            line.stop()
            broker.stop()
        print(f'slow: {rate} B/s, 50 ms each way: {count / statistics.median(results):.0f} messages/s')


def fleet(options, folder):
    number = options.publishers
    short = argparse.Namespace(**{**vars(options), 'messages': max(20, options.messages // number)})
    track, _, count = make_track(short, folder)
    def targets(port):
        return [part for index in range(number)
                for part in ('--to', f'mqtt://127.0.0.1:{port}/owntracks/fleet/d{index}')]
    broker, receiver = Broker(folder), Receiver(1)
    process = start([options.locate, 'publish', '--source', receiver.source, '--queue',
                     folder / 'steady'] + targets(broker.port), folder)
    wait_until(lambda: broker.count >= number * 2, 'the connections')
    used, peak, rate, broker_used = steady(process, broker, options.seconds)
    process.terminate()
    process.wait()
    receiver.stop()
    broker.stop()
    print(f'fleet: {number} publishers, one message a second each')
    print(f'  {rate:8.0f} messages/s  {used:5.1f} % of a core  {peak:6.1f} MB  broker {broker_used:5.1f} %')
    broker = Broker(folder)
    seconds, used, peak, broker_used = whole(
        [options.locate, 'publish', track, '--simulated', '--rate', 'max', '--queue', folder / 'fast',
         '--drain', '100s'] + targets(broker.port), folder, broker, number * count)
    broker.stop()
    total = number * count
    print(f'fleet: {number} publishers, {count} messages each, as fast as they go')
    print(f'  {total / seconds:8.0f} messages/s  {used / total * 1e6:5.0f} us of CPU each  {peak:6.1f} MB'
          f'  broker {broker_used / total * 1e6:4.0f} us each')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--locate', default='locate')
    parser.add_argument('--only', default='one,full,slow,fleet')
    parser.add_argument('--seconds', type=float, default=20)
    parser.add_argument('--messages', type=int, default=20_000)
    parser.add_argument('--publishers', type=int, default=1_000)
    parser.add_argument('--runs', type=int, default=3)
    options = parser.parse_args()
    os.environ['PATH'] += ':/usr/sbin'
    if shutil.which('mosquitto') is None or shutil.which('mosquitto_pub') is None:
        sys.exit('publish.py: install mosquitto and mosquitto-clients')
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    wanted = options.only.split(',')
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if 'one' in wanted:
            for rate in (1, 10):
                results = {'locate': [], 'mosquitto_pub': []}
                for _ in range(options.runs):
                    results['locate'].append(one_locate(options, folder, rate))
                    results['mosquitto_pub'].append(one_mosquitto(options, folder, rate))
                print(f'one: {rate} messages a second')
                for program, runs in results.items():
                    used, peak, reached, _ = (statistics.median(column) for column in zip(*runs))
                    print(f'  {program:14} {used:5.2f} % of a core  {peak:5.1f} MB'
                          f'  {reached:.2f} messages/s')
        if 'full' in wanted:
            full(options, folder)
        if 'slow' in wanted:
            slow(options, folder)
        if 'fleet' in wanted:
            fleet(options, folder)


if __name__ == '__main__':
    main()
