"""A server like Traccar: it knows some devices, and asks once to come back after a year."""
import collections
import datetime
import http.server
import json
import re
import subprocess
import threading
import urllib.parse

KNOWN, UNKNOWN = ['anna/phone', 'bus 7'], 'stranger'
EACH = 40
START = 1_790_000_000
YEAR = 31_536_000


class Server(http.server.ThreadingHTTPServer):
    """Answers OsmAnd's protocol, and notes what it was asked."""

    def __init__(self, port=0, known=KNOWN):
        super().__init__(('127.0.0.1', port), Handler)
        self.known = known
        self.answers, self.lock = [], threading.Lock()
        # The request that is put off.
        self.busy = None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def answer(self, device, moment):
        with self.lock:
            status = 503 if len(self.answers) == self.busy else 200 if device in self.known else 400
            self.answers.append((status, device, moment))
            return status

    def counts(self):
        """How many locations it took, and how many it refused."""
        return [sum(1 for answer in self.answers if answer[0] == status) for status in (200, 400)]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        self.rfile.read(int(self.headers.get('Content-Length', 0)))
        status = self.server.answer(query.get('id'), int(query.get('timestamp', 0)))
        self.send_response(status)
        if status == 503:
            self.send_header('Retry-After', str(YEAR))
        self.send_header('Content-Length', '0')
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_):
        pass


def recording(path, first, count):
    """Writes locations of all devices, one after another, in gpsd's JSON."""
    with open(path, 'w') as file:
        for number in range(first, first + count):
            for device in [*KNOWN, UNKNOWN]:
                moment = datetime.datetime.fromtimestamp(START + number, datetime.timezone.utc)
                file.write(json.dumps({
                    'class': 'TPV', 'device': device, 'mode': 3, 'time': moment.strftime('%Y-%m-%dT%H:%M:%SZ'),
                    'lat': 48 + number * 1e-4, 'lon': 11}) + '\n')


def publish(locate, file, server, environment):
    """Returns the exit status, what the command counts (delivered, refused, kept), and everything that it says."""
    run = subprocess.run(
        [locate, 'publish', file, '--rate', 'max', '--simulated', '--format', 'osmand', '--device', '{device}',
         '--to', f'http://127.0.0.1:{server.server_port}/', '--drain', '2s', '--verbose'],
        env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    line = next((line for line in run.stderr.splitlines() if re.search(r'\d+ messages? delivered', line)), '')
    numbers = [re.search(rf'(\d+) {word}', line) for word in ('messages? delivered', 'refused', 'not delivered')]
    return run.returncode, [int(number[1]) if number else 0 for number in numbers], run.stderr


def check_refused(locate, folder, environment):
    """Publishes a recording, and then what was kept. Returns what the first run counted, and what is wrong."""
    server, wrong = Server(), []

    def expect(is_right, what):
        if not is_right:
            wrong.append(what)

    server.busy = 3 * EACH // 2
    recording(folder / 'first.json', 0, EACH)
    code, first, said = publish(locate, folder / 'first.json', server, environment)
    expect(code == 69, f'the first run ends with {code}')
    expect(first[:2] == server.counts() and all(first), f'it counts {first}, the server {server.counts()}')
    expect(sum(first) == 3 * EACH, f'{first} are not {3 * EACH}')
    expect(f'asks to wait {YEAR} s' in said and 'an hour' in said, 'it does not say the longest wait')
    recording(folder / 'second.json', EACH, 1)
    code, second, _ = publish(locate, folder / 'second.json', server, environment)
    expect(code == 69, f'the second run ends with {code}')
    expect(sum(second) == first[2] + 3 and second[2] == 0, f'the second run counts {second}')
    expect([a + b for a, b in zip(first[:2], second)] == server.counts(), f'the server has {server.counts()}')
    sent = collections.Counter((device, START + number) for device in KNOWN for number in range(EACH + 1))
    arrived = collections.Counter(answer[1:] for answer in server.answers if answer[0] == 200)
    expect(not sent - arrived, f'{(sent - arrived).total()} locations of known devices are lost')
    expect(not arrived - sent, f'{(arrived - sent).total()} came twice')
    server.shutdown()
    server.server_close()
    return first, wrong
