"""Drives Debian's firefox-esr through Marionette: JSON on a socket, each message with its length before it. It needs no
package besides Firefox.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

# Firefox has other sources of locations, and asks its user.
SETTINGS = {
    'geo.provider.use_geoclue': False, 'geo.provider.use_gpsd': False,
    'permissions.default.geo': 1, 'marionette.port': 0,
}


class Firefox:
    """A Firefox without a window that asks `server` for its location."""

    def __init__(self, server):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='locate-firefox-'))
        settings = {**SETTINGS, 'geo.provider.network.url': server}
        self.folder.joinpath('user.js').write_text(''.join(
            f'user_pref({json.dumps(name)}, {json.dumps(value)});\n' for name, value in settings.items()))
        self.process = subprocess.Popen(
            ['firefox-esr', '--headless', '--no-remote', '--marionette', '--profile', self.folder],
            env={**os.environ, 'HOME': str(self.folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.rest, self.last = b'', 0
        try:
            self.connection = socket.create_connection(('127.0.0.1', self.port()))
            self.connection.settimeout(60)
            self.receive()
            self.call('WebDriver:NewSession', capabilities={})
        except BaseException:
            self.close()
            raise

    def port(self):
        """Firefox writes the port that it got into its profile."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                return int(self.folder.joinpath('MarionetteActivePort').read_text())
            except (OSError, ValueError):
                time.sleep(0.1)
        raise TimeoutError('Firefox does not start')

    def close(self):
        self.process.terminate()
        self.process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self):
        while b':' not in self.rest:
            self.rest += self.connection.recv(1 << 16)
        length, self.rest = self.rest.split(b':', 1)
        while len(self.rest) < int(length):
            self.rest += self.connection.recv(1 << 16)
        message, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(message)

    def call(self, command, **parameters):
        self.last += 1
        message = json.dumps([0, self.last, command, parameters]).encode()
        self.connection.sendall(b'%d:%s' % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f'{command}: {error["message"]}')
        return result

    def position(self):
        """Where the present page is: latitude and longitude; nothing if Firefox does not know."""
        script = ('const done = arguments[0]; navigator.geolocation.getCurrentPosition('
                  'place => done([place.coords.latitude, place.coords.longitude]), () => done(null), {timeout: 5000})')
        return self.call('WebDriver:ExecuteAsyncScript', script=script, args=[])['value']
