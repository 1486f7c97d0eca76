#!/usr/bin/env python3
"""Decode every sentence of the files of the arguments with pynmea2, and print the number of them."""
import sys

import pynmea2

decoded = 0
for path in sys.argv[1:]:
    with open(path, encoding='ascii', errors='replace') as lines:
        for line in lines:
            try:
                pynmea2.parse(line)
                decoded += 1
            except pynmea2.ParseError:
                pass
print(decoded)
