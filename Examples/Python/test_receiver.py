"""Tests of a program that reads gpsd. The receiver is `locate simulate`, and each test drives it:
LOCATE=gps-locate python3 Examples/Python/test_receiver.py"""
import json
import os
import socket
import subprocess
import tempfile
import unittest


class Receiver:
    """A simulated receiver behind a gpsd. It ends with this process, also if this process is killed."""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        path = f'{self.folder.name}/control'
        self.process = subprocess.Popen(
            [os.environ.get('LOCATE', 'gps-locate'), 'simulate', *arguments, '--serve', 'gpsd://127.0.0.1:0',
             '--with-parent', '--control', path], stderr=subprocess.PIPE, text=True)
        self.port = int(self.process.stderr.readline().rpartition(':')[2])  # serving gpsd://127.0.0.1:40123
        self.process.stderr.readline()  # obeying PATH
        self.control = socket.socket(socket.AF_UNIX)
        self.control.connect(path)

    def tell(self, command):
        self.control.sendall(f'{command}\n'.encode())
        answer = self.control.recv(1000).decode()
        assert answer == 'ok\n', answer

    def close(self):
        self.process.terminate()
        self.process.communicate()
        self.control.close()
        self.folder.cleanup()


def positions(port):
    """The program under test: the positions that a gpsd reports."""
    with socket.create_connection(('127.0.0.1', port), timeout=20) as gpsd, gpsd.makefile() as lines:
        gpsd.sendall(b'?WATCH={"enable":true,"json":true};')
        yield from (report for report in map(json.loads, lines) if report['class'] == 'TPV')


class ReceiverTests(unittest.TestCase):
    def test_the_fix_is_lost_and_comes_back_elsewhere(self):
        receiver = Receiver('drive', '--rate', '10', '--loop')
        self.addCleanup(receiver.close)
        reports = positions(receiver.port)
        self.addCleanup(reports.close)
        here = next(report for report in reports if report['mode'] == 3)
        receiver.tell('lose 1h')
        self.assertNotIn('lat', next(report for report in reports if report['mode'] == 1))
        receiver.tell('jump 100km')
        receiver.tell('lose 0s')
        there = next(report for report in reports if report['mode'] == 3)
        self.assertAlmostEqual(there['lat'] - here['lat'], 0.9, delta=0.1)


if __name__ == '__main__':
    unittest.main()
