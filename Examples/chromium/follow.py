#!/usr/bin/env python3
"""Gives the pages of a Chromium the locations that `locate` writes: locate replay FILE --json | follow.py

Arguments: the address of a page (default: track.html beside this file), and --headless. At the end it prints each
position that the page got, as JSON, if the page keeps them in `positions`. Needs chromedriver (chromium-driver).
"""
import json
import pathlib
import subprocess
import sys
import urllib.request

UNKNOWN = 50  # meters. Chromium needs an accuracy also if the source states none.
LIST = 'const done = arguments[0]; setTimeout(() => done(window.positions ?? []), 200)'
options = ['--headless=new', '--no-sandbox'] if '--headless' in sys.argv else []
page = ([word for word in sys.argv[1:] if word != '--headless'] or [pathlib.Path(__file__).resolve().with_name('track.html').as_uri()])[0]
driver = subprocess.Popen(['chromedriver', '--port=0'], stdout=subprocess.PIPE, text=True)
port = next(line for line in driver.stdout if 'successfully on port' in line).split()[-1].strip('.')
session, direct = '', urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(path, method='POST', **body):
    address = f'http://127.0.0.1:{port}/session{session}{path}'
    return json.load(direct.open(urllib.request.Request(address, json.dumps(body).encode(), method=method)))['value']


try:
    session = '/' + call('', capabilities={'alwaysMatch': {'goog:chromeOptions': {'args': options}}})['sessionId']
    call('/url', url=page)
    call('/permissions', descriptor={'name': 'geolocation'}, state='granted')
    for tpv in filter(lambda report: report['class'] == 'TPV', map(json.loads, sys.stdin)):
        place = {}  # Without a place, pages get the error POSITION_UNAVAILABLE.
        if tpv['mode'] >= 2:
            place = {'latitude': tpv['lat'], 'longitude': tpv['lon'], 'accuracy': tpv.get('eph', UNKNOWN)}
            place |= {name: tpv[key] for name, key in [('altitude', 'altHAE'), ('heading', 'track'), ('speed', 'speed')] if key in tpv}
        call('/goog/cdp/execute', cmd='Emulation.setGeolocationOverride', params=place)
    print(*map(json.dumps, call('/execute/async', script=LIST, args=[])), sep='\n')
finally:
    call('', method='DELETE')  # Closes the browser.
    driver.terminate()
