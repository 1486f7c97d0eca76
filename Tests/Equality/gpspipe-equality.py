#!/usr/bin/env python3
"""Compare the output of `locate watch` and `gpspipe -w` for the same gpsd at the same time.

    gpspipe-equality.py [--locate PATH] [--jobs N] [--pace MS] [--keep DIR] LOG|DIR ...
    gpspipe-equality.py --self-test

A log may be of any receiver that gpsd knows, NMEA or binary. Each log has its own gpsd: this script
serves the log on a TCP port, and gpsd reads it there. The log starts when gpsd has answered the
WATCH of both clients. locate must print every TPV and SKY that gpspipe prints: once, in the same
order, and equal in

    TPV  time mode status lat lon altHAE altMSL speed track climb eph epv
    SKY  time nSat uSat and the DOPs; of each satellite, in order, all of
         PRN el az ss used gnssid svid sigid health freqid

If one leaves out such a member, the other must leave it out too. Numbers are compared as numbers.
Other members must be equal if both print them. Members that only one prints are counted and named
at the end, and are no difference.

Prints a line for each log and a summary at the end. Exit status: 0 all equal, 1 differences, 2 a
log could not be played. Needs gpsd and gpspipe. Ends the processes that it starts, by process id.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

REQUIRED = {
    'TPV': ('time', 'mode', 'status', 'lat', 'lon', 'altHAE', 'altMSL', 'speed', 'track', 'climb',
            'eph', 'epv'),
    'SKY': ('time', 'nSat', 'uSat', 'gdop', 'hdop', 'pdop', 'tdop', 'vdop', 'xdop', 'ydop'),
}
SATELLITE = ('PRN', 'el', 'az', 'ss', 'used', 'gnssid', 'svid', 'sigid', 'health', 'freqid')
# Seconds for a process to start, to end, or to print its input. A busy machine is slow.
PATIENCE = 20.0
# Longer lines are sent in pieces, like the data of a binary receiver.
PIECE = 256


class CannotPlay(Exception):
    """The log did not pass through gpsd, so nothing was compared."""


# ---- comparing

def reports(lines):
    """The TPV and SKY objects in lines. A line that is not a JSON object raises ValueError."""
    found = []
    for line in lines:
        if not line.strip():
            continue
        report = json.loads(line)
        if not isinstance(report, dict) or 'class' not in report:
            raise ValueError('not a report: ' + line[:80])
        if report['class'] in REQUIRED:
            found.append(report)
    return found


def said(report, member):
    return json.dumps(report[member]) if member in report else 'absent'


def equal(one, other, member):
    if (member in one) != (member in other):
        return False
    if member not in one:
        return True
    # True == 1 in Python, but not in JSON.
    a, b = one[member], other[member]
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def name_of(report, number):
    return '%s %d%s' % (report['class'], number, ' (%s)' % report['time'] if 'time' in report else '')


def satellite_differences(one, other, where):
    if ('satellites' in one) != ('satellites' in other):
        yield '%s: satellites: gpspipe %s, locate %s' % (
            where, 'has them' if 'satellites' in one else 'absent',
            'has them' if 'satellites' in other else 'absent')
        return
    ours, theirs = other.get('satellites', []), one.get('satellites', [])
    if len(ours) != len(theirs):
        yield '%s: gpspipe has %d satellites, locate %d' % (where, len(theirs), len(ours))
    for index, (a, b) in enumerate(zip(theirs, ours)):
        for member in sorted(set(SATELLITE) | set(a) | set(b)):
            if not equal(a, b, member):
                yield '%s: satellite %d (PRN %s): %s: gpspipe %s, locate %s' % (
                    where, index + 1, a.get('PRN'), member, said(a, member), said(b, member))


def pair_differences(one, other, where, alone):
    """The differences of two reports of one class. `alone` counts members that only one has."""
    required = REQUIRED[one['class']]
    for member in required:
        if not equal(one, other, member):
            yield '%s: %s: gpspipe %s, locate %s' % (
                where, member, said(one, member), said(other, member))
    for member in sorted((set(one) | set(other)) - set(required) - {'satellites'}):
        if member in one and member in other:
            if not equal(one, other, member):
                yield '%s: %s: gpspipe %s, locate %s' % (
                    where, member, said(one, member), said(other, member))
        else:
            alone['%s %s.%s' % ('gpspipe' if member in one else 'locate', one['class'], member)] += 1
    if one['class'] == 'SKY':
        yield from satellite_differences(one, other, where)


def key(report):
    """The identity of a report, to find missing and repeated reports."""
    members = REQUIRED[report['class']]
    return (report['class'],) + tuple(json.dumps(report.get(m)) for m in members) + (
        json.dumps([s.get('PRN') for s in report.get('satellites', [])]),)


def differences(theirs, ours, alone):
    """The differences between gpspipe's reports and locate's, as lines."""
    if [r['class'] for r in theirs] == [r['class'] for r in ours]:
        for number, (one, other) in enumerate(zip(theirs, ours), 1):
            yield from pair_differences(one, other, name_of(one, number), alone)
        return
    yield 'gpspipe printed %d reports, locate %d, or their order differs' % (len(theirs), len(ours))
    counts = collections.Counter(map(key, theirs))
    counts.subtract(map(key, ours))
    for number, report in enumerate(theirs, 1):
        if counts[key(report)] > 0:
            counts[key(report)] -= 1
            yield 'only gpspipe: %s: %s' % (name_of(report, number), json.dumps(report)[:160])
    for number, report in enumerate(ours, 1):
        if counts[key(report)] < 0:
            counts[key(report)] += 1
            yield 'only locate: %s: %s' % (name_of(report, number), json.dumps(report)[:160])


# ---- playing

def free_port():
    with socket.create_server(('127.0.0.1', 0)) as server:
        return server.getsockname()[1]


def wait_until(what, condition, *processes, patience=PATIENCE):
    """Polls until `condition()`. Raises CannotPlay after too long, or if a process has ended."""
    deadline = time.monotonic() + patience
    while not condition():
        for process in processes:
            if process.poll() is not None:
                raise CannotPlay('%s ended with %d before %s: %s' % (
                    process.name, process.returncode, what, process.tail()))
        if time.monotonic() > deadline:
            raise CannotPlay('%s did not happen in %g s' % (what, patience))
        time.sleep(0.005)


class Process:
    """A child process. Threads read its two outputs into memory."""

    def __init__(self, command, **options):
        self.name = pathlib.Path(command[0]).name
        self.child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            **options)
        self.out, self.err = bytearray(), bytearray()
        self.readers = [
            threading.Thread(target=self.read, args=pair, daemon=True)
            for pair in ((self.child.stdout, self.out), (self.child.stderr, self.err))]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def read(stream, into):
        while chunk := stream.read1(65536):
            into += chunk

    @property
    def returncode(self):
        return self.child.returncode

    def poll(self):
        return self.child.poll()

    def tail(self):
        return bytes(self.err[-300:]).decode(errors='replace').strip() or 'it printed nothing'

    def lines(self):
        return bytes(self.out).decode('utf-8', 'surrogateescape').splitlines()

    def ends(self, patience):
        """Whether it ended in that time. If so, all of its output has been read."""
        try:
            self.child.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        for reader in self.readers:
            reader.join(PATIENCE)
        return True

    def stop(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.child.poll() is None:
                self.child.send_signal(number)
            if self.ends(3):
                return


def watches(gpsd):
    """The number of clients whose WATCH gpsd has answered, according to its log."""
    return bytes(gpsd.err).count(b'"class":"WATCH","enable":true')


def pieces(log):
    for line in log.splitlines(keepends=True):
        for start in range(0, len(line), PIECE):
            yield line[start:start + PIECE]


def play(path, locate, pace):
    """Both clients' lines for a log."""
    log = path.read_bytes()
    with contextlib.ExitStack() as stack:
        feed = stack.enter_context(socket.create_server(('127.0.0.1', 0)))
        feed.settimeout(PATIENCE)
        for _ in range(5):
            port = free_port()
            gpsd = Process(
                ['gpsd', '-N', '-n', '-b', '-D', '2', '-S', str(port),
                 'tcp://127.0.0.1:%d' % feed.getsockname()[1]],
                env=dict(os.environ, GPSD_SHM_KEY=hex(0x67000000 + port)))
            stack.callback(gpsd.stop)
            wait_until('gpsd to read the log', lambda: readable(feed), gpsd)
            # If another program has taken the port, gpsd runs on without listening.
            if b"can't bind" not in gpsd.err:
                break
            gpsd.stop()
            feed.accept()[0].close()
        receiver = stack.enter_context(feed.accept()[0])
        receiver.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        receiver.settimeout(PATIENCE)
        address = '127.0.0.1:%d' % port
        wait_until('gpsd to listen', lambda: connects(port), gpsd)
        gpspipe = Process(['gpspipe', '-w', address])
        stack.callback(gpspipe.stop)
        ours = Process([locate, 'watch', '--no-remember', '--source', 'gpsd://' + address, '--json'])
        stack.callback(ours.stop)
        wait_until('both watch', lambda: watches(gpsd) >= 2, gpsd, gpspipe, ours)
        with contextlib.suppress(ConnectionError):
            # gpsd drops a receiver that it does not recognize. Both clients get the earlier reports.
            for piece in pieces(log):
                receiver.sendall(piece)
                time.sleep(pace)
        # gpsd has one thread. If it answers a request after it has read the last byte, it has sent
        # all reports about the log to its clients.
        wait_until('the end of the log', lambda: not unread(receiver), gpsd, gpspipe)
        answer(port)
        count = len(reports(gpspipe.lines()))
        deadline = time.monotonic() + 3
        while time.monotonic() < deadline and ours.out.count(b'\n') < count and ours.poll() is None:
            time.sleep(0.005)
        gpsd.stop()
        if not gpspipe.ends(PATIENCE):
            raise CannotPlay('gpspipe did not end with gpsd')
        if not ours.ends(1):
            # If it tries again, it does not end by itself.
            ours.child.send_signal(signal.SIGINT)
            if not ours.ends(PATIENCE):
                raise CannotPlay('locate ended neither when gpsd ended nor after SIGINT')
        return gpspipe.lines(), ours.lines()


def readable(server):
    return bool(select.select([server], [], [], 0)[0])


def connects(port):
    with socket.socket() as probe:
        return probe.connect_ex(('127.0.0.1', port)) == 0


def unread(feed):
    """The number of bytes that the peer of `feed` on this machine has not read yet."""
    def field(address):
        host, port = address
        return '%08X:%04X' % (int.from_bytes(socket.inet_aton(host), sys.byteorder), port)
    try:
        peer = [field(feed.getpeername()), field(feed.getsockname())]
    except OSError:
        return 0
    for line in pathlib.Path('/proc/net/tcp').read_text().splitlines():
        fields = line.split()
        if fields[1:3] == peer:
            return int(fields[4].partition(':')[2], 16)
    return 0


def answer(port):
    """Sends gpsd a request and waits for the answer."""
    with socket.create_connection(('127.0.0.1', port), PATIENCE) as client:
        client.sendall(b'?DEVICES;\n')
        text = b''
        while b'"class":"DEVICES"' not in text:
            chunk = client.recv(65536)
            if not chunk:
                raise CannotPlay('gpsd did not answer')
            text += chunk


# ---- reporting

def check(path, locate, pace, keep):
    """(TPVs, SKYs, differences, members that only one printed) of a log."""
    theirs, ours = play(path, locate, pace)
    if keep:
        (keep / (path.name + '.gpspipe')).write_text('\n'.join(theirs) + '\n')
        (keep / (path.name + '.locate')).write_text('\n'.join(ours) + '\n')
    alone = collections.Counter()
    expected = reports(theirs)
    try:
        found = list(differences(expected, reports(ours), alone))
    except ValueError as error:
        found = ['locate printed a line that is not JSON: %s' % error]
    classes = collections.Counter(r['class'] for r in expected)
    return classes['TPV'], classes['SKY'], found, alone


def logs_of(arguments):
    for argument in arguments:
        path = pathlib.Path(argument)
        if path.is_dir():
            yield from sorted(
                entry for entry in path.iterdir() if entry.suffix in ('.log', '.nmea', '.ubx'))
        elif path.exists():
            yield path
        else:
            sys.exit('%s: no such log' % argument)


def compare(options):
    logs = list(logs_of(options.logs))
    if not logs:
        sys.exit('no logs')
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    width = max(len(log.name) for log in logs)
    tpvs = skies = different = failed = 0
    alone = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = [
            pool.submit(check, log, options.locate, options.pace / 1000, options.keep)
            for log in logs]
        for log, result in zip(logs, work):
            try:
                tpv, sky, found, one_sided = result.result()
            except (CannotPlay, OSError, ValueError) as error:
                failed += 1
                print('%-*s  not played: %s' % (width, log.name, error), flush=True)
                continue
            tpvs, skies, different = tpvs + tpv, skies + sky, different + len(found)
            alone += one_sided
            print('%-*s %5d TPV %5d SKY  %s' % (
                width, log.name, tpv, sky,
                '%d differences' % len(found) if found else 'equal'), flush=True)
            for line in found[:options.show]:
                print('    ' + line)
            if len(found) > options.show:
                print('    ... and %d more' % (len(found) - options.show))
    for who in ('gpspipe', 'locate'):
        members = ['%s %d' % (name.split()[1], count) for name, count in sorted(alone.items())
                   if name.startswith(who + ' ')]
        if members:
            print('printed by %s alone, not compared: %s' % (who, ', '.join(members)))
    outcome = 'all equal'
    if different:
        outcome = '%d differences' % different
    if failed:
        outcome += ', %d logs not played' % failed
    print('%d logs, %d TPV, %d SKY: %s' % (len(logs), tpvs, skies, outcome))
    return 2 if failed else 1 if different else 0


def self_test():
    """Checks that the comparison finds every kind of difference."""
    tpv = {'class': 'TPV', 'device': 'x', 'mode': 3, 'time': '2026-01-02T03:04:05.000Z',
           'lat': 1.000000001, 'lon': 2.0, 'altHAE': 3.0, 'speed': 0.5, 'track': 10.0,
           'climb': -0.1, 'eph': 4.0, 'epv': 5.0, 'epx': 2.5}
    sky = {'class': 'SKY', 'nSat': 2, 'uSat': 1, 'hdop': 1.1, 'satellites': [
        {'PRN': 1, 'el': 10.0, 'az': 20.0, 'ss': 30.0, 'used': True, 'gnssid': 0, 'svid': 1},
        {'PRN': 66, 'el': 11.0, 'az': 21.0, 'ss': 0.0, 'used': False, 'gnssid': 6, 'svid': 2}]}
    lost = {'class': 'TPV', 'device': 'x', 'mode': 1}
    stream = [sky, tpv, dict(tpv, time='2026-01-02T03:04:06.000Z'), lost]

    def changed(index, **members):
        copy = json.loads(json.dumps(stream))
        for member, value in members.items():
            if value is None:
                del copy[index][member]
            else:
                copy[index][member] = value
        return copy

    def satellite(member, value):
        copy = json.loads(json.dumps(stream))
        copy[0]['satellites'][1][member] = value
        return copy

    broken = {
        'a TPV missing': stream[:1] + stream[2:],
        'a TPV twice': stream[:2] + stream[1:],
        'two TPVs exchanged': [stream[0], stream[2], stream[1], stream[3]],
        'SKY after TPV': [stream[1], stream[0]] + stream[2:],
        'a lost fix missing': stream[:3],
        'one TPV too many': stream + [lost],
        'SKY missing': stream[1:],
        'the ninth decimal': changed(1, lat=1.000000002),
        'an altitude left out': changed(1, altHAE=None),
        'an altitude made up': changed(1, altMSL=0.0),
        'a zero for an absent time': changed(3, time='1970-01-01T00:00:00.000Z'),
        'another mode': changed(3, mode=0),
        'an error estimate changed': changed(1, epx=2.6),
        'satellites missing': changed(0, satellites=None),
        'satellites empty': changed(0, satellites=[]),
        'a satellite missing': changed(0, satellites=sky['satellites'][:1]),
        'satellites exchanged': changed(0, satellites=sky['satellites'][::-1]),
        'an untracked satellite without its strength': satellite('ss', 1.0),
        'another use': satellite('used', 0),
        'a signal made up': satellite('sigid', 0),
    }
    alone = collections.Counter()
    failures = list(differences(stream, json.loads(json.dumps(stream)), alone))
    failures += ['not found: ' + what for what, ours in broken.items()
                 if not list(differences(stream, ours, collections.Counter()))]
    for line in failures:
        print(line)
    print('%d kinds of difference, %s' % (len(broken), 'not all found' if failures else 'all found'))
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('logs', nargs='*', metavar='LOG|DIR')
    parser.add_argument('--locate', default='.build/release/locate', help='the command to compare')
    parser.add_argument('--jobs', type=int, default=2, help='logs at the same time')
    parser.add_argument('--pace', type=float, default=1.0, metavar='MS',
                        help='pause after each line of the log, in milliseconds')
    parser.add_argument('--show', type=int, default=5, help='differences to print for each log')
    parser.add_argument('--keep', type=pathlib.Path, metavar='DIR', help='a folder for the output of both')
    parser.add_argument('--self-test', action='store_true', help='compare made-up differences')
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.logs:
        parser.error('which logs?')
    return compare(options)


if __name__ == '__main__':
    sys.exit(main())
