#!/usr/bin/env python3
"""Kills the nodes of a broker cluster in turn while a simulated fleet publishes, and counts what is lost.

    cluster.py --locate PROGRAM [--publishers 40] [--devices 1000] [--rounds 3] [--pause 8]

Three nats-server with JetStream make a cluster on this machine; they speak MQTT 3.1.1 and keep each message on three nodes.
The publishers, a `locate publish` each, are divided among the nodes; together they have all devices, and each device
reports once a second. What a node cannot take waits in the queues of its publishers. They also write what they publish to
files. A `locate record` with a session reads everything from the third node. In each round the first node gets a SIGKILL and
starts again, and then the second one. At the end each published location must be in the recording.

Exit status: 0 nothing is lost; 1 something is, or a publisher failed; 2 nats-server is missing. Ends the processes that it
starts, by process id.
"""
import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / 'Web'), str(TESTS / 'Consumers')]
from consumers import compared, finish, recorded, starter, wait  # noqa: E402
from proxy import free_port  # noqa: E402


class Node:
    """A nats-server of the cluster."""

    def __init__(self, number, folder, program, routes, stack):
        self.program, self.process, self.mqtt = program, None, free_port()
        self.configuration = folder / f'node{number}.conf'
        self.configuration.write_text(
            f'server_name: node{number}\nlisten: "127.0.0.1:{free_port()}"\n'
            f'jetstream {{ store_dir: "{folder}/node{number}" }}\n'
            f'cluster {{ name: fleet, listen: "127.0.0.1:{routes[number]}", routes: ['
            + ', '.join(f'"nats-route://127.0.0.1:{port}"' for port in routes)
            + f'] }}\nmqtt {{ listen: "127.0.0.1:{self.mqtt}" }}\nlog_file: "{folder}/node{number}.log"\n')
        stack.callback(self.kill)

    def start(self):
        self.process = subprocess.Popen([self.program, '-c', self.configuration], stdin=subprocess.DEVNULL)

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def is_open(self):
        with contextlib.suppress(OSError), socket.create_connection(('127.0.0.1', self.mqtt), 1):
            return True
        return False


def run(options, folder):
    """Returns how many locations were published, how many are lost, and how many came twice."""
    recording = folder / 'all.csv'
    with contextlib.ExitStack() as stack:
        start = starter(stack, folder)
        routes = [free_port() for _ in range(3)]
        nodes = [Node(number, folder, options.nats, routes, stack) for number in range(3)]
        for node in nodes:
            node.start()
        wait(lambda: all(node.is_open() for node in nodes), 'the nodes to listen')
        # A location that arrives shows that the cluster has chosen who keeps the messages.
        recorder = start(
            options.locate, 'record', f'mqtt://127.0.0.1:{nodes[2].mqtt}/fleet/#', '--session', 'archive', '--retry',
            '-o', recording)
        probe = f'mqtt://127.0.0.1:{nodes[0].mqtt}/fleet/probe'
        wait(lambda: subprocess.run(
            [options.locate, 'publish', 'sim:drive?start=now', '--simulated', '--count', '1', '--to', probe,
             '--to', folder / 'probe.jsonl'],
            env={**os.environ, 'HOME': str(folder)}, stdin=subprocess.DEVNULL).returncode == 0, 'a node to take a location')
        wait(lambda: recording.exists() and any(recorded(recording)), 'a location to reach the recorder')
        seconds = int(options.pause * (4 * options.rounds + 2))
        share = options.devices // options.publishers
        publishers = [
            start(
                options.locate, 'publish', f'sim:drive?devices={share}&start=now&seed={number + 1}', '--simulated',
                '--retry', '--for', f'{seconds}s', '--drain', '120s', '--queue', folder / f'queue{number}',
                '--to', f'mqtt://127.0.0.1:{nodes[number % 3].mqtt}/fleet/{number}/{{device}}',
                '--to', folder / f'{number}.jsonl')
            for number in range(options.publishers)]
        for _ in range(options.rounds):
            for node in nodes[:2]:
                time.sleep(options.pause)
                node.kill()
                time.sleep(options.pause)
                node.start()
        for publisher in publishers:
            if publisher.wait(timeout=seconds + 240):
                sys.exit(f'cluster: a publisher ended with {publisher.returncode}')
        finish([recorder], [recording])
    logs = [folder / f'{number}.jsonl' for number in range(options.publishers)]
    return compared([*logs, folder / 'probe.jsonl'], [recording])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--locate', required=True)
    parser.add_argument('--publishers', type=int, default=40)
    parser.add_argument('--devices', type=int, default=1000)
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--pause', type=float, default=8)
    options = parser.parse_args()
    # The processes end after a SIGTERM too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    options.nats = shutil.which('nats-server', path=os.environ['PATH'] + ':/usr/sbin')
    if not options.nats:
        sys.exit(2)
    with tempfile.TemporaryDirectory() as folder:
        count, lost, twice = run(options, pathlib.Path(folder))
    print(
        f'{count} locations of {options.devices} devices from {options.publishers} publishers, '
        f'{2 * options.rounds} kills of nodes: {lost} lost, {twice} twice')
    sys.exit(1 if lost or not count else 0)


if __name__ == '__main__':
    main()
