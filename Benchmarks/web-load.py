#!/usr/bin/env python3
"""Measures `locate-web`: its start, its memory, the delay of many clients, and the cost of many devices.

    web-load.py PROGRAM [--clients 200] [--hz 10] [--seconds 20] [--devices 2000] [--no-day]

A receiver here sends NMEA to the program over TCP and notes when each epoch left. The clients are sockets in this
process; each notes when the epoch arrived as an event. The delay is the time between both, with all of the program in
it. Then a gpsd here has many devices, each with a location a second, and a client reads all of them. Then the
program plays a simulated day as fast as it goes, with a client, and its memory is watched; --no-day leaves that out.
"""
import argparse
import datetime
import os
import re
import select
import socket
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'Tests/Web'))
from feed import Fleet  # noqa: E402

REQUEST = b'GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n'


def start(program, *arguments):
    """Starts the program. Returns the process, its port, and the milliseconds until its first answer."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [program, *arguments, '--listen', '127.0.0.1:0', '--no-remember'], stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    port = int(re.search(r':(\d+)/', line)[1])
    with socket.create_connection(('127.0.0.1', port)) as client:
        client.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
        client.recv(1)
    return process, port, (time.monotonic() - begin) * 1000


def memory(process):
    """The resident memory in MB, and its peak."""
    with open(f'/proc/{process.pid}/status') as file:
        text = file.read()
    return [int(re.search(rf'{name}:\s+(\d+)', text)[1]) / 1000 for name in ('VmRSS', 'VmHWM')]


def processor(process):
    """The seconds of processor time."""
    with open(f'/proc/{process.pid}/stat') as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def epoch(number):
    """An epoch whose time of day has the number: a hundredth of a second each."""
    now = datetime.timedelta(seconds=number / 100)
    clock = (datetime.datetime(2026, 5, 8) + now).strftime('%H%M%S.%f')[:9]
    lines = []
    minutes = 8.0 + number % 1000 / 10000
    for text in [f'GNRMC,{clock},A,48{minutes:07.4f},N,01131.0000,E,10.0,90.0,080526,,,A',
                 f'GNGGA,{clock},48{minutes:07.4f},N,01131.0000,E,1,08,0.9,500.0,M,46.0,M,,']:
        check = 0
        for byte in text.encode():
            check ^= byte
        lines.append(f'${text}*{check:02X}\r\n')
    return ''.join(lines).encode(), clock


def load(program, clients, hz, seconds):
    """Many clients at once."""
    listener = socket.create_server(('127.0.0.1', 0))
    process, port, first = start(program, f'tcp://127.0.0.1:{listener.getsockname()[1]}')
    receiver = listener.accept()[0]
    receiver.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(f'first answer after {first:.0f} ms, {memory(process)[0]:.1f} MB')
    poll, streams = select.epoll(), {}
    for _ in range(clients):
        client = socket.create_connection(('127.0.0.1', port))
        client.sendall(REQUEST)
        client.setblocking(False)
        streams[client.fileno()] = client
        poll.register(client, select.EPOLLIN)
    sent, delays, rests = {}, [], {number: b'' for number in streams}
    pattern = re.compile(rb'"time":"2026-05-08T(\d\d):(\d\d):(\d\d\.\d\d)')
    number, begin, busy = 0, time.monotonic() + 1, None
    while number < hz * seconds + hz:
        now = time.monotonic()
        due = begin + number / hz
        if now >= due:
            data, clock = epoch(number + 1)
            sent[clock] = time.monotonic()
            receiver.sendall(data)
            number += 1
            if number == hz:
                delays.clear()
                busy = processor(process), time.monotonic()
            continue
        for descriptor, _ in poll.poll(due - now):
            arrival = time.monotonic()
            data = rests[descriptor] + streams[descriptor].recv(1 << 16)
            parts = data.split(b'\n\n')
            rests[descriptor] = parts[-1]
            for part in parts[:-1]:
                if b'event: fix\n' not in part:
                    continue
                found = pattern.search(part)
                key = b''.join(found.groups()).decode() if found else None
                if key in sent:
                    delays.append(arrival - sent[key])
    share = (processor(process) - busy[0]) / (time.monotonic() - busy[1])
    delays.sort()
    expected = clients * hz * seconds
    if not delays:
        sys.exit('web-load: no event arrived')
    p50, p99 = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
    now, peak = memory(process)
    print(f'{clients} clients at {hz} Hz: {len(delays)} of {expected} events, delay p50 {p50 * 1000:.1f} ms, '
          f'p99 {p99 * 1000:.1f} ms, most {delays[-1] * 1000:.1f} ms, {share * 100:.1f} % of a core, '
          f'{now:.1f} MB, peak {peak:.1f} MB')
    process.terminate()
    process.wait(10)
    return p99 <= 0.05 and len(delays) >= 0.99 * expected


def fleet(program, devices, seconds):
    """Many devices with a location a second each, and a client that reads all of them."""
    source = Fleet(devices)
    process, port, _ = start(program, source.url)
    client = socket.create_connection(('127.0.0.1', port))
    client.sendall(REQUEST)
    # The first seconds fill the tracks.
    read(client, 10)
    begin, busy = time.monotonic(), processor(process)
    events = read(client, seconds).count(b'event: fix\n')
    passed = time.monotonic() - begin
    share = (processor(process) - busy) / passed
    print(f'{devices} devices at 1 Hz: {events / passed:.0f} locations a second, {share * 100:.1f} % of a core, '
          f'{memory(process)[0]:.1f} MB; /api/location {len(get(port, "/api/location")) / 1e6:.1f} MB')
    process.terminate()
    process.wait(10)
    source.close()
    # A tenth of the devices has no fix.
    return share <= 0.15 and events / passed >= 0.88 * devices


def read(client, seconds):
    """What arrives in a time."""
    data, end = [], time.monotonic() + seconds
    while (rest := end - time.monotonic()) > 0:
        if select.select([client], [], [], rest)[0]:
            data.append(client.recv(1 << 20))
    return b''.join(data)


def day(program):
    """A simulated day as fast as it goes."""
    process, port, _ = start(program, 'sim:drive?start-at=48,11&end-at=48,14.2&speed=10km/h', '--rate', 'max')
    client = socket.create_connection(('127.0.0.1', port))
    client.sendall(REQUEST)
    client.setblocking(False)
    samples, text, begin = [], b'', time.monotonic()
    while b'the source ended' not in text and time.monotonic() - begin < 300:
        select.select([client], [], [], 0.5)
        try:
            text = text[-200:] + client.recv(1 << 20)
        except BlockingIOError:
            pass
        if not samples or time.monotonic() - samples[-1][0] > 0.5:
            samples.append((time.monotonic(), memory(process)[0]))
    values = [value for _, value in samples]
    fixes = re.findall(rb'"fixes":(\d+)', get(port, '/api/location'))
    half = max(values[: len(values) // 2] or values)
    print(f'a simulated day in {time.monotonic() - begin:.0f} s, {int(fixes[0])} locations: '
          f'{values[0]:.1f} MB at first, {half:.1f} MB at most in the first half, {max(values):.1f} MB at most, '
          f'{values[-1]:.1f} MB at the end; /api/location {len(get(port, "/api/location"))} bytes, '
          f'track {len(get(port, "/api/track.gpx"))} bytes')
    process.terminate()
    process.wait(10)
    return max(values) <= half * 1.1 + 1


def get(port, path):
    with socket.create_connection(('127.0.0.1', port)) as client:
        client.sendall(f'GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'.encode())
        data = b''
        while piece := client.recv(1 << 16):
            data += piece
    return data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('--clients', type=int, default=200)
    parser.add_argument('--hz', type=int, default=10)
    parser.add_argument('--seconds', type=int, default=20)
    parser.add_argument('--devices', type=int, default=2000)
    parser.add_argument('--no-day', action='store_true')
    options = parser.parse_args()
    print(f'{options.program}: {os.path.getsize(options.program) / 1e6:.1f} MB')
    is_good = load(options.program, options.clients, options.hz, options.seconds)
    is_good = fleet(options.program, options.devices, options.seconds) and is_good
    if not options.no_day:
        is_good = day(options.program) and is_good
    return 0 if is_good else 1


if __name__ == '__main__':
    sys.exit(main())
