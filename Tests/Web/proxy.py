"""A real nginx with TLS and the configuration of docs/web.md, at a free port, with a folder of its own."""
import base64
import hashlib
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOST = 'gps.example.org'


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as free:
        return free.getsockname()[1]


class Proxy:
    """An nginx before a server at a port. It serves map tiles, too, and notes what it got of cookies.

    With `is_plain` it removes the public path, and sends its own name for the server as the host."""

    def __init__(self, server_port, is_plain=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='locate-web-nginx-'))
        self.port = free_port()
        self.url = f'https://{HOST}:{self.port}/boat/'
        self.tiles = f'https://{HOST}:{self.port}/tiles/{{z}}/{{x}}/{{y}}.gif'
        subprocess.run(
            ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', f'/CN={HOST}',
             '-addext', f'subjectAltName=DNS:{HOST}', '-keyout', self.folder / 'key.pem',
             '-out', self.folder / 'cert.pem'], check=True, stderr=subprocess.DEVNULL)
        (self.folder / 'nginx.conf').write_text(self.configuration(server_port, is_plain))
        self.program = shutil.which('nginx') or '/usr/sbin/nginx'
        self.process = None

    def configuration(self, server_port, is_plain):
        text = (ROOT / 'docs/web.md').read_text().split('```nginx\n')[1].split('```')[0]
        for former, new in [
                ('listen 443', f'listen 127.0.0.1:{self.port}'), (':8080', f':{server_port}'),
                ('/etc/ssl/gps.example.org.pem', str(self.folder / 'cert.pem')),
                ('/etc/ssl/gps.example.org.key', str(self.folder / 'key.pem'))]:
            assert former in text, f'docs/web.md has no {former}'
            text = text.replace(former, new)
        if is_plain:
            text = text.replace(f':{server_port};', f':{server_port}/;')
            text = text.replace('proxy_set_header Host $http_host;', '')
        # A browser asks the host for an icon when it shows a refusal, which names none.
        tiles = ('    location /tiles/ { access_log tiles.log cookies; empty_gif; }\n'
                 '    location = /favicon.ico { return 204; }\n}\n')
        paths = ''.join(f'{name}_temp_path {name};\n'
                        for name in ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'])
        return (
            ('user root;\n' if os.getuid() == 0 else '') + 'daemon off;\npid nginx.pid;\nevents {}\nhttp {\n'
            + paths + 'log_format cookies "$uri [$http_cookie]";\naccess_log access.log;\n'
            + text.rstrip()[:-1] + tiles + '}\n')

    def start(self):
        self.process = subprocess.Popen(
            [self.program, '-p', str(self.folder), '-c', 'nginx.conf', '-e', 'error.log'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while True:
            try:
                return socket.create_connection(('127.0.0.1', self.port), 1).close()
            except OSError:
                assert self.process.poll() is None, self.log('error.log')
                assert time.monotonic() < deadline, 'nginx does not answer'
                time.sleep(0.05)

    def log(self, name):
        path = self.folder / name
        return path.read_text() if path.exists() else ''

    def arguments(self):
        """What chromium needs to find the name and to believe the certificate."""
        key = subprocess.run(['openssl', 'x509', '-in', self.folder / 'cert.pem', '-pubkey', '-noout'],
                             check=True, capture_output=True).stdout
        key = subprocess.run(['openssl', 'pkey', '-pubin', '-outform', 'der'], input=key, check=True,
                             capture_output=True).stdout
        pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
        return [f'--host-resolver-rules=MAP {HOST} 127.0.0.1', f'--ignore-certificate-errors-spki-list={pin}']

    def close(self):
        if self.process:
            self.process.terminate()
            self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)
