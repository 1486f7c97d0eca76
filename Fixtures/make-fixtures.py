#!/usr/bin/env python3
"""Make the synthetic tracks of this folder, and for each one a file with its fixes.

    make-fixtures.py            writes the files
    make-fixtures.py --check    exits 1 and names the files that differ from its output

This script computes the truth of each track. NAME.nmea has the sentences that a receiver would
write, and NAME.expected.jsonl has the fixes that a correct reader finds in them. The expected fixes
come from the truth, never from the sentences or from a decoder. Nothing is random: the same script
makes the same bytes.
"""
import argparse
import datetime
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
KNOT = 1852 / 3600  # m/s
UTC = datetime.timezone.utc


# --- The truth ------------------------------------------------------------------------------

class Epoch:
    """One instant of a track. Values are in SI units and degrees, unrounded."""

    def __init__(self, time, latitude, longitude, altitude, speed, course, separation=0.0):
        self.time, self.latitude, self.longitude = time, latitude, longitude
        self.altitude, self.speed, self.course = altitude, speed, course
        self.separation = separation
        self.variation = None


def utc(*parts):
    return datetime.datetime(*parts, tzinfo=UTC)


def moved(latitude, longitude, course, meters):
    """The place after a short distance, computed with the ellipsoid's radii of curvature."""
    a, e2 = 6378137.0, 0.0066943799901413165
    phi, alpha = math.radians(latitude), math.radians(course)
    w = 1 - e2 * math.sin(phi) ** 2
    north = meters * math.cos(alpha) / (a * (1 - e2) / w ** 1.5)
    east = meters * math.sin(alpha) / (a / math.sqrt(w) * math.cos(phi))
    return latitude + math.degrees(north), (longitude + math.degrees(east) + 180) % 360 - 180


def traveled(start, place, altitude, separation, legs, speed=0.0, course=0.0, interval=1.0):
    """A track from legs of (seconds, speed to reach in m/s, turn in degrees a second)."""
    (latitude, longitude), elapsed = place, 0.0
    epochs, gain = [], 2.0  # m/s²
    for seconds, wanted, turn in legs:
        for _ in range(round(seconds / interval)):
            now = start + datetime.timedelta(milliseconds=round(elapsed * 1000))
            height = altitude + 6 * math.sin(elapsed / 23)
            epochs.append(Epoch(now, latitude, longitude, height, speed, course, separation))
            latitude, longitude = moved(latitude, longitude, course, speed * interval)
            change = max(-gain * interval, min(gain * interval, wanted - speed))
            speed, course = speed + change, (course + turn * interval) % 360
            elapsed += interval
    return epochs


# --- The sentences --------------------------------------------------------------------------

class Receiver:
    """The precision and form of a receiver's sentences. The expected fixes are rounded alike."""

    def __init__(self, talker='GN', minutes=5, time=2, speed=3, course=2, altitude=1, old=False):
        self.talker, self.old = talker, old
        self.minutes, self.time, self.speed = minutes, time, speed
        self.course, self.altitude = course, altitude

    def units(self, degrees):
        return round(abs(degrees) * 60 * 10 ** self.minutes)

    def angle(self, degrees, width, letters):
        whole, rest = divmod(self.units(degrees), 60 * 10 ** self.minutes)
        minutes, fraction = divmod(rest, 10 ** self.minutes)
        text = f'{whole:0{width}d}{minutes:02d}.{fraction:0{self.minutes}d}'
        return f'{text},{letters[0] if degrees >= 0 else letters[1]}'

    def place(self, epoch):
        return self.angle(epoch.latitude, 2, 'NS') + ',' + self.angle(epoch.longitude, 3, 'EW')

    def clock(self, epoch):
        text = epoch.time.strftime('%H%M%S')
        return text + f'.{epoch.time.microsecond // 10000:02d}' if self.time else text

    def knots(self, epoch):
        return round(epoch.speed / KNOT, self.speed)

    def heading(self, epoch):
        """The course; `None` for a receiver that stands still."""
        if epoch.speed < 0.3:
            return None
        return round(float(epoch.course), self.course) % 360

    def heading_text(self, epoch, width=0):
        course = self.heading(epoch)
        return '' if course is None else f'{course:0{width}.{self.course}f}'

    def rmc(self, epoch):
        place, clock = self.place(epoch), self.clock(epoch)
        date = epoch.time.strftime('%d%m%y')
        if self.old:
            variation = f'{abs(epoch.variation):05.1f},{"E" if epoch.variation >= 0 else "W"}'
            motion = f'{self.knots(epoch):05.{self.speed}f},{self.heading_text(epoch, 5)}'
            return sentence(f'{self.talker}RMC,{clock},A,{place},{motion},{date},{variation}')
        motion = f'{self.knots(epoch):.{self.speed}f},{self.heading_text(epoch)}'
        return sentence(f'{self.talker}RMC,{clock},A,{place},{motion},{date},,,S,V')

    def vtg(self, epoch):
        knots = self.knots(epoch)
        motion = f'{knots:.{self.speed}f},N,{knots * 1.852:.{self.speed}f},K'
        return sentence(f'{self.talker}VTG,{self.heading_text(epoch)},T,,M,{motion},S')

    def gga(self, epoch):
        height = f'{epoch.altitude:.{self.altitude}f},M'
        separation = ',M' if self.old else f'{epoch.separation:.1f},M'
        used = sum(len(sky.used()) for sky in self.skies())
        where = f'{self.clock(epoch)},{self.place(epoch)}'
        return sentence(f'{self.talker}GGA,{where},8,{used:02d},0.9,{height},{separation},,')

    def gsa(self, epoch):
        del epoch
        return [sky.gsa(self) for sky in self.skies()]

    def gsv(self, epoch):
        return [line for sky in self.skies() for line in sky.gsv(self, epoch)]

    def skies(self):
        return [GPS] if self.talker == 'GP' else [GPS, GLONASS]

    def truth(self, epoch, *, without=()):
        """gpsd's TPV of the epoch, rounded as the receiver rounds."""
        scale = 60 * 10 ** self.minutes
        milliseconds = epoch.time.microsecond // 1000
        altitude = round(float(epoch.altitude), self.altitude)
        tpv = {
            'class': 'TPV', 'mode': 3, 'status': 8,
            'time': epoch.time.strftime('%Y-%m-%dT%H:%M:%S') + f'.{milliseconds:03d}Z',
            'lat': round(math.copysign(self.units(epoch.latitude) / scale, epoch.latitude), 10),
            'lon': round(math.copysign(self.units(epoch.longitude) / scale, epoch.longitude), 10),
            'altHAE': None if self.old else round(altitude + round(epoch.separation, 1), 1),
            'altMSL': altitude,
            'geoidSep': None if self.old else round(epoch.separation, 1),
            'speed': round(self.knots(epoch) * KNOT, 6),
            'track': self.heading(epoch),
            'magvar': epoch.variation,
        }
        return {k: v for k, v in tpv.items() if v is not None and k not in without}


class Sky:
    """The satellites of one system: (number, elevation, azimuth, signal strength)."""

    def __init__(self, talker, system, satellites):
        self.talker, self.system, self.satellites = talker, system, satellites

    def used(self):
        return [number for number, elevation, _, _ in self.satellites if elevation >= 10]

    def gsa(self, receiver):
        numbers = [f'{number:02d}' for number in self.used()]
        slots = ','.join(numbers + [''] * (12 - len(numbers)))
        system = '' if receiver.old else f',{self.system}'
        return sentence(f'{receiver.talker}GSA,A,3,{slots},1.6,0.9,1.3{system}')

    def gsv(self, receiver, epoch):
        drift = (epoch.time.minute * 60 + epoch.time.second) // 60
        satellites = [f'{n:02d},{e:02d},{(a + drift) % 360:03d},{s or ""}'
                      for n, e, a, s in self.satellites]
        groups = [satellites[i:i + 4] for i in range(0, len(satellites), 4)]
        signal = '' if receiver.old else ',1'
        return [sentence(f'{self.talker}GSV,{len(groups)},{i},{len(satellites):02d},'
                         + ','.join(group) + signal) for i, group in enumerate(groups, 1)]


GPS = Sky('GP', 1, [(2, 71, 48, 45), (5, 38, 301, 41), (7, 24, 173, 37), (13, 55, 222, 44),
                    (15, 17, 97, 33), (20, 9, 275, 28), (29, 4, 351, None)])
GLONASS = Sky('GL', 2, [(67, 42, 61, 40), (68, 63, 331, 42), (78, 28, 118, 36), (84, 6, 204, 22)])


def sentence(body):
    total = 0
    for byte in body.encode('ascii'):
        total ^= byte
    return f'${body}*{total:02X}'


def lines(sentences):
    return ''.join(text + '\r\n' for text in sentences).encode('ascii')


def flat(parts):
    return [text for part in parts for text in (part if isinstance(part, list) else [part])]


# --- The fixtures ---------------------------------------------------------------------------

def drive():
    receiver = Receiver()
    legs = [(5, 9, 0), (16, 13.9, 0), (6, 8, -15), (20, 13.9, 0.4), (8, 0, 0), (7, 0, 0),
            (12, 11.1, 0), (9, 6, 10), (14, 16.7, -0.5), (5, 8.3, -18), (10, 11.1, 0), (8, 0, 0)]
    epochs = traveled(utc(2026, 5, 8, 9, 15, 0), (38.7223, -9.1393), 82, 53.4, legs,
                       speed=9, course=12)
    text = []
    for index, epoch in enumerate(epochs):
        text += [receiver.rmc(epoch), receiver.vtg(epoch), receiver.gga(epoch)]
        text += receiver.gsa(epoch)
        if index % 5 == 0:
            text += receiver.gsv(epoch)
    return lines(text), [receiver.truth(epoch) for epoch in epochs]


def midnight():
    """GGA and GSA every second. RMC, the only sentence with a date, ends every fourth second."""
    receiver = Receiver(talker='GP')
    epochs = traveled(utc(2026, 2, 28, 23, 59, 50), (59.9075, 10.7531), 14, 39.6,
                       [(21, 9, 1.5)], speed=9, course=200)
    text, truth = [], []
    for index, epoch in enumerate(epochs):
        text += [receiver.gga(epoch)] + receiver.gsa(epoch)
        if index % 4 == 0:
            text.append(receiver.rmc(epoch))
        truth.append(receiver.truth(epoch, without=() if index % 4 == 0 else ('speed', 'track')))
    return lines(text), truth


def antimeridian():
    receiver = Receiver()
    course, knots = 75.0, 30.0
    # It starts 30 s before 180°. In the 31st second the boat is at 180° to the last digit.
    place = (-16.8205, 180.0)
    for _ in range(30):
        place = moved(*place, course + 180, knots * KNOT)
    epochs = traveled(utc(2026, 7, 19, 2, 40, 0), place, 3, 56.1, [(60, knots * KNOT, 0)],
                       speed=knots * KNOT, course=course)
    epochs[30].longitude = 180.0
    text = flat([receiver.rmc(e), receiver.gga(e), receiver.gsa(e)] for e in epochs)
    return lines(flat(text)), [receiver.truth(e) for e in epochs]


def poles():
    """An aircraft over the north pole: 10 s up the meridian 25° E, 10 s down 155° W."""
    receiver, speed = Receiver(), 230.0
    text, truth = [], []
    for second in range(-10, 11):
        latitude = 90 - abs(second) * speed / 111694
        epoch = Epoch(utc(2026, 6, 21, 12, 0, 10) + datetime.timedelta(seconds=second), latitude,
                      25.0 if second <= 0 else -155.0, 10650, speed, 0.0 if second <= 0 else 180.0,
                      14.9)
        text += [receiver.rmc(epoch), receiver.gga(epoch)] + receiver.gsa(epoch)
        truth.append(receiver.truth(epoch))
    return lines(text), truth


def ten_hertz():
    """GSA comes with whole seconds only. A height also shows that a fix has three dimensions."""
    receiver = Receiver()
    epochs = traveled(utc(2026, 5, 8, 10, 0, 59), (45.6189, 9.2812), 162, 45.9,
                       [(3, 40, 6)], speed=28, course=350, interval=0.1)
    text = []
    for index, epoch in enumerate(epochs):
        text += [receiver.rmc(epoch), receiver.gga(epoch)]
        if index % 10 == 0:
            text += receiver.gsa(epoch)
    return lines(text), [receiver.truth(epoch) for epoch in epochs]


def no_date():
    receiver = Receiver(talker='GP', minutes=4)
    epochs = traveled(utc(2026, 5, 8, 17, 30, 0), (-1.2921, 36.8219), 1661, -14.4,
                       [(20, 3, 4)], speed=3, course=40)
    text = flat([receiver.gga(epoch), receiver.gsa(epoch)] for epoch in epochs)
    return lines(flat(text)), [receiver.truth(e, without=('time', 'speed', 'track')) for e in epochs]


def old_receiver():
    """NMEA 2.0: RMC of eleven fields, whole seconds, coarse minutes, no geoid, no mode letter, and
    a checksum only in RMC, where that version requires one. Only its GGA states that it is a
    simulator: quality 8, which a later version of the standard added."""
    receiver = Receiver(talker='GP', minutes=2, time=0, speed=1, course=1, altitude=0, old=True)
    epochs = traveled(utc(2001, 9, 8, 6, 4, 55), (-33.9052, 18.4217), 21, 0, [(24, 2.7, 3)],
                       speed=2.7, course=310)
    text = []
    for index, epoch in enumerate(epochs):
        epoch.variation = -23.6
        text.append(receiver.rmc(epoch))
        others = [receiver.gga(epoch)] + receiver.gsa(epoch)
        if index % 5 == 0:
            others += receiver.gsv(epoch)
        text += [other.partition('*')[0] for other in others]
    return lines(text), [receiver.truth(epoch) for epoch in epochs]


def no_fix():
    """A cold start: no time, then a time of day, then a date, more and more satellites, no fix."""
    receiver = Receiver()
    text = [sentence('GNTXT,01,01,02,simulated receiver - make-fixtures.py')]
    start = utc(2026, 9, 15, 5, 55, 8)
    for second in range(30):
        now = start + datetime.timedelta(seconds=second)
        clock = now.strftime('%H%M%S.00') if second >= 5 else ''
        date = now.strftime('%d%m%y') if second >= 15 else ''
        text += [sentence(f'GNRMC,{clock},V,,,,,,,{date},,,N,V'), sentence('GNVTG,,,,,,,,,N'),
                 sentence(f'GNGGA,{clock},,,,,0,00,99.99,,,,,,'),
                 sentence('GNGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99,1')]
        if second % 5 == 0:
            sky = Sky('GP', 1, GPS.satellites[:second // 5])
            moment = Epoch(now, 0, 0, 0, 0, 0)
            text += sky.gsv(receiver, moment) or [sentence('GPGSV,1,1,00,1')]
    return lines(text), []


def noise():
    """RMC, GSA and GGA every second. Each second is damaged in another way; the list is below."""
    receiver = Receiver()
    truth = []
    motion = ('speed', 'track')
    height = ('altMSL', 'altHAE', 'geoidSep')

    def wrong(text):
        return text[:-2] + f'{int(text[-2:], 16) ^ 0x15:02X}'

    def clean(rmc, gsa, gga):
        return lines([rmc, *gsa, gga]), ()

    def wrong_rmc(rmc, gsa, gga):
        return lines([wrong(rmc), *gsa, gga]), motion

    def wrong_gga(rmc, gsa, gga):
        return lines([rmc, *gsa, wrong(gga)]), height

    def all_wrong(rmc, gsa, gga):
        return lines(map(wrong, [rmc, *gsa, gga])), None

    def cut_without_line_end(rmc, gsa, gga):
        return rmc[:14].encode() + lines([*gsa, gga]), motion

    def cut_in_longitude(rmc, gsa, gga):
        return lines([rmc, *gsa, gga[:36]]), height

    def cut_in_checksum(rmc, gsa, gga):
        return lines([rmc[:-1], *gsa, gga]), motion

    def interleaved(rmc, gsa, gga):
        return (rmc[:23] + gga).encode() + b'\r\n' + lines([rmc[23:], *gsa]), motion

    def binary_between(rmc, gsa, gga):
        block = b'\xb5\x62\x01\x07\x5c\x00' + bytes((i * 37 + 11) % 256 for i in range(92))
        return lines([rmc]) + block + lines(gsa) + b'\x10\x02$\x00*\n\xff' + lines([gga]), ()

    def binary_inside(rmc, gsa, gga):
        damaged = gga.encode()
        damaged = damaged[:20] + bytes([damaged[20] | 0x80]) + damaged[21:]
        return lines([rmc, *gsa]) + damaged + b'\r\n', height

    def no_checksum(rmc, gsa, gga):
        return lines([text[:-3] for text in [rmc, *gsa, gga]]), None

    def returns_only(rmc, gsa, gga):
        return lines([rmc, *gsa, gga]).replace(b'\r\n', b'\r'), ()

    def feeds_only(rmc, gsa, gga):
        return lines([rmc, *gsa, gga]).replace(b'\r\n', b'\n'), ()

    def no_line_ends(rmc, gsa, gga):
        return lines([rmc, *gsa, gga]).replace(b'\r\n', b''), ()

    def long_line(rmc, gsa, gga):
        return lines(['$GNTXT,01,01,02,' + 'long ' * 800, rmc, *gsa, gga]), ()

    def zeros(rmc, gsa, gga):
        return b'\0' * 64 + lines([rmc]) + b'\r\n\n\r' + lines(gsa) + b'\0' + lines([gga]), ()

    def small_letters(rmc, gsa, gga):
        return lines(text[:-2] + text[-2:].lower() for text in [rmc, *gsa, gga]), ()

    def off_the_earth(rmc, gsa, gga):
        fields = gga[1:-3].split(',')
        fields[2] = '91' + fields[2][2:]
        return lines([rmc, *gsa, sentence(','.join(fields))]), height

    def twice(rmc, gsa, gga):
        return lines([rmc, rmc, *gsa, gga, gga]), ()

    def console(rmc, gsa, gga):
        return lines([rmc]) + b'\x1b[0mlogin: $\r\n$ * $GN\r\n$*00\r\n' + lines([*gsa, gga]), ()

    def cut_at_the_end(rmc, gsa, gga):
        return lines([rmc, *gsa]) + gga[:45].encode(), height

    damages = [clean, wrong_rmc, clean, wrong_gga, all_wrong, cut_without_line_end,
               cut_in_longitude, cut_in_checksum, interleaved, clean, binary_between,
               binary_inside, no_checksum, returns_only, feeds_only, no_line_ends, long_line,
               zeros, small_letters, off_the_earth, twice, console, clean, cut_at_the_end]
    epochs = traveled(utc(2026, 5, 8, 11, 30, 0), (48.2201, 16.3949), 164, 43.2,
                       [(len(damages), 12, 2)], speed=12, course=95)
    data = b''
    for epoch, damage in zip(epochs, damages):
        said, lost = damage(receiver.rmc(epoch), receiver.gsa(epoch), receiver.gga(epoch))
        data += said
        if lost is not None:
            truth.append(receiver.truth(epoch, without=lost))
    return data, truth


NOT_NMEA = b"""\
Dear reader,

this is a letter and not a log. It costs $5, or 4,50 in other money* and holds no sentence,
though it has dollars, commas and stars: $GPS,is,not,a,sentence here.
"""


def files():
    tracks = [drive, midnight, antimeridian, noise, no_fix, no_date, old_receiver, poles, ten_hertz]
    for track in tracks:
        data, truth = track()
        name = track.__name__.replace('_', '-')
        yield f'{name}.nmea', data
        yield f'{name}.expected.jsonl', ''.join(json.dumps(t) + '\n' for t in truth).encode()
    yield 'empty.nmea', b''
    yield 'not-nmea.txt', NOT_NMEA


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true', help='compare only; exits 1 if a file differs')
    arguments = parser.parse_args()
    stale = []
    for name, data in files():
        path = HERE / name
        if arguments.check:
            if not path.exists() or path.read_bytes() != data:
                stale.append(name)
        else:
            path.write_bytes(data)
    if stale:
        sys.exit('these files differ from the output of make-fixtures.py: ' + ', '.join(stale))


if __name__ == '__main__':
    main()
