#!/usr/bin/env python3
"""Looks at the page of `locate web` with a real browser, chromium.

    check-page.py --program .build/debug/locate-web [--pictures FOLDER]

Behind a real nginx with TLS, below a path, everything works too: events, tiles, controls, downloads. The marker
moves, the circle has the radius of the accuracy, a lost location is shown as lost, the page recovers
from a restart of its server, the controls and the slider of a recording work, a fleet is listed and costs little, a
chosen device has its whole track, a map comes from an archive of tiles, text has enough contrast, there are no errors
in the console, and no request goes to another host.
"""
import argparse
import json
import math
import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import archive
from browser import Browser, until
from feed import Feed, Fleet
from proxy import Proxy, free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The least contrast of all texts: the colors of the text and of the nearest background (WCAG 2, 1.4.3).
CONTRAST = '''(() => {
  const parse = text => text.match(/[\\d.]+/g).map(Number);
  const light = color => color.slice(0, 3)
    .map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  let least = [99, ''];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility() || element.closest('.hidden, .skip')) continue;
    let at = element;
    while (at && parse(getComputedStyle(at).backgroundColor)[3] === 0) at = at.parentElement;
    const both = [light(parse(getComputedStyle(element).color)), light(parse(getComputedStyle(at ?? document.body).backgroundColor))];
    const contrast = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    if (contrast < least[0] && !element.disabled) least = [contrast, element.textContent.trim().slice(0, 40)];
  }
  return least;
})()'''


class Server:
    """A running `locate-web`."""

    def __init__(self, program, *arguments, port=0, places=None, descriptors=None):
        self.folder = tempfile.mkdtemp(prefix='locate-web-home-')
        file = pathlib.Path(self.folder, 'locate/places.geojson')
        file.parent.mkdir()
        places = places or [place('Home', 16.3741, 48.2076, 70), place('Office', 16.3722, 48.2093, 40)]
        file.write_text(json.dumps({'type': 'FeatureCollection', 'features': places}))
        self.process = subprocess.Popen(
            [program, *arguments, '--listen', f'127.0.0.1:{port}', '--no-remember'],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env={**os.environ, 'XDG_DATA_HOME': self.folder},
            preexec_fn=descriptors and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))))
        # With a public address, its link comes first.
        self.links = [self.line().removeprefix('serving ')]
        # A page for others says before that which places are private.
        self.privacy = self.links.pop() if self.links[0].startswith('locate: ') else None
        while not self.links or self.links[-1].startswith('https://'):
            self.links.append(self.line().removeprefix('serving '))
        match = re.search(r'(http://127\.0\.0\.1:(\d+)/)', self.links[-1])
        assert match, f'{program} said {self.links}'
        self.url, self.port = match[1], int(match[2])

    def line(self):
        return self.process.stderr.readline().strip()

    def get(self, path):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.url + path, timeout=5) as answer:
            return json.load(answer)

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def place(name, longitude, latitude, radius):
    return {'type': 'Feature', 'id': name, 'properties': {'name': name, 'radius': radius},
            'geometry': {'type': 'Point', 'coordinates': [longitude, latitude]}}


def check(condition, words):
    if not condition:
        raise AssertionError(words)


def step(words):
    print(f'check-page: {words}', flush=True)


def live(browser, program, pictures):
    """A receiver that moves, loses its fix, and finds it again; and a server that is started again."""
    feed = Feed()
    feed.has_fix = False
    server = Server(program, feed.url, '--retry')
    try:
        browser.resize(1440, 900)
        browser.open(server.url)
        browser.eventually('the page waits', "document.querySelector('#status-text').textContent.startsWith('no location yet: no fix')")
        check('Lost' not in browser.evaluate('document.title'), 'a location that never was is not lost')
        check(browser.evaluate("document.querySelector('#devices').hidden"), 'a device alone has a list')
        feed.has_fix = True
        browser.eventually('there is a fix', "document.querySelector('#status').classList.contains('fix')")
        browser.eventually('the satellites are there', "document.querySelector('#sky-words').textContent.includes('9 used')")
        browser.eventually('the places are there', "document.querySelector('#places').textContent.includes('Home')")
        words = browser.evaluate("document.querySelector('#attribution').innerText")
        check('locate web --tiles map.mbtiles' in words, f'how a map is added is {words!r}')
        moves(browser, server)
        scale(browser)
        radius(browser, feed)
        keyboard(browser)
        if pictures:
            browser.evaluate('locate.map.follow(true)')
            time.sleep(8)
            take(browser, pictures, 'fix')
        labels(browser, feed)
        for theme in ['light', 'dark']:
            browser.resize(1440, 900, theme)
            least, text = browser.evaluate(CONTRAST)
            check(least >= 4.5, f'{theme}: the contrast of {text!r} is only {least:.2f}')
        step('text has enough contrast')
        loss(browser, feed)
        if pictures:
            take(browser, pictures, 'lost')
        feed.has_fix = True
        browser.eventually('the fix is back', "document.querySelector('#status').classList.contains('fix')")
        check(browser.complaints == [], f'the console has {browser.complaints}')
        server = restart(browser, program, server, feed)
    finally:
        leave(browser)
        server.close()
        feed.close()


def take(browser, pictures, name):
    for width, height in [(390, 844), (820, 1180), (1440, 900)]:
        for theme in ['light', 'dark']:
            browser.resize(width, height, theme)
            time.sleep(1.2)
            browser.screenshot(f'{pictures}/{name}-{width}-{theme}.png', is_whole=name == 'fix')
    browser.resize(1440, 900)


def moves(browser, server):
    browser.evaluate('locate.map.follow(false)')
    former = browser.eventually('the marker is drawn', 'locate.map.drawn')
    browser.eventually(
        'the marker moves',
        f'Math.hypot(locate.map.drawn.x - {former["x"]}, locate.map.drawn.y - {former["y"]}) > 5')
    track = browser.evaluate('[...locate.state.tracks.values()][0].length')
    browser.eventually('the track grows', f'[...locate.state.tracks.values()][0].length > {track}')
    told = server.get('api/location')['receivers'][0]['fix']
    shown = browser.evaluate('locate.map.drawn')
    check(abs(told['lat'] - shown['latitude']) < 0.001 and abs(told['lon'] - shown['longitude']) < 0.001,
          f'the API says {told}, the map shows {shown}')
    browser.evaluate('locate.map.follow(true)')
    step('the marker moves')


def scale(browser):
    units = {'cm': 0.01, 'm': 1, 'km': 1000}
    zoom = browser.evaluate('locate.map.zoom')
    for level in range(1, 23):
        bar = browser.evaluate(f'(locate.map.zoom = {level}, locate.map.draw(), locate.map.scaleBar)')
        number, unit = bar['words'].split()
        check(math.isclose(float(number) * units[unit], bar['meters'], rel_tol=1e-9),
              f'zoom {level}: the scale bar of {bar["meters"]} m says {bar["words"]!r}')
    browser.evaluate(f'(locate.map.zoom = {zoom}, locate.map.draw())')
    step('the scale bar says its length')


def labels(browser, feed):
    browser.evaluate('''(() => {
      const prototype = CanvasRenderingContext2D.prototype, draw = prototype.fillText;
      globalThis.labels = [];
      prototype.fillText = function (text, x, y) {
        const start = this.textAlign === 'right' ? x - this.measureText(text).width : x;
        if (this.canvas.id === 'altitude-canvas') globalThis.labels.push({ text, start });
        return draw.call(this, text, x, y);
      };
    })()''')
    feed.height = 8171
    browser.eventually('a high altitude has a label', "labels.some(({ text }) => Number(text) >= 8000)")
    cut = browser.evaluate('labels.filter(({ start }) => start < 0).map(({ text }) => text)')
    check(cut == [], f'labels of the altitude are cut: {cut}')
    feed.height = 171
    step('no label of a chart is cut')


def radius(browser, feed):
    for error in [12.5, 40.0]:
        feed.error = error
        browser.eventually('the accuracy arrives', f'Math.abs(locate.map.drawn?.accuracy - {error}) < 0.1')
        drawn = browser.evaluate('locate.map.drawn')
        # A pixel of a Mercator map, on a sphere with the equator's radius.
        meters = 2 * math.pi * 6378137 * math.cos(math.radians(drawn['latitude'])) / 256 / 2 ** drawn['zoom']
        check(abs(drawn['radius'] * meters - error) < 0.01 * error,
              f'the circle has {drawn["radius"] * meters} m, not {error} m')
        # The circle is really there: its line is darker than what is inside and outside.
        inside, line, outside = browser.evaluate(f'''(() => {{
          const {{ canvas, drawn: {{ x, y, radius }} }} = locate.map, copy = document.createElement('canvas');
          [copy.width, copy.height] = [canvas.width, canvas.height];
          const context = copy.getContext('2d', {{ willReadFrequently: true }});
          context.drawImage(canvas, 0, 0);
          const sum = distance => {{
            let total = 0;
            for (let turn = 0; turn < 360; turn++) {{
              const angle = turn * Math.PI / 180;
              const pixel = context.getImageData(
                (x + Math.sin(angle) * distance) * devicePixelRatio, (y + Math.cos(angle) * distance) * devicePixelRatio, 1, 1).data;
              total += pixel[0] * pixel[3] / 255 + (255 - pixel[3]);
            }}
            return total;
          }};
          return [sum(radius - 4), sum(radius), sum(radius + 4)];
        }})()''')
        check(line < inside < outside, f'there is no circle: {inside}, {line}, {outside}')
    feed.error = 12.5
    step('the circle has the radius of the accuracy')


def keyboard(browser):
    browser.evaluate("document.querySelector('#map').focus()")
    zoom = browser.evaluate('locate.map.zoom')
    browser.press('+')
    browser.eventually('plus zooms in', f'locate.map.zoom > {zoom}')
    browser.press('-')
    browser.press('ArrowRight')
    browser.eventually('an arrow ends following', '!locate.map.follows')
    browser.press('f')
    browser.eventually('F follows', "document.querySelector('#follow').getAttribute('aria-pressed') === 'true'")
    # Everything that can be used has a name, and is reached with Tab.
    nameless = browser.evaluate('''[...document.querySelectorAll('button, a, select, summary')]
      .filter(element => !(element.getAttribute('aria-label') || element.textContent.trim() || element.labels?.length))
      .map(element => element.outerHTML)''')
    check(nameless == [], f'without a name: {nameless}')
    step('the keyboard works')


def loss(browser, feed):
    feed.has_fix = False
    browser.eventually('the loss is shown', "document.querySelector('#status').classList.contains('lost')")
    words = browser.evaluate("document.querySelector('#status-text').textContent")
    check('lost' in words and 'no fix' in words, f'the status says {words!r}')
    browser.eventually('the marker is gray', 'locate.map.drawn.isLost')
    browser.eventually('it is spoken', "document.querySelector('#live').textContent.includes('lost')")
    browser.eventually('its age grows', r"/lost [1-9]\d* s ago/.test(document.querySelector('#status-text').textContent)")
    step('a lost location is shown as lost')


def restart(browser, program, server, feed):
    server.close()
    browser.eventually('the page says so', "!document.querySelector('#banner').hidden && locate.map.drawn.isLost")
    server = Server(program, feed.url, '--retry', port=server.port)
    browser.eventually('the page recovers', "document.querySelector('#banner').hidden && document.querySelector('#status').classList.contains('fix')")
    former = browser.evaluate('locate.map.drawn.latitude')
    browser.eventually('the marker moves again', f'locate.map.drawn.latitude !== {former}')
    # Only the attempts without a server failed.
    others = [text for text in browser.complaints if 'ERR_CONNECTION_REFUSED' not in text
              and 'ERR_CONNECTION_RESET' not in text and 'ERR_EMPTY_RESPONSE' not in text]
    check(others == [], f'the console has {others}')
    browser.complaints.clear()
    step('the page recovers from a restart of its server')
    return server


def replay(browser, program, pictures):
    """A recording and its controls."""
    server = Server(program, str(ROOT / 'Fixtures/drive.nmea'), '--rate', '4')
    try:
        browser.open(server.url)
        browser.eventually('the recording plays', "locate.state.status.playback?.position > 2")
        check('replayed' in browser.evaluate("document.querySelector('#caution').textContent"), 'not called replayed')
        browser.evaluate("document.querySelector('#pause').click()")
        browser.eventually('it is paused', 'locate.state.status.playback.paused')
        check(server.get('api/location')['playback']['paused'], 'the server plays on')
        browser.eventually('the button plays', "document.querySelector('#pause').textContent === 'Play'")
        browser.evaluate("document.querySelector('[data-action=faster]').click()")
        browser.eventually('it is faster', 'locate.state.status.playback.factor === 8')
        browser.evaluate("document.querySelector('#pause').click()")
        browser.eventually('it goes on', 'locate.state.status.playback.position > 30')
        browser.evaluate("document.querySelector('[data-action=restart]').click()")
        browser.eventually('it starts over', 'locate.state.status.playback.position < 30 && !locate.state.status.playback.paused')
        slider(browser, server, pictures)
        browser.eventually('it ends', "document.querySelector('#status-text').textContent === 'recording ended'", 40)
        sought_at_the_end(browser)
        browser.eventually('it ends again', "document.querySelector('#status-text').textContent === 'recording ended'", 40)
        if pictures:
            browser.evaluate('locate.map.showAll()')
            browser.resize(1440, 900)
            time.sleep(1)
            browser.screenshot(f'{pictures}/replay.png')
        step('the controls of a recording work')
    finally:
        leave(browser)
        server.close()


def another_recording(browser, program):
    """A server at the same address that plays another recording of the same duration."""
    folder = tempfile.mkdtemp(prefix='locate-web-recordings-')
    paths = [f'{folder}/{latitude}.gpx' for latitude in [48, 49]]
    for path in paths:
        points = ''.join(f'<trkpt lat="{pathlib.Path(path).stem}.0{minute}" lon="16"><time>2026-01-01T00:0{minute}:00Z</time></trkpt>'
                         for minute in range(5))
        pathlib.Path(path).write_text('<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">'
                                      f'<trk><trkseg>{points}</trkseg></trk></gpx>')
    server = Server(program, paths[0])
    whole = '''locate.state.recording && { duration: locate.state.recording.duration,
      y: [...locate.state.recording.tracks.values()][0][0].y }'''
    try:
        browser.open(server.url)
        former = browser.eventually('the whole recording is there', whole)
        # The page connects again when the new server has read its recording.
        browser.evaluate('(locate.state.source.close(), locate.state.heard = Infinity)')
        server.close()
        server = Server(program, paths[1], port=server.port)
        until(lambda: server.get('api/location')['playback'].get('duration') == former['duration'],
              lambda: 'the recordings have different durations')
        browser.evaluate('locate.state.connect()')
        browser.eventually('the other recording is there', f'(({whole})?.y ?? {former["y"]}) !== {former["y"]}')
        check(browser.complaints == [], f'the console has {browser.complaints}')
        step('another recording takes the place of the former one')
    finally:
        leave(browser)
        server.close()
        shutil.rmtree(folder, ignore_errors=True)


# The point of the screen where a part of the slider is.
SLIDER = '''(part => {
  document.querySelector('#slider').scrollIntoView({ block: 'center' });
  const { left, top, width, height } = document.querySelector('#slider').getBoundingClientRect();
  return { x: left + 8 + (width - 16) * part, y: top + height / 2 };
})(%s)'''


def slider(browser, server, pictures):
    """The whole track of a recording, and the slider that moves in it."""
    # At once, because the recording ends after seconds.
    browser.evaluate("document.querySelector('#pause').click()")
    browser.eventually('it is paused', "document.querySelector('#pause').textContent === 'Play'")
    whole = browser.eventually('the whole track is there', 'locate.state.recording && { duration: locate.state.recording.duration, points: [...locate.state.recording.tracks.values()][0].length }')
    check(server.get('api/recording')['duration'] == whole['duration'] and whole['points'] > 100, f'the recording is {whole}')
    browser.eventually('the slider is there', "document.querySelector('#slider').checkVisibility()")
    sent = len(browser.urls)
    # A pointer moves it in many steps, which are one request.
    begin = browser.evaluate(SLIDER % 0.1)
    browser.call('Input.dispatchMouseEvent', type='mousePressed', button='left', clickCount=1, **begin)
    for part in range(12, 71, 2):
        at = browser.evaluate(SLIDER % (part / 100))
        browser.call('Input.dispatchMouseEvent', type='mouseMoved', button='left', buttons=1, **at)
    browser.eventually('the slider is moved', f"Number(document.querySelector('#slider').value) > {0.6 * whole['duration']}")
    browser.eventually('a ring is where the slider is', '(({ drawn, markers: { mark } }) => mark && Math.hypot(mark.x - drawn.x, mark.y - drawn.y) > 20)(locate.map)')
    check(not any('api/playback' in url for url in browser.urls[sent:]), 'the recording is sought before the slider is released')
    browser.call('Input.dispatchMouseEvent', type='mouseReleased', button='left', clickCount=1, **at)
    wanted = browser.eventually('the recording is sought', f"""
      Math.abs(locate.state.status.playback.position - {0.7 * whole['duration']}) < {0.03 * whole['duration']} && locate.state.status.playback.position""")
    requests = [url for url in browser.urls[sent:] if 'api/playback' in url]
    check(len(requests) == 1, f'the slider made {len(requests)} requests')
    words = browser.evaluate("document.querySelector('#slider').getAttribute('aria-valuetext')")
    check(re.fullmatch(r'\d+:\d\d:\d\d of \d+:\d\d:\d\d', words), f'the slider says {words!r}')
    check(browser.evaluate("document.querySelector('#played').textContent") == words, 'the time is not beside the slider')
    if pictures:
        browser.evaluate('locate.map.showAll()')
        take(browser, pictures, 'slider')
    # A paused recording waits there; then it goes on from there, and the slider follows.
    browser.evaluate("document.querySelector('#pause').click()")
    browser.eventually('it goes on from there', f'locate.state.status.playback.position > {wanted} + 5')
    browser.eventually('the slider follows', f"Number(document.querySelector('#slider').value) > {wanted} + 5")
    # Keys move it too.
    browser.evaluate("(document.querySelector('#slider').focus(), document.querySelector('#pause').click())")
    browser.eventually('it is paused again', 'locate.state.status.playback.paused')
    sent = len(browser.urls)
    browser.press('Home')
    browser.eventually('a key moves it', 'locate.state.status.playback.position === 0')
    for _ in range(5):
        browser.press('ArrowRight')
    browser.eventually('keys move it', 'locate.state.status.playback.position >= 5')
    requests = [url for url in browser.urls[sent:] if 'api/playback' in url]
    check(len(requests) <= 3, f'six keys made {len(requests)} requests')
    browser.evaluate("document.querySelector('#pause').click()")
    browser.eventually('the driven track begins anew', 'locate.map.markers.mark === null && [...locate.state.tracks.values()][0].length > 3')
    check(browser.evaluate('[...locate.state.tracks.values()][0].slice(1).every(({ starts }) => !starts)'), 'the driven track has a gap')
    step('the slider of a recording works')


def sought_at_the_end(browser):
    browser.evaluate("""(() => { const slider = document.querySelector('#slider'); slider.value = 10;
      for (const name of ['input', 'change']) slider.dispatchEvent(new Event(name)); })()""")
    browser.eventually('it is played again after its end', 'locate.state.status.playback.position < 60 && !locate.state.status.ended')


def leave(browser):
    """Closes the page, which would complain about the end of its server."""
    browser.open('about:blank')
    browser.eventually('the page is closed', "location.href === 'about:blank'")


def tiles(browser, program, pictures):
    """A map from an archive: each tile is where it belongs, and where none is, the grid is seen."""
    feed = Feed()
    folder = tempfile.mkdtemp(prefix='locate-web-map-')
    path = f'{folder}/map.mbtiles'
    archive.write_archive(path)
    server = Server(program, feed.url, '--tiles', path)
    try:
        browser.resize(1440, 900)
        browser.open(server.url)
        browser.eventually('there is a fix', "document.querySelector('#status').classList.contains('fix')")
        words = browser.eventually('the attribution is shown', "document.querySelector('#attribution').innerText")
        check(words == archive.ATTRIBUTION, f'the attribution is {words!r}')
        # The map is deeper than the archive: its deepest tiles are magnified.
        for shown, zoom in [(16.5, 15), (15, 15), (13.2, 13), (11.6, 12)]:
            browser.evaluate(f'(locate.map.zoom = {shown}, locate.map.draw())')
            column, row = archive.tile_at(zoom)
            browser.eventually(f'the tile of zoom {zoom} is shown', f'''(() => {{
              const image = document.querySelector('#tiles img[src^="tiles/{zoom}/{column}/{row}?"]');
              if (!image?.naturalWidth) return false;
              const copy = document.createElement('canvas');
              [copy.width, copy.height] = [256, 256];
              const context = copy.getContext('2d');
              context.drawImage(image, 0, 0);
              const {{ x, y }} = locate.map.point({archive.CENTER[0]}, {archive.CENTER[1]});
              const box = image.getBoundingClientRect(), map = locate.map.element.getBoundingClientRect();
              return [...context.getImageData(128, 128, 1, 1).data].join() === '{','.join(map(str, archive.color(zoom, column, row)))},255'
                && x + map.left >= box.left && x + map.left <= box.right && y + map.top >= box.top && y + map.top <= box.bottom
                && Math.abs(box.width - 256 * 2 ** ({shown} - {zoom})) < 1;
            }})()''')
        if pictures:
            browser.evaluate('(locate.map.zoom = 14.6, locate.map.draw())')
            take(browser, pictures, 'tiles')
        check(browser.complaints == [], f'the console has {browser.complaints}')
        # Above its lowest zoom, and too deep, it has nothing to show.
        for shown in [11.4, 23.1, 2]:
            browser.evaluate(f'(locate.map.zoom = {shown}, locate.map.draw())')
            count = browser.evaluate("document.querySelectorAll('#tiles img').length")
            check(count == 0, f'at zoom {shown} there are {count} tiles')
        # At the edge of the archive.
        browser.evaluate('(locate.map.zoom = 14, locate.map.follow(false), locate.map.move(512, 0))')
        browser.eventually('missing tiles are hidden', '''(() => {
          const images = [...document.querySelectorAll('#tiles img')];
          return images.every(image => image.complete) && images.some(image => image.naturalWidth && image.checkVisibility())
            && images.some(image => !image.naturalWidth) && images.every(image => image.naturalWidth || !image.checkVisibility());
        })()''')
        lines = browser.evaluate('''(() => {
          const grid = document.querySelector('#grid-canvas');
          return grid.getContext('2d').getImageData(0, 0, grid.width, grid.height).data.some(value => value);
        })()''')
        check(lines, 'there is no grid')
        if pictures:
            take(browser, pictures, 'edge')
        # The browser reports each missing tile.
        others = [text for text in browser.complaints if '404' not in text or '/tiles/' not in text]
        check(others == [], f'the console has {others}')
        browser.complaints.clear()
        step('a map comes from an archive')
    finally:
        leave(browser)
        server.close()
        feed.close()
        shutil.rmtree(folder)


def fleet(browser, program, pictures):
    """Two devices of a fleet behind a broker."""
    broker = shutil.which('mosquitto') or '/usr/sbin/mosquitto'
    if not os.path.exists(broker) or not shutil.which('mosquitto_pub'):
        step('mosquitto is missing; the fleet is skipped')
        return
    port = free_port()
    process = subprocess.Popen([broker, '-p', str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = None
    try:
        for device, (longitude, latitude) in {'jane/phone': (16.3712, 48.2091), 'max/van': (16.3771, 48.2069)}.items():
            message = json.dumps({'_type': 'location', 'lat': latitude, 'lon': longitude, 'acc': 35, 'vel': 30,
                                  'cog': 80, 'tst': int(time.time())})
            command = ['mosquitto_pub', '-p', str(port), '-r', '-t', f'owntracks/{device}', '-m', message]
            until(lambda: subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0,
                  lambda: f'the broker does not take the location of {device}')
        server = Server(program, f'mqtt://127.0.0.1:{port}/owntracks/+/+', '--retry')
        browser.open(server.url)
        browser.eventually('both devices are there', "document.querySelectorAll('#devices li').length === 2")
        names = browser.evaluate("[...document.querySelectorAll('#devices .name')].map(name => name.textContent)")
        check(names == ['phone', 'van'], f'the list says {names}')
        states = browser.evaluate("[...document.querySelectorAll('#devices .state')].map(state => state.textContent)")
        check(all(state.startswith('moving') for state in states), f'the list says {states}')
        colors = browser.evaluate("[...document.querySelectorAll('#devices .dot')].map(dot => dot.style.background)")
        check(len(set(colors)) == 2, f'the colors are {colors}')
        browser.eventually('the map shows both', '''[...locate.state.receivers.values()].every(({ fix }) => {
          const { x, y } = locate.map.point(fix.lat, fix.lon);
          return x > 0 && y > 0 && x < locate.map.width && y < locate.map.height;
        })''')
        browser.evaluate("document.querySelectorAll('#devices button')[1].click()")
        browser.eventually('the list chooses', "document.querySelector('#latitude').textContent.startsWith('48.2069')")
        press_marker(browser, 'phone')
        browser.eventually('a marker chooses', "document.querySelector('#latitude').textContent.startsWith('48.2091')")
        browser.eventually('the list shows it', """
          document.querySelector('#devices [aria-pressed=true] .name').textContent === 'phone'""")
        browser.evaluate('''(() => { const search = document.querySelector('#devices input');
          search.value = 'VAN'; search.dispatchEvent(new Event('input')); })()''')
        found = browser.evaluate("[...document.querySelectorAll('#devices li:not([hidden]) .name')].map(name => name.textContent)")
        check(found == ['van'], f'the search finds {found}')
        if pictures:
            time.sleep(1)
            browser.screenshot(f'{pictures}/fleet.png')
        step('all devices of a fleet are on the map')
    finally:
        leave(browser)
        if server:
            server.close()
        process.terminate()
        process.wait(10)


def crowd(browser, program, pictures):
    """200 devices: what they cost, and how they look."""
    feed = Fleet(200)
    server = Server(program, feed.url)
    try:
        browser.resize(1440, 900)
        browser.open(server.url)
        browser.eventually('all devices are there', "document.querySelectorAll('#devices li').length === 200")
        browser.eventually('some are lost', "document.querySelector('#fleet-words').textContent === '200 devices: 160 moving, 20 still, 20 lost'", 30)
        browser.call('Performance.enable')
        begin, busy = time.monotonic(), tasks(browser)
        time.sleep(5)
        share = (tasks(browser) - busy) / (time.monotonic() - begin)
        browser.call('Performance.disable')
        check(share <= 0.25, f'the page takes {share:.0%} of the main thread')
        names = browser.evaluate('locate.map.markers.sides.size')
        check(10 <= names < 200, f'{names} names are on the map')
        if pictures:
            take(browser, pictures, 'crowd')
        step(f'200 devices take {share:.0%} of the main thread')
    finally:
        leave(browser)
        server.close()
        feed.close()


def whole_tracks(browser, program):
    """A chosen device of 200 has all points that the server has, and then what arrives."""
    feed = Fleet(200, rate=5)
    server = Server(program, feed.url)
    try:
        browser.open(server.url)
        browser.eventually('there are more points than a page gets at first', '[...locate.state.tracks.values()].reduce((sum, track) => sum + track.length, 0) > 11000', 60)
        # A new page gets a part of the points.
        leave(browser)
        browser.open(server.url)
        whole_track(browser, server)
    finally:
        leave(browser)
        server.close()
        feed.close()


def whole_track(browser, server):
    device = browser.eventually('the tracks are there', "locate.state.receivers.size === 200 && [...locate.state.receivers.values()].find(({ name }) => name.endsWith('0101'))")
    path = 'api/track?receiver=' + urllib.parse.quote(device['id'], safe='')
    track = f'locate.state.tracks.get({json.dumps(device["id"])})'
    check(not browser.evaluate(f'locate.state.whole.has({json.dumps(device["id"])})'), 'a new page gets all points')
    coarse = browser.evaluate(f'{track}.length')
    browser.eventually('the list is there', "document.querySelectorAll('#devices li').length === 200")
    # The first answer is lost.
    browser.call('Network.setBlockedURLs', urls=['*api/track?*'])
    browser.evaluate(f"[...document.querySelectorAll('#devices button')].find(({{ dataset }}) => dataset.id === {json.dumps(device['id'])}).click()")
    browser.eventually('the request fails', 'locate.state.nextRequests.size === 1 && locate.state.requests.size === 0')
    check(browser.evaluate(f'{track}.length') >= coarse, 'the track is lost with the answer')
    browser.call('Network.setBlockedURLs', urls=[])
    browser.complaints[:] = [text for text in browser.complaints if 'api/track?' not in text]
    browser.eventually('the whole track arrives', f'locate.state.whole.has({json.dumps(device["id"])})')
    for _ in range(3):
        told = [point[2] / 1000 for point in server.get(path)['track']['points']]
        shown = browser.evaluate(f'{track}.map(({{ time }}) => time)')
        both = min(told[-1], shown[-1])
        check([time for time in told if time <= both] == [time for time in shown if time <= both],
              f'the server has {len(told)} points, the page {len(shown)}')
        time.sleep(0.7)
    check(browser.evaluate(f'{track}.slice(1).every(({{ starts }}) => !starts)'), 'the track has a gap')
    requests = [url for url in browser.urls if path in url]
    check(len(requests) == 2, f'the track was requested {len(requests)} times')
    step('a chosen device has its whole track')


def tasks(browser):
    """For how many seconds the main thread has worked."""
    metrics = browser.call('Performance.getMetrics')['metrics']
    return next(metric['value'] for metric in metrics if metric['name'] == 'TaskDuration')


def press_marker(browser, name):
    at = browser.evaluate(f'''(() => {{
      const {{ fix }} = [...locate.state.receivers.values()].find(({{ name }}) => name === '{name}');
      const {{ x, y }} = locate.map.point(fix.lat, fix.lon), box = locate.map.element.getBoundingClientRect();
      return {{ x: x + box.left, y: y + box.top }};
    }})()''')
    for kind in ['mousePressed', 'mouseReleased']:
        browser.call('Input.dispatchMouseEvent', type=kind, button='left', clickCount=1, **at)


def proxied(program, pictures):
    """The page behind an nginx, with TLS and below a path."""
    port = free_port()
    proxy = Proxy(port)
    feed, server, browser = Feed(), None, None
    token = proxy.folder / 'token'
    token.write_text('0123456789abcdef0123456789abcdef\n')
    token.chmod(0o600)
    options = ['--public-url', proxy.url, '--tiles', proxy.tiles, '--attribution', '© Nobody', '--token-file', str(token)]
    try:
        proxy.start()
        browser = Browser(*proxy.arguments())
        server = Server(program, feed.url, '--retry', *options, port=port)
        check(server.links[0] == f'{proxy.url}?token={token.read_text().strip()}', f'the link is {server.links}')
        browser.resize(1440, 900)
        browser.open(proxy.url)
        browser.eventually('the token is needed', "document.body?.innerText.includes('Open the link')")
        browser.complaints.clear()
        browser.open(server.links[0])
        browser.eventually('there is a fix', "document.querySelector('#status').classList.contains('fix')")
        check(browser.evaluate('location.href') == proxy.url, 'the token is still in the address')
        check(browser.evaluate('document.cookie') == '', 'a script can read the cookie')
        former = browser.eventually('the marker is drawn', 'locate.map.drawn?.latitude')
        browser.eventually('events stream', f'locate.map.drawn.latitude !== {former}')
        browser.eventually('the places are there', "document.querySelector('#places').textContent.includes('Office')")
        browser.eventually('tiles are shown', "[...document.querySelectorAll('#tiles img')].some(image => image.naturalWidth)")
        download(browser, proxy)
        statuses = browser.evaluate("""Promise.all([...document.querySelectorAll('a[href]:not(.skip)')]
          .map(async link => [link.href, (await fetch(link.href)).status]))""")
        check(len(statuses) >= 7 and all(status == 200 for _, status in statuses), f'links lead to {statuses}')
        if pictures:
            time.sleep(2)
            browser.screenshot(f'{pictures}/proxied.png')
        check(browser.complaints == [], f'the console has {browser.complaints}')
        secret(browser, proxy, token)
        # The server is started again with the same token: the browser gets a new session.
        server.close()
        browser.eventually('the page says so', "!document.querySelector('#banner').hidden")
        server = Server(program, feed.url, '--retry', *options, port=port)
        browser.eventually('the page recovers', "document.querySelector('#banner').hidden")
        server.close()
        token.write_text('another0token0another0token\n')
        server = Server(program, feed.url, '--retry', *options, port=port)
        browser.eventually('the page asks for the new link', "document.querySelector('#banner').textContent.includes('Open the link')")
        if pictures:
            browser.screenshot(f'{pictures}/refused.png')
        server.close()
        server = Server(program, str(ROOT / 'Fixtures/drive.nmea'), *options, port=port)
        controls(browser, server.links[0])
        hosts = {url.split('/')[2] for url in browser.urls if url.startswith('http')}
        check(hosts == {f'gps.example.org:{proxy.port}'}, f'the page asked {hosts}')
        step('behind nginx, with TLS and below a path, everything works')
    finally:
        if browser:
            browser.close()
        if server:
            server.close()
        proxy.close()
        feed.close()


def plainly_proxied(program):
    """The page behind an nginx that removes the path and sends its own name for the server."""
    port = free_port()
    proxy, server, browser = Proxy(port, is_plain=True), None, None
    try:
        proxy.start()
        browser = Browser(*proxy.arguments())
        server = Server(program, str(ROOT / 'Fixtures/drive.nmea'), '--public-url', proxy.url, port=port)
        # The link for this machine works beside it.
        for link in server.links:
            controls(browser, link)
        check(browser.complaints == [], f'the console has {browser.complaints}')
        step('behind an nginx with a minimal configuration, too')
    finally:
        if browser:
            browser.close()
        if server:
            server.close()
        proxy.close()


def private_places(browser, program):
    """The page for others shows nothing of a private place, in the browser or at any of its addresses."""
    at = 38.7258645, -9.1424307
    home = place('Our house', at[1], at[0], 50)
    home['properties']['private'] = True
    for options, hides in [([], True), (['--show-private'], False)]:
        port = free_port()
        server = Server(
            program, str(ROOT / 'Fixtures/drive.nmea'), '--rate', 'max', '--public-url', f'http://127.0.0.1:{port}/', *options,
            port=port, places=[home, place('Office', 16.3722, 48.2093, 40)])
        try:
            check(not hides or server.privacy.startswith('locate: private: Our house ('), f'it said {server.privacy}')
            browser.open(server.links[-1])
            browser.eventually('the recording is over', "locate.state.status?.ended")
            answers = browser.evaluate("""Promise.all(['api/track.gpx', 'api/location', 'api/places', 'metrics'].map(
              async path => (await fetch(path)).text()))""")
            seen = json.dumps([browser.evaluate('JSON.stringify([...locate.state.receivers.values(), ...locate.state.tracks.values()])'),
                               browser.evaluate('document.documentElement.outerHTML'), *answers])
            points = [(float(latitude), float(longitude)) for latitude, longitude in re.findall(
                r'lat(?:itude)?\\*["\']*[=:]\\*["\']*(38\.\d+)\D*?lon(?:gitude)?\\*["\']*[=:]\\*["\']*(-9\.\d+)', seen)]
            check(len(points) > 50, f'there are {len(points)} points')
            nearest = min(math.hypot(point[0] - at[0], (point[1] - at[1]) * 0.78) for point in points) * 111_200
            check((nearest > 50) == hides, f'a point is {nearest} m from the private place')
            check(('Our house' in seen) != hides, f'the name of the private place is {"" if hides else "not "}there')
        finally:
            server.close()
    step('a private place is not on a page for others')


def without_descriptors(program):
    """Connections that the server has no descriptor for wait, and cost nothing."""
    server = Server(program, 'sim:drive', descriptors=64)
    try:
        clients = [socket.create_connection(('127.0.0.1', server.port), timeout=5) for _ in range(100)]
        used = cpu(server.process.pid)
        time.sleep(3)
        used = cpu(server.process.pid) - used
        check(used < 0.3, f'the server used {used:.2f} s of 3 s')
        for client in clients:
            client.close()
        until(lambda: server.get('api/location'), lambda: 'the server accepts nothing any more', 10)
    finally:
        server.close()
    step('connections without a descriptor cost nothing')


def cpu(process):
    """The seconds of CPU that a process has used."""
    words = pathlib.Path(f'/proc/{process}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf('SC_CLK_TCK')


def controls(browser, link):
    browser.open(link)
    browser.eventually('the recording plays', f"location.origin === '{link.rsplit('/')[0]}//{link.split('/')[2]}' && locate.state.status.playback?.position > 0")
    for _ in range(2):
        former = browser.evaluate('locate.state.status.playback.paused')
        # The page is drawn a moment after its state has changed.
        action = 'resume' if former else 'pause'
        browser.eventually('the button is drawn', f"document.querySelector('#pause').dataset.action === '{action}'")
        browser.evaluate("document.querySelector('#pause').click()")
        browser.eventually('the button works', f'locate.state.status.playback.paused !== {str(former).lower()}')


def download(browser, proxy):
    browser.call('Page.setDownloadBehavior', behavior='allow', downloadPath=str(proxy.folder))
    browser.evaluate("document.querySelector('.map-buttons a').click()")
    until(lambda: '</gpx>' in proxy.log('track.gpx'), lambda: f'no track: {os.listdir(proxy.folder)}', 20)


def secret(browser, proxy, token):
    """No other place of the host gets the session, and no other port gets the token."""
    paths = proxy.log('tiles.log').splitlines()
    check(paths and all(line.endswith('[-]') for line in paths), f'the tile server got {paths}')
    cookies = browser.call('Network.getCookies', urls=[proxy.url])['cookies']
    check(len(cookies) == 1, f'there are {cookies}')
    cookie = cookies[0]
    check(cookie['secure'] and cookie['httpOnly'] and cookie['path'] == '/boat/' and cookie['sameSite'] == 'Strict'
          and token.read_text().strip() not in cookie['value'], f'the cookie is {cookie}')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--program', required=True)
    parser.add_argument('--pictures', help='writes pictures of the page into this folder')
    options = parser.parse_args()
    browser = Browser()
    try:
        live(browser, options.program, options.pictures)
        replay(browser, options.program, options.pictures)
        another_recording(browser, options.program)
        tiles(browser, options.program, options.pictures)
        fleet(browser, options.program, options.pictures)
        crowd(browser, options.program, options.pictures)
        whole_tracks(browser, options.program)
        private_places(browser, options.program)
        proxied(options.program, options.pictures)
        plainly_proxied(options.program)
        without_descriptors(options.program)
        hosts = {url.split('/')[2].split(':')[0] for url in browser.urls if url.startswith('http')}
        check(hosts == {'127.0.0.1'}, f'the page asked {hosts}')
        check(browser.complaints == [], f'the console has {browser.complaints}')
        step('no request went elsewhere, and the console has no errors')
    finally:
        browser.close()


if __name__ == '__main__':
    sys.exit(main())
