"""Receivers for tests: one that speaks NMEA 0183 to a TCP client and drives round a square, and a gpsd with many devices."""
import datetime
import json
import math
import socket
import threading
import time


class Receiver:
    """A server of one receiver or more, whose `run` serves on a thread of its own until it is closed."""

    def __init__(self, scheme):
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.url = f'{scheme}://127.0.0.1:{self.listener.getsockname()[1]}'
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def close(self):
        self.is_over.set()
        self.listener.close()
        self.thread.join(5)


class Feed(Receiver):
    """Sends ten epochs a second, with satellites each second."""

    def __init__(self):
        self.has_fix, self.error, self.height, self.step = True, 12.5, 171, 0
        super().__init__('tcp')

    def run(self):
        self.listener.settimeout(0.1)
        clients = []
        while not self.is_over.wait(0.1):
            try:
                clients.append(self.listener.accept()[0])
            except TimeoutError:
                pass
            except OSError:
                break
            self.step += 1
            text = ''.join(f'${line}*{checksum(line):02X}\r\n' for line in self.epoch()).encode()
            for client in clients[:]:
                try:
                    client.sendall(text)
                except OSError:
                    clients.remove(client)
        for client in clients:
            client.close()

    def epoch(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        time, date = now.strftime('%H%M%S.%f')[:9], now.strftime('%d%m%y')
        if not self.has_fix:
            return [f'GNRMC,{time},V,,,,,,,{date},,,N', f'GNGGA,{time},,,,,0,00,,,M,,M,,']
        turn = self.step / 150 * 2 * math.pi
        latitude = angle(48.2082 + 0.0012 * math.sin(turn), 2) + ',N'
        longitude = angle(16.3738 + 0.0018 * math.cos(turn), 3) + ',E'
        knots, course = 14 + 5 * math.sin(turn * 3), (360 - math.degrees(turn)) % 360
        height = self.height + 6 * math.sin(turn * 2)
        lines = [
            f'GNRMC,{time},A,{latitude},{longitude},{knots:.2f},{course:.1f},{date},,,A',
            f'GNGGA,{time},{latitude},{longitude},1,09,0.9,{height:.1f},M,44.0,M,,',
            f'GNGST,{time},{self.error:.1f},,,,{self.error / 2 ** .5:.2f},{self.error / 2 ** .5:.2f},{2 * self.error:.1f}',
        ]
        if self.step % 10 == 1:
            lines += ['GNGSA,A,3,02,05,12,15,25,29,,,,,,,1.6,0.9,1.3,1', 'GNGSA,A,3,66,67,82,,,,,,,,,,1.6,0.9,1.3,2']
            lines += satellites('GP', [(2, 62, 118, 44), (5, 23, 310, 35), (12, 71, 250, 47), (15, 12, 40, 28),
                                       (25, 47, 190, 41), (29, 33, 75, 38), (31, 8, 150, 0)])
            lines += satellites('GL', [(66, 55, 20, 42), (67, 28, 285, 33), (82, 17, 215, 30), (83, 6, 340, 19)])
        return lines


class Fleet(Receiver):
    """A gpsd whose devices report a location each second, or `rate` as often, one after the other. Each tenth one stands, and each tenth one
    has no fix after ten seconds."""

    PARTS = 20
    VERSION = b'{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\r\n'

    def __init__(self, count, rate=1):
        self.count, self.rate = count, rate
        super().__init__('gpsd')

    def run(self):
        try:
            client = self.listener.accept()[0]
            client.sendall(self.VERSION)
            begin, step = time.monotonic(), 0
            while not self.is_over.wait(max(0, begin + step / self.PARTS / self.rate - time.monotonic())):
                devices = range(step % self.PARTS, self.count, self.PARTS)
                client.sendall(b''.join(self.report(device, step / self.PARTS) for device in devices))
                step += 1
            client.close()
        except OSError:
            # The program or the test has ended.
            pass

    def report(self, device, seconds):
        now = datetime.datetime.now(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.%f')[:-3] + 'Z'
        report = {'class': 'TPV', 'device': f'fleet/van-{device + 1:04d}', 'time': now, 'mode': 1}
        if device % 10 != 9 or seconds < 10:
            # Sunflower seeds are evenly spread.
            distance, turn = 0.04 * math.sqrt(device / self.count), device * 2.39996
            speed = 0 if device % 10 == 5 else 12.5
            way = speed * seconds / 111195
            report.update(
                mode=3, lat=round(48.2 + distance * math.cos(turn) + way * math.cos(device), 7),
                lon=round(16.37 + 1.5 * distance * math.sin(turn) + 1.5 * way * math.sin(device), 7),
                altMSL=171.0, track=round(math.degrees(device) % 360, 1), speed=speed, eph=8.5)
        return json.dumps(report, separators=(',', ':')).encode() + b'\r\n'


def checksum(line):
    value = 0
    for byte in line.encode():
        value ^= byte
    return value


def angle(degrees, width):
    whole = int(degrees)
    return f'{whole:0{width}d}{(degrees - whole) * 60:09.6f}'


def satellites(talker, all_of_them):
    groups = [all_of_them[first:first + 4] for first in range(0, len(all_of_them), 4)]
    return [
        f'{talker}GSV,{len(groups)},{index + 1},{len(all_of_them):02d},'
        + ','.join(f'{number:02d},{elevation:02d},{azimuth:03d},{f"{signal:02d}" if signal else ""}'
                   for number, elevation, azimuth, signal in group)
        for index, group in enumerate(groups)]
