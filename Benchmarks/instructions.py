#!/usr/bin/env python3
"""Counts the instructions of whole commands, and compares them with the committed counts.

    instructions.py [--update] COMMAND

COMMAND is the installed locate. valgrind's callgrind counts the instructions of user code, so the machine's
load does not matter. Exit status 1 if a command executes over 5 % more instructions than instructions.json
says; --update writes the file. The counts depend on Swift, on the C library and on the processor. If one of
them is not as in the file, nothing is compared.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ALLOWED = 1.05
# The smallest of several runs counts, because threads that wait for each other may spin.
RUNS = 2
COUNTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.json")


def has_avx2():
    """Whether the C library may use the instructions of AVX2."""
    with open("/proc/cpuinfo") as file:
        return " avx2 " in file.read()


def versions():
    """What the counts depend on, besides the code."""
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return {
        "swift": re.search(r"Swift version (\S+)", swift).group(1),
        "libc": os.confstr("CS_GNU_LIBC_VERSION"),
        "processor": os.uname().machine + (" with AVX2" if has_avx2() else ""),
    }


def count(command, folder):
    """The instructions of one run."""
    # Without the user's settings. Hashing has another seed in each run.
    environment = {
        "PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "SWIFT_DETERMINISTIC_HASHING": "1"}
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment, timeout=300)
    found = re.search(r"refs:\s+([\d,]+)", run.stderr)
    if run.returncode != 0 or found is None:
        sys.exit(f"instructions: {' '.join(command)} failed:\n{run.stderr}")
    return int(found.group(1).replace(",", ""))


def counts(locate, folder):
    """The instructions of each command, by name."""
    track = f"{folder}/track.nmea"
    with open(track, "wb") as file:
        simulate = ["simulate", "drive", "--loop", "--rate", "max", "--for", "10m", "--format", "nmea"]
        subprocess.run([locate, *simulate], stdout=file, stderr=subprocess.DEVNULL, check=True)
    with open(track, "rb") as file:
        start = file.read(3000)
    with open(f"{folder}/start.nmea", "wb") as file:
        file.write(start[:start.rindex(b"\n") + 1])
    commands = {
        "decode": ["decode", track],
        "fixes": ["replay", track, "--rate", "max", "--format", "{latitude} {longitude}"],
        "convert": ["convert", track, "--to", "gpx"],
        "one-shot": ["once", f"{folder}/start.nmea", "--no-remember"],
    }
    return {
        name: min(count([locate, *command], folder) for _ in range(RUNS))
        for name, command in commands.items()
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("command")
    arguments = parser.parse_args()
    present = versions()
    if not arguments.update:
        with open(COUNTS) as file:
            committed = json.load(file)
        if committed["versions"] != present:
            print(f"instructions: not compared; counted with {committed['versions']}, this is {present}")
            return
    with tempfile.TemporaryDirectory() as folder:
        found = counts(os.path.abspath(arguments.command), folder)
    if arguments.update:
        with open(COUNTS, "w") as file:
            json.dump({"versions": present, "instructions": found}, file, indent=2)
            file.write("\n")
        print(f"instructions: {COUNTS} is written")
        return
    grown = False
    for name, number in found.items():
        ratio = number / committed["instructions"][name]
        print(f"{name:9} {number / 1e6:8.1f} million, {ratio:.3f} of the committed count")
        grown = grown or ratio > ALLOWED
    if grown:
        sys.exit("instructions: the count of a command grew by over 5 %; find out why, or, if the growth is "
                 "worth it, run 'make instructions UPDATE=1' and commit the file")


if __name__ == "__main__":
    main()
