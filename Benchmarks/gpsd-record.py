#!/usr/bin/env python3
"""Print gpsd's reports about a track, as `gpspipe -w` prints them.

    gpsd-record.py TRACK.nmea > TRACK.json

Starts its own gpsd and plays the track to it over TCP. Each cycle of the track must begin with RMC.
The next cycle is sent as soon as gpsd has reported the one before. Needs gpsd and gpspipe. Ends the
processes that it starts, by process id.
"""
import os
import re
import select
import socket
import subprocess
import sys
import time

PATIENCE = 20.0


def listens(port):
    with socket.socket() as client:
        return client.connect_ex(('127.0.0.1', port)) == 0


def lines(pipe, pending, seconds):
    """The lines up to a TPV, or until no line arrives for `seconds`."""
    while select.select([pipe], [], [], seconds)[0]:
        read = os.read(pipe.fileno(), 65536)
        if not read:
            sys.exit('gpsd-record: gpspipe has ended')
        *whole, pending[0] = (pending[0] + read).split(b'\n')
        yield from (line + b'\n' for line in whole)
        if any(b'"class":"TPV"' in line for line in whole):
            return


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    with open(sys.argv[1], 'rb') as file:
        cycles = re.findall(rb'\$..RMC.*?(?=\$..RMC|\Z)', file.read(), re.DOTALL)
    if not cycles:
        sys.exit('gpsd-record: %s: it has no RMC, which must begin a cycle' % sys.argv[1])
    with socket.create_server(('127.0.0.1', 0)) as receiver, socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
        free.close()
        source = 'tcp://127.0.0.1:%d' % receiver.getsockname()[1]
        started = []
        try:
            gpsd = subprocess.Popen(
                ['gpsd', '-N', '-n', '-b', '-S', str(port), source],
                env=dict(os.environ, GPSD_SHM_KEY='0x%x' % (os.getpid() | 0x40000000),
                         PATH=os.environ.get('PATH', '') + ':/usr/sbin'),
                stderr=subprocess.DEVNULL)
            started.append(gpsd)
            receiver.settimeout(PATIENCE)
            feed, _ = receiver.accept()
            deadline = time.monotonic() + PATIENCE
            while not listens(port):
                if time.monotonic() > deadline:
                    sys.exit('gpsd-record: gpsd does not listen')
                time.sleep(0.05)
            gpspipe = subprocess.Popen(
                ['gpspipe', '-w', '127.0.0.1:%d' % port], stdout=subprocess.PIPE)
            started.append(gpspipe)
            pending = [b'']
            for number, cycle in enumerate(cycles):
                feed.sendall(cycle)
                # gpsd does not report the first cycles, because it still examines the receiver.
                seconds = 1.0 if number < 5 else PATIENCE if number < len(cycles) - 1 else 1.0
                for line in lines(gpspipe.stdout, pending, seconds):
                    sys.stdout.buffer.write(line)
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


if __name__ == '__main__':
    try:
        main()
    except FileNotFoundError as error:
        sys.exit('gpsd-record: %s: there is no such file or command' % error.filename)
    except BrokenPipeError:
        # The reader closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        sys.exit('gpsd-record: %s' % error)
    except KeyboardInterrupt:
        sys.exit(130)
