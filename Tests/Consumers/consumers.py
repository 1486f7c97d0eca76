#!/usr/bin/env python3
"""Counts what the consumers of a real broker lose, what a server refuses, and what is published of private places.

    consumers.py --locate PROGRAM [--only PART]… [--times 3] [--messages 10000] [--devices 2000] [--seconds 20]

Burst: 200 phones that were offline send 10,000 locations at once, and the broker confirms them. `record`, `watch`,
`monitor`, `publish` and the tracks of the page must have them all.

Killed: one of two recorders that share the messages of a broker. A simulated fleet publishes one location of each device a second to a mosquitto, and to a file. Two `locate record` take the
messages of a shared subscription with a session each. One of them gets a SIGKILL in the middle, and starts again three
seconds later. Then each line of the file must be in one of the recordings, and in no other.

Refused: `publish` sends the locations of three devices to a server like Traccar, which does not know one of them, and once
asks to come back after a year. What the command counts as delivered, refused and kept is what the server saw.

Absent: a `publish` that relays 200 confirmed locations from a mosquitto to a server that begins to listen later.

Private: `publish` sends recordings of two devices to a mosquitto with a file of places, in which a place is private in many
spellings, or cannot be read. A subscriber gets nothing from within the place, also not if a place becomes private while
`publish` runs.

Exit status: 0 nothing is lost and nothing came twice; 1 otherwise; 2 mosquitto is missing. Ends the processes that it
starts, by process id.
"""
import argparse
import collections
import contextlib
import csv
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'Web'))
from burst import Burst, Consumers  # noqa: E402
from private import check_private  # noqa: E402
from proxy import free_port  # noqa: E402
from refused import Server, check_refused  # noqa: E402

PATIENCE = 60


def sent(path):
    """The locations that were published."""
    for line in path.read_text().splitlines():
        message = json.loads(line)
        yield round(message['lat'], 6), round(message['lon'], 6), message['tst']


def recorded(path):
    """The locations of a recording."""
    with open(path) as file:
        for row in csv.DictReader(file):
            moment = datetime.datetime.fromisoformat(row['time_utc'].replace('Z', '+00:00'))
            yield round(float(row['latitude_deg']), 6), round(float(row['longitude_deg']), 6), int(moment.timestamp())


def wait(until, what):
    """Waits until something is true; `what` names it."""
    end = time.monotonic() + PATIENCE
    while not until():
        if time.monotonic() > end:
            sys.exit(f'waited {PATIENCE} s for {what}')
        time.sleep(0.1)


def home(folder):
    """An environment with a home of its own."""
    return {**{name: value for name, value in os.environ.items() if not name.startswith('XDG_')}, 'HOME': str(folder)}


def starter(stack, folder):
    """A function that starts a program with a home of its own; `stack` ends it."""
    environment = home(folder)

    def start(*arguments, output=None):
        with open(output, 'wb') if output else contextlib.nullcontext() as file:
            process = subprocess.Popen(arguments, env=environment, stdin=subprocess.DEVNULL, stdout=file)
        stack.callback(process.wait)
        stack.callback(process.kill)
        return process
    return start


def finish(recorders, files):
    """Ends the recorders when their files do not grow any more."""
    size = -1
    while size != (size := sum(path.stat().st_size for path in files if path.exists())):
        time.sleep(5)
    for recorder in recorders:
        recorder.terminate()
        recorder.wait()


def compared(logs, files):
    """How many locations were published, how many of them are in no recording, and how many recorded ones are too many."""
    published = collections.Counter(place for path in logs for place in sent(path))
    found = collections.Counter(place for path in files for place in recorded(path))
    return published.total(), (published - found).total(), (found - published).total()


def broker(start, options, folder):
    """Starts a broker. Returns its port, and what waits for a number of subscriptions to a topic."""
    port = free_port()
    configuration, log = folder / 'broker.conf', folder / 'broker.log'
    # By default mosquitto drops messages of a subscriber that is slow or away after the first 1,000.
    configuration.write_text(
        f'listener {port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nlog_type subscribe\n'
        f'log_type information\nlog_dest file {log}\nuser root\n')
    start(options.mosquitto, '-c', configuration)
    wait(lambda: log.exists() and 'running' in log.read_text(), 'mosquitto')
    return port, lambda count, topic: wait(
        lambda: log.read_text().count(topic) >= count, f'{count} consumers to subscribe')


def run_burst(options, folder):
    """Counts the locations that each consumer loses."""
    burst = Burst(200, options.messages)
    with contextlib.ExitStack() as stack:
        start = starter(stack, folder)
        port, wait_for_subscriptions = broker(start, options, folder)
        consumers = Consumers(options.locate, start, folder, f'mqtt://127.0.0.1:{port}/burst/+', free_port())
        wait_for_subscriptions(5, 'burst/+')
        begin = time.monotonic()
        burst.publish(port)
        found, former = consumers.found(), None
        # What does not come any more is lost.
        while found != former and any(burst.lost(found).values()):
            time.sleep(2)
            former, found = found, consumers.found()
        lost, seconds = burst.lost(found), time.monotonic() - begin
    words = ', '.join(f'{name} {count}' for name, count in lost.items())
    return f'{options.messages} locations at once, lost after {seconds:.1f} s: {words}', not any(lost.values())


def run_killed(options, folder):
    """Counts the locations that are lost or come twice while a recorder is killed."""
    files = []
    with contextlib.ExitStack() as stack:
        start = starter(stack, folder)
        port, wait_for_subscriptions = broker(start, options, folder)
        url = f'mqtt://127.0.0.1:{port}'

        def record(number):
            files.append(folder / f'{len(files)}.csv')
            return start(
                options.locate, 'record', f'{url}/$share/archive/fleet/#', '--session', f'archive-{number}',
                '--retry', '-o', files[-1])

        recorders = [record(0), record(1)]
        wait_for_subscriptions(2, '$share/archive/fleet/#')
        publisher = start(
            options.locate, 'publish', f'sim:drive?devices={options.devices}&start=now', '--simulated', '--no-retain',
            '--to', f'{url}/fleet/{{device}}', '--to', folder / 'sent.jsonl', '--for', f'{options.seconds}s',
            '--drain', '60s')
        time.sleep(options.seconds / 3)
        recorders[0].kill()
        recorders[0].wait()
        time.sleep(3)
        recorders[0] = record(0)
        if publisher.wait():
            sys.exit(f'the publisher ended with {publisher.returncode}')
        finish(recorders, files)
    count, lost, twice = compared([folder / 'sent.jsonl'], files)
    words = f'{count} locations of {options.devices} devices in {options.seconds} s: {lost} lost, {twice} twice'
    return words, count > 0 and lost == twice == 0


def run_refused(options, folder):
    """Compares what `publish` counts with what a server saw."""
    (delivered, refused, kept), wrong = check_refused(options.locate, folder, home(folder))
    words = f'{delivered} locations delivered, {refused} refused, {kept} kept and sent by the next run'
    return '; '.join([words, *wrong]), not wrong


def run_absent(options, folder):
    """Counts what a server does not get that was not there when its messages were confirmed."""
    burst, target = Burst(10, 200), free_port()
    with contextlib.ExitStack() as stack:
        start = starter(stack, folder)
        port, wait_for_subscriptions = broker(start, options, folder)
        start(options.locate, 'publish', f'mqtt://127.0.0.1:{port}/burst/+', '--format', 'osmand', '--device', '{device}',
              '--to', f'http://127.0.0.1:{target}/')
        wait_for_subscriptions(1, 'burst/+')
        burst.publish(port)
        # The relay has tried and waits.
        time.sleep(1)
        server = Server(target, burst.names)
        wait(lambda: len(server.answers) >= len(burst.messages), 'the server')
        server.shutdown()
        server.server_close()
    sent = collections.Counter((topic.split('/')[1], json.loads(body)['tst']) for topic, body in burst.messages)
    arrived = collections.Counter(answer[1:] for answer in server.answers)
    lost, twice = [found.total() for found in (sent - arrived, arrived - sent)]
    return f'{len(burst.messages)} locations for a server that comes later: {lost} lost, {twice} twice', lost == twice == 0


def run_private(options, folder):
    """Looks for what a broker must not know."""
    with contextlib.ExitStack() as stack:
        start = starter(stack, folder)
        port, wait_for_subscriptions = broker(start, options, folder)
        count, wrong = check_private(
            options.locate, folder, home(folder), start, port, wait, wait_for_subscriptions)
    return '; '.join([f'{count} messages of devices that pass a private place', *wrong]), not wrong


# Each part, and whether it is worth repeating.
PARTS = {
    'burst': (run_burst, True), 'killed': (run_killed, True), 'refused': (run_refused, False),
    'absent': (run_absent, False), 'private': (run_private, False),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--locate', required=True)
    parser.add_argument('--only', choices=PARTS, action='append')
    parser.add_argument('--messages', type=int, default=10_000)
    parser.add_argument('--devices', type=int, default=2000)
    parser.add_argument('--seconds', type=int, default=20)
    parser.add_argument('--times', type=int, default=3)
    options = parser.parse_args()
    options.mosquitto = shutil.which('mosquitto', path=os.environ['PATH'] + ':/usr/sbin')
    if not options.mosquitto:
        sys.exit(2)
    failed = False
    for part in options.only or PARTS:
        run, repeats = PARTS[part]
        for _ in range(options.times if repeats else 1):
            with tempfile.TemporaryDirectory() as folder:
                words, is_right = run(options, pathlib.Path(folder))
            print(words)
            failed = failed or not is_right
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
