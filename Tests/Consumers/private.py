"""Places that might be private, and what a broker gets of what happens there."""
import contextlib
import json
import math
import shutil
import subprocess

from burst import METERS_OF_A_DEGREE

HOME, RADIUS = (48.0, 11.0), 200
NAME = 'Zuhause'
DEVICES = ['anna/phone', 'bus 7']
CIRCLE = {'type': 'Point', 'coordinates': [HOME[1], HOME[0]]}
SQUARE = [[[10.99, 47.99], [11.01, 47.99], [11.01, 48.01], [10.99, 48.01], [10.99, 47.99]]]
FAR = [[[30, 47.99], [30.01, 47.99], [30.01, 48.01], [30, 47.99]]]
# Places as other programs and people write them. Nobody may learn where they are.
HIDDEN = [
    {'private': True}, {'private': 'true'}, {'private': 1}, {'private': 'yes'}, {'Private': 'x'},
    {'is_private': 'TRUE'}, {'private': {'for': 'all'}}, {'private': True, 'radius': f' {RADIUS} '},
]
# Those that cannot be read: publish refuses, and names the line.
REFUSED = [
    ({'private': True, 'name': None}, CIRCLE), ({'private': 'ja', 'radius': '200 m'}, CIRCLE),
    ({'private': True}, {'type': 'MultiPolygon', 'coordinates': [SQUARE, FAR]}),
    ({'private': True}, {'type': 'GeometryCollection', 'geometries': []}),
]


def write_place(path, properties, geometry):
    """A file of one place, in its third line."""
    properties = {'name': NAME, 'radius': RADIUS, **properties}
    feature = {'type': 'Feature', 'properties': {name: value for name, value in properties.items() if value is not None},
               'geometry': geometry}
    path.write_text(f'{{"type": "FeatureCollection",\n"features": [\n{json.dumps(feature)}\n]}}\n')


def write_recording(path):
    """Two devices that pass the place, one after another, each with latitudes of its own."""
    with open(path, 'w') as file:
        for number in range(100):
            for index, device in enumerate(DEVICES):
                file.write(json.dumps({
                    'class': 'TPV', 'device': device, 'mode': 3, 'time': f'2026-09-21T14:{number // 60:02}:{number % 60:02}Z',
                    'lat': HOME[0] + (number - 50) * 4e-4, 'lon': HOME[1] + index * 1e-5}) + '\n')


def distance(message):
    """Meters from the place."""
    north = (message['lat'] - HOME[0]) * METERS_OF_A_DEGREE
    east = (message['lon'] - HOME[1]) * METERS_OF_A_DEGREE * math.cos(math.radians(HOME[0]))
    return math.hypot(north, east)


class Subscriber:
    """Everything that comes to a broker."""

    def __init__(self, start, port, folder):
        self.port, self.file, self.marks = port, folder / 'subscriber', 0
        start('mosquitto_sub', '-p', str(port), '-t', 'out/#', '-t', 'mark', '-q', '1', '-v', output=self.file)

    def send(self, topic, message):
        subprocess.run(['mosquitto_pub', '-p', str(self.port), '-q', '1', '-t', topic, '-m', json.dumps(message)], check=True)

    def messages(self, wait):
        """The messages so far, by their topics: all that were confirmed before this call."""
        self.marks += 1
        self.send('mark', self.marks)
        wait(lambda: f'mark {self.marks}\n' in self.file.read_text(), 'the subscriber')
        found = {}
        for line in self.file.read_text().splitlines():
            topic, text = line.split(' {', 1) if ' {' in line else (line, '')
            if text:
                found.setdefault(topic, []).append(json.loads('{' + text))
        return found


def check_private(locate, folder, environment, start, port, wait, wait_for_subscriptions):
    """Publishes with places of many spellings. Returns how many messages came, and what is wrong."""
    if not shutil.which('mosquitto_sub'):
        return 0, ['mosquitto_sub is missing']
    wrong = []

    def expect(is_right, what):
        if not is_right:
            wrong.append(what)

    places, recording, url = folder / 'places.geojson', folder / 'recording.json', f'mqtt://127.0.0.1:{port}/out'
    write_recording(recording)
    subscriber = Subscriber(start, port, folder)
    wait_for_subscriptions(1, 'out/#')

    def publish(topic, *more):
        run = subprocess.run(
            [locate, 'publish', recording, '--rate', 'max', '--simulated', '--no-retain', '--name-places',
             '--places', places, '--to', f'{url}/{topic}/{{device}}', *more],
            env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        return run.returncode, run.stderr

    for number, properties in enumerate(HIDDEN):
        write_place(places, properties, CIRCLE)
        code, said = publish(f'hidden-{number}', '--require-private')
        expect(code == 0 and f'private: {NAME} (' in said, f'{properties}: {code}, {said}')
    for number, (properties, geometry) in enumerate(REFUSED):
        write_place(places, properties, geometry)
        code, said = publish(f'refused-{number}')
        expect(code == 65 and f'{places}: line 3, ' in said, f'{properties} {geometry["type"]}: {code}, {said}')
    write_place(places, {}, CIRCLE)
    code, said = publish('required', '--require-private')
    expect(code == 78 and '--require-private' in said, f'--require-private: {code}, {said}')

    found = subscriber.messages(wait)
    topics = {f'out/hidden-{number}/{device}' for number in range(len(HIDDEN)) for device in DEVICES}
    expect(set(found) == topics, f'topics that should not be there, or are missing: {set(found) ^ topics}')
    for topic, messages in found.items():
        nearest = min(map(distance, messages))
        # Both ends of the way are outside.
        expect(nearest > RADIUS and len(messages) > 40, f'{topic}: {len(messages)} messages, {nearest:.0f} m away')
        expect(NAME not in json.dumps(messages), f'{topic}: names the place')
        offset = DEVICES.index(topic.split('/', 2)[2]) * 1e-5
        expect(all(abs(message['lon'] - HOME[1] - offset) < 2e-6 for message in messages), f'{topic}: of another device')
    edit(locate, folder, environment, start, port, wait, wait_for_subscriptions, subscriber, expect)
    return sum(map(len, found.values())), wrong


def edit(locate, folder, environment, start, port, wait, wait_for_subscriptions, subscriber, expect):
    """A place becomes private while `publish` runs."""
    def places(*arguments):
        subprocess.run([locate, 'places', *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)

    def location(device, latitude, moment):
        subscriber.send(f'in/{device}', {
            '_type': 'location', 'tid': 'xx', 'lat': latitude, 'lon': HOME[1], 'tst': 1_790_000_000 + moment})

    places('add', NAME, '--at', f'{HOME[0]},{HOME[1]}', '--radius', f'{RADIUS}m')
    start(locate, 'publish', f'mqtt://127.0.0.1:{port}/in/+', '--to', f'mqtt://127.0.0.1:{port}/out/edit/{{device}}')
    wait_for_subscriptions(1, 'in/+')
    latitudes = {}

    def arrived(count):
        def enough():
            latitudes.update({topic: [message['lat'] for message in messages if 'lat' in message]
                              for topic, messages in subscriber.messages(wait).items() if '/edit/' in topic})
            return sum(map(len, latitudes.values())) >= count
        with contextlib.suppress(SystemExit):
            wait(enough, f'{count} locations')
        return latitudes

    for device in 'ab':
        location(device, HOME[0], 0)
    arrived(2)
    places('edit', NAME, '--private')
    for device in 'ab':
        location(device, HOME[0] + 1e-4, 60)
        location(device, HOME[0] + 1, 120)
    expect(arrived(4) == {f'out/edit/{device}': [HOME[0], HOME[0] + 1] for device in 'ab'},
           f'while publish runs: {latitudes}')
