#!/usr/bin/env python3
"""Stores what `locate` prints for a corpus of files, and compares it with what another build prints.

    corpus.py record STORE --locate PROGRAM [FILE-OR-FOLDER ...]
    corpus.py compare STORE --locate PROGRAM [--show LINES] [--only TEXT]

`record` runs the commands below on each file, and on each built-in scenario of the simulator with fixed
seeds, and keeps standard output, standard error, the exit code and the written files. `compare` runs the
same commands with another program and prints each difference. It exits with 1 if there is any that is
not in the file of accepted ones.

Without files, the corpus is `Fixtures` and, where they exist, the logs and tracks of `../shared/conformance`.
The time of the host is masked. Each command runs in an empty folder with state of its own.
"""

import argparse
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FORMATS = ["json", "csv", "gpx", "geojson", "geojson-points", "kml", "tcx", "nmea", "updates", "geo", "text",
           "{time} {latitude:.7} {longitude:.7} {altitude} {speed} {course} {satellites} {source}"]
START = "2026-05-08T09:15:00Z"
SCENARIO_FORMATS = ["json", "nmea", "updates", "csv", "gpx"]
# What depends on the host's clock, or is drawn at random.
MASKS = [
    (re.compile(rb'("(?:at|rtime|receivedAt|toldAt|created_at|activated)":)("[^"]*"|[0-9.]+)'), rb'\1"HOST"'),
    (re.compile(rb'"id":"[0-9a-f]{16}"'), rb'"id":"PLACE"'),
    (re.compile(rb"\b(?:\d+\.\d+|\d+) (?:ms|seconds)\b"), b"TIME"),
]
LIMIT = 120


def corpus(arguments):
    folders = [Path(name) for name in arguments] or [
        ROOT / "Fixtures", ROOT.parent / "shared/conformance/gpsd-logs",
        ROOT.parent / "shared/conformance/tracks/files"]
    for folder in folders:
        if not folder.exists():
            print(f"corpus: {folder} is absent and left out", file=sys.stderr)
        elif folder.is_file():
            yield folder.name, folder
        else:
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.suffix not in (".chk", ".md", ".py", ".sums", ".jsonl"):
                    yield f"{folder.name}/{path.relative_to(folder)}", path


def jobs_of_file(name, path):
    """The commands for a file: a name for each, and its arguments. INPUT stands for the file."""
    for form in FORMATS:
        yield f"convert {form}", ["convert", "INPUT", "--to", form]
    yield "once", ["once", "INPUT", "--json"]
    yield "watch", ["watch", "INPUT", "--rate", "max", "--json"]
    yield "watch text", ["watch", "INPUT", "--rate", "max", "--distance", "50m"]
    yield "convert derive", ["convert", "INPUT", "--derive", "--to", "csv"]
    yield "info", ["track", "info", "INPUT"]
    yield "info json", ["track", "info", "INPUT", "--json"]
    yield "simplify", ["track", "simplify", "INPUT", "--tolerance", "5m", "--to", "gpx"]
    yield "simplify points", ["track", "simplify", "INPUT", "--points", "10", "--to", "csv"]
    yield "reverse", ["track", "reverse", "INPUT", "--to", "kml"]
    yield "resample", ["track", "resample", "INPUT", "--every", "10s", "--to", "csv"]
    yield "resample spacing", ["track", "resample", "INPUT", "--spacing", "25m", "--to", "geojson"]
    yield "split", ["track", "split", "INPUT", "--gap", "1min", "-o", "part.gpx"]
    yield "join", ["track", "join", "INPUT", "INPUT", "--to", "gpx"]
    yield "plot", ["track", "plot", "INPUT"]
    yield "compare", ["track", "compare", "INPUT", "INPUT", "--json"]
    yield "plot svg", ["track", "plot", "INPUT", "-o", "plot.svg"]
    yield "monitor", ["monitor", "INPUT", "--rate", "max", "--json"]
    if not path.suffix or path.suffix in (".log", ".nmea", ".txt"):
        yield "decode json", ["decode", "INPUT", "--json"]
        yield "decode text", ["decode", "INPUT"]
        yield "decode summary", ["decode", "INPUT", "--summary"]


def run(program, arguments, folder, path=None):
    """Runs a command in an empty folder. Returns its masked result as bytes."""
    home = folder / "home"
    home.mkdir()
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "TZ": "UTC", "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"), "LOCATE_SOURCE": ""}
    if path:
        shutil.copy(path, folder / path.name)
        if arguments[0] == "monitor":
            first = subprocess.run(
                [program, "convert", path.name, "--to", "{latitude:.5},{longitude:.5}", "--count", "1"], cwd=folder,
                env=environment, stdin=subprocess.DEVNULL, capture_output=True).stdout.decode().strip()
            if first:
                subprocess.run(
                    [program, "places", "add", "First", "--at", first, "--radius", "100m"], cwd=folder,
                    env=environment, stdin=subprocess.DEVNULL, capture_output=True)
        arguments = [path.name if word == "INPUT" else word for word in arguments]
    try:
        done = subprocess.run(
            [program, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=LIMIT)
        parts = [b"exit %d\n" % done.returncode, b"--- stdout\n", done.stdout, b"--- stderr\n", done.stderr]
    except subprocess.TimeoutExpired:
        parts = [b"no end in time\n"]
    for written in sorted(folder.iterdir()):
        if written.is_file() and (path is None or written.name != path.name):
            parts += [b"--- file %s\n" % os.fsencode(written.name), written.read_bytes()]
    text = b"".join(parts)
    for mask, replacement in MASKS:
        text = mask.sub(replacement, text)
    return text


def all_jobs(files, program):
    for name, path in files:
        for label, arguments in jobs_of_file(name, path):
            yield f"{name}: {label}", arguments, path
    listed = subprocess.run([program, "simulate", "--list"], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        scenario = line.split()[0] if line.strip() else ""
        if not re.fullmatch(r"[a-z][a-z-]*", scenario):
            continue
        for form in SCENARIO_FORMATS:
            for seed in ("1", "7"):
                yield (f"simulate {scenario} {seed}: {form}",
                       ["simulate", scenario, "--seed", seed, "--start", START, "--rate", "max", "--for", "3min",
                        "--format", form], None)


def outputs(jobs, program, workers):
    def perform(job):
        name, arguments, path = job
        with tempfile.TemporaryDirectory() as folder:
            return name, run(program, arguments, Path(folder), path)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        yield from pool.map(perform, jobs)


def stored(store, name):
    return store / (hashlib.sha256(name.encode()).hexdigest()[:24] + ".z")


def record(store, arguments):
    store.mkdir(parents=True, exist_ok=True)
    jobs = list(all_jobs(list(corpus(arguments.files)), arguments.locate))
    (store / "jobs.json").write_text(json.dumps(
        [[name, command, str(path) if path else None] for name, command, path in jobs]))
    for name, text in outputs(jobs, arguments.locate, arguments.workers):
        stored(store, name).write_bytes(zlib.compress(text, 1))
    print(f"corpus: stored {len(jobs)} results")


def compare(store, arguments):
    jobs = [(name, command, Path(path) if path else None)
            for name, command, path in json.loads((store / "jobs.json").read_text())
            if not arguments.only or re.search(arguments.only, name)]
    accepted = []
    if arguments.accepted:
        lines = Path(arguments.accepted).read_text().splitlines()
        accepted = [re.compile(line.split("\t")[0]) for line in lines if line and not line.startswith("#")]
    different = reasons = 0
    for name, text in outputs(jobs, arguments.locate, arguments.workers):
        before = zlib.decompress(stored(store, name).read_bytes())
        if before == text:
            continue
        if any(pattern.search(name) for pattern in accepted):
            reasons += 1
            continue
        different += 1
        print(f"corpus: {name} differs")
        lines = difflib.unified_diff(
            before.decode(errors="replace").splitlines(), text.decode(errors="replace").splitlines(),
            "before", "after", lineterm="", n=0)
        for number, line in enumerate(lines):
            if number >= arguments.show:
                break
            print("   " + line[:240])
    print(f"corpus: {different} of {len(jobs)} results differ"
          + (f", and {reasons} for an accepted reason" if accepted else ""))
    return different > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["record", "compare"])
    parser.add_argument("store", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--locate", required=True, type=os.path.abspath)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--show", type=int, default=6, help="lines of each difference")
    parser.add_argument("--only", help="a regular expression of the results to compare")
    parser.add_argument("--accepted", help="a file: a regular expression of names, a tab, and the reason")
    arguments = parser.parse_intermixed_args()
    if arguments.action == "record":
        record(arguments.store, arguments)
    elif compare(arguments.store, arguments):
        sys.exit(1)


if __name__ == "__main__":
    main()
