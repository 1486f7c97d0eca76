#!/usr/bin/env python3
"""Write the log of a made-up u-blox receiver in its binary protocol to standard output.

    make-ubx-log.py > receiver.ubx

It contains values that recordings in NMEA do not have: satellites with constellation, signal and
channel, measured errors, and every kind of fix from none to RTK. It is twenty seconds of 2026-03-01
around a quay in Lisbon, with the same bytes every time.
"""
import math
import struct
import sys

GPS, SBAS, GALILEO, BEIDOU, GLONASS = 0, 1, 2, 3, 6
# gnssId, svId, sigId, freqId, elevation, azimuth
SKY = [
    (GPS, 3, 0, 0, 41, 118), (GPS, 3, 3, 0, 41, 118), (GPS, 17, 0, 0, 77, 0),
    (GPS, 22, 0, 0, 12, 359), (SBAS, 123, 0, 0, 35, 140), (GALILEO, 5, 0, 0, 50, 250),
    (GALILEO, 5, 6, 0, 50, 250), (BEIDOU, 19, 0, 0, 5, 90), (GLONASS, 8, 0, 13, 60, 180),
    (GLONASS, 8, 2, 13, 60, 180), (GLONASS, 21, 0, 4, -2, 301),
]
# fixType, flags: none, dead reckoning, 2D, 3D, with both, time only; then differential and RTK.
KINDS = [(0, 0), (0, 0), (2, 1), (3, 1), (3, 1), (3, 3), (3, 0x43), (3, 0x83), (4, 1), (1, 1),
         (5, 1), (3, 1), (3, 0), (0, 0), (3, 1), (2, 1), (3, 1), (3, 3), (3, 1), (3, 1)]


def frame(kind, number, payload):
    body = struct.pack('<BBH', kind, number, len(payload)) + payload
    a = b = 0
    for byte in body:
        a = (a + byte) & 0xFF
        b = (b + a) & 0xFF
    return b'\xb5\x62' + body + bytes((a, b))


def position(tow, second, fix, flags):
    angle = second / 20 * math.tau
    return frame(0x01, 0x07, struct.pack(
        '<IHBBBBBBIiBBBBiiiiIIiiiiiIIHHIihH',
        tow, 2026, 3, 1, 9, 15, second, 0x37, 25, -1250 if second % 3 else 1250,
        fix, flags, 0, 9,
        int(-91393000 + 3000 * math.cos(angle)), int(387223000 + 3000 * math.sin(angle)),
        135400 + second * 10, 82000 + second * 10, 2500 + second, 4100 + second,
        int(-900 * math.sin(angle)), int(900 * math.cos(angle)), -50, 900,
        int(angle / math.tau * 36000000), 300, 1500000, 165, 0, 0, 0, 0, 0))


def dilution(tow):
    return frame(0x01, 0x04, struct.pack('<IHHHHHHH', tow, 190, 165, 95, 130, 101, 72, 71))


def satellites(tow, second):
    payload = struct.pack('<IBBH', tow, 1, 0, 0)
    seen = [s for s in SKY if s[2] in (0,)]
    for gnss, sv, _, _, elevation, azimuth in seen:
        strength = 0 if elevation < 0 else 25 + (sv + second) % 20
        flags = (0x08 if strength > 30 else 0) | 0x10
        payload += struct.pack(
            '<BBBbhhI', gnss, sv, strength, elevation, azimuth, 12, flags)
    return frame(0x01, 0x35, payload[:5] + bytes((len(seen),)) + payload[6:])


def signals(tow, second):
    payload = struct.pack('<IBBH', tow, 0, len(SKY), 0)
    for gnss, sv, signal, channel, _, _ in SKY:
        payload += struct.pack(
            '<BBBBhBBBBHI', gnss, sv, signal, channel, 5, 25 + (sv + second) % 20, 7, 0, 0, 0x29, 0)
    return frame(0x01, 0x43, payload)


def log():
    for second, (fix, flags) in enumerate(KINDS):
        tow = 33_300_000 + second * 1000 + 18_000
        yield position(tow, second, fix, flags)
        yield dilution(tow)
        if second % 2 == 0:
            yield satellites(tow, second)
        if second % 4 == 3:
            yield signals(tow, second)
        yield frame(0x01, 0x61, struct.pack('<I', tow))


sys.stdout.buffer.write(b''.join(log()))
