"""Phones that were offline: each sends all of its locations at once, and a broker confirms them."""
import collections
import csv
import json
import os
import random
import socket
import struct
import threading
import urllib.parse
import urllib.request

# The place that each device passes, and its radius in meters.
CENTER = (48.0, 11.0)
RADIUS = 200
# Meters and seconds between two locations of a device.
STEP = 25
INTERVAL = 20
START = 1_790_000_000
METERS_OF_A_DEGREE = 111_195
EVENTS = ['enter', 'leave']


class Burst:
    """The locations of `devices`, in an order in which their parts come mixed."""

    def __init__(self, devices, count):
        self.devices, self.count = devices, count
        self.each = count // devices
        self.names = [f'device-{device:04}' for device in range(devices)]
        self.messages, self.places = [], []
        parts = [name for name in range(devices) for _ in range(5)]
        random.Random(7).shuffle(parts)
        done = [0] * devices
        for device in parts:
            for _ in range(self.each // 5):
                self.messages.append(self.message(device, done[device]))
                done[device] += 1

    def message(self, device, number):
        """A location on a line through the place: outside, inside, outside."""
        meters = (number - self.each / 2) * STEP
        # Each device has a longitude of its own.
        latitude = round(CENTER[0] + meters / METERS_OF_A_DEGREE, 6)
        longitude = round(CENTER[1] + (device - self.devices / 2) * 1e-6, 6)
        moment = START + number * INTERVAL + device
        self.places.append(place(latitude, longitude))
        body = {'_type': 'location', 'tid': 'xx', 'lat': latitude, 'lon': longitude, 'tst': moment, 'acc': 5}
        return f'burst/{self.names[device]}', json.dumps(body).encode()

    def lost(self, found):
        """How many locations, or events, each consumer does not have."""
        expected = collections.Counter(self.places)
        passed = collections.Counter((device, event) for device in self.names for event in EVENTS)
        return {name: ((passed if name == 'monitor' else expected) - collections.Counter(all)).total()
                for name, all in found.items()}

    def publish(self, port):
        """Sends all messages at once with quality 1, and returns when the broker has confirmed them."""
        with socket.create_connection(('127.0.0.1', port)) as connection:
            connection.sendall(packet(0x10, text('MQTT') + b'\x04\x02\x00\x3c' + text('burst')))
            assert receive(connection, 4) == b'\x20\x02\x00\x00', 'the broker refuses'
            confirmed = []
            reading = threading.Thread(target=lambda: confirmed.append(receive(connection, 4 * len(self.messages))))
            reading.start()
            connection.sendall(b''.join(
                packet(0x32, text(topic) + struct.pack('>H', number) + body)
                for number, (topic, body) in enumerate(self.messages, 1)))
            reading.join()
            assert len(confirmed[0]) == 4 * len(self.messages), 'the broker did not confirm all messages'
            connection.sendall(b'\xe0\x00')


def text(words):
    return struct.pack('>H', len(words)) + words.encode()


def packet(kind, body):
    length, digits = len(body), b''
    while True:
        length, digit = divmod(length, 128)
        digits += bytes([digit | (128 if length else 0)])
        if not length:
            return bytes([kind]) + digits + body


def receive(connection, count):
    data = b''
    while len(data) < count:
        part = connection.recv(65536)
        if not part:
            break
        data += part
    return data


class Consumers:
    """A consumer of each kind, and what each of them has of a burst."""

    def __init__(self, locate, start, folder, url, port):
        self.folder, self.page = folder, f'http://127.0.0.1:{port}/api'
        start(locate, 'places', 'add', 'Gate', '--at', f'{CENTER[0]},{CENTER[1]}', '--radius', f'{RADIUS}m',
              output=os.devnull).wait()
        self.processes = [
            start(locate, 'record', url, '-o', folder / 'record.csv'),
            start(locate, 'watch', url, '--json', output=folder / 'watch'),
            start(locate, 'monitor', url, '--json', output=folder / 'monitor'),
            start(locate, 'publish', url, '--to', folder / 'publish.jsonl'),
            start(locate, 'web', url, '--listen', f'127.0.0.1:{port}'),
        ]

    def lines(self, name):
        path = self.folder / name
        # The last line may not be whole yet.
        for line in path.read_text().split('\n')[:-1] if path.exists() else []:
            yield line

    def found(self):
        """The locations that each consumer has; of `monitor` the devices that came and went."""
        reports = [json.loads(line) for line in self.lines('watch')]
        messages = [json.loads(line) for line in self.lines('publish.jsonl')]
        events = [json.loads(line) for line in self.lines('monitor')]
        return {
            'record': [place(row['latitude_deg'], row['longitude_deg'])
                       for row in csv.DictReader(self.lines('record.csv'))],
            'watch': [place(report['lat'], report['lon']) for report in reports if 'lat' in report],
            'publish': [place(message['lat'], message['lon']) for message in messages if 'lat' in message],
            'page': list(self.points()),
            'monitor': [(event['device'], event['event']) for event in events if event['event'] in EVENTS],
        }

    def points(self):
        """The locations in the tracks of the page."""
        for receiver in self.get('location')['receivers']:
            track = self.get('track?receiver=' + urllib.parse.quote(receiver['id'], safe=''))['track']
            for latitude, longitude, *_ in track['points']:
                yield place(latitude, longitude)

    def get(self, path):
        with urllib.request.urlopen(f'{self.page}/{path}') as answer:
            return json.load(answer)


def place(latitude, longitude):
    return round(float(latitude) * 1e6), round(float(longitude) * 1e6)
