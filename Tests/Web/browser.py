"""Drives Debian's chromium through --remote-debugging-pipe: JSON on the descriptors 3 and 4, each message with
a zero byte at its end. It needs no package besides chromium.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def until(condition, complaint, timeout=10):
    """Waits until a function returns something true, and returns that. `complaint` is a function, too."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(complaint())
        time.sleep(0.05)


class Browser:
    """A chromium without a window, with one page."""

    def __init__(self, *arguments):
        self.profile = tempfile.mkdtemp(prefix='locate-web-')
        to_browser, self.requests = os.pipe()
        self.answers, from_browser = os.pipe()

        def place():
            # The two ends may have the numbers 3 and 4 already.
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            ['chromium', '--headless=new', '--no-sandbox', '--remote-debugging-pipe', '--no-proxy-server',
             '--disable-gpu', '--hide-scrollbars', '--no-first-run', '--disable-background-networking',
             '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
             f'--user-data-dir={self.profile}', *arguments, 'about:blank'],
            preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.rest, self.last, self.session = b'', 0, None
        # What the page did wrong, and the addresses that it asked for.
        self.complaints, self.urls = [], []
        targets = self.call('Target.getTargets')['targetInfos']
        page = next(target for target in targets if target['type'] == 'page')
        self.session = self.call(
            'Target.attachToTarget', targetId=page['targetId'], flatten=True)['sessionId']
        for domain in ['Page', 'Runtime', 'Log', 'Network']:
            self.call(f'{domain}.enable')

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.requests)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, timeout=30, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.last += 1
        message = {'id': self.last, 'method': method, 'params': parameters}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.requests, json.dumps(message).encode() + b'\0')
        deadline = time.monotonic() + timeout
        while True:
            answer = self.receive(deadline)
            if answer.get('id') == self.last:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]["message"]}')
                return answer['result']

    def receive(self, deadline):
        """Returns the next message, and notes what it complains about."""
        while b'\0' not in self.rest:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError('chromium does not answer')
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                raise RuntimeError('chromium ended')
            self.rest += piece
        line, self.rest = self.rest.split(b'\0', 1)
        message = json.loads(line)
        self.note(message.get('method'), message.get('params', {}))
        return message

    def note(self, method, parameters):
        if method == 'Runtime.exceptionThrown':
            details = parameters['exceptionDetails']
            self.complaints.append(details.get('exception', {}).get('description', details['text']))
        elif method == 'Runtime.consoleAPICalled' and parameters['type'] in ('error', 'warning', 'assert'):
            self.complaints.append(str([value.get('value') for value in parameters['args']]))
        elif method == 'Log.entryAdded' and parameters['entry']['level'] in ('error', 'warning'):
            entry = parameters['entry']
            self.complaints.append(f'{entry["text"]} {entry.get("url", "")}')
        elif method == 'Network.requestWillBeSent':
            self.urls.append(parameters['request']['url'])

    def open(self, url):
        self.call('Page.navigate', url=url)

    def evaluate(self, expression):
        """The value of an expression of JavaScript in the page."""
        result = self.call(
            'Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(result['exceptionDetails'].get('exception', {}).get('description'))
        return result['result'].get('value')

    def eventually(self, what, expression, timeout=20):
        """Waits until an expression is true, and returns its value."""
        def value():
            try:
                return self.evaluate(expression)
            except RuntimeError:
                # The page is not there yet.
                return None
        return until(
            value, lambda: f'{what}: {expression} is {value()!r}\n{self.evaluate("document.body.innerText")}', timeout)

    def resize(self, width, height, theme='light', ratio=1):
        self.call(
            'Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=ratio,
            mobile=width < 600)
        self.call('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme', 'value': theme},
            {'name': 'prefers-reduced-motion', 'value': 'reduce'}])

    def press(self, key, code=None):
        for kind in ['keyDown', 'keyUp']:
            text = key if kind == 'keyDown' and len(key) == 1 else ''
            self.call('Input.dispatchKeyEvent', type=kind, key=key, code=code or key, text=text)

    def screenshot(self, path, is_whole=False):
        """Writes a picture of the window, or of the whole page."""
        parameters = {'format': 'png'}
        if is_whole:
            size = self.call('Page.getLayoutMetrics')['cssContentSize']
            parameters.update(captureBeyondViewport=True, clip={
                'x': 0, 'y': 0, 'width': size['width'], 'height': size['height'], 'scale': 1})
        data = self.call('Page.captureScreenshot', **parameters)['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))
