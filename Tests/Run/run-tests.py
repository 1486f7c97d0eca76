#!/usr/bin/env python3
"""Runs tests, and turns a test that does not end into a failure with its name.

    run-tests.py [--limit SECONDS] [--first-failure] COMMAND ARGUMENT…

COMMAND is the program of a test bundle, with arguments for Swift Testing. A test that runs longer than the limit
is reported, and the program is ended: a test that ignores cancellation cannot be ended alone. The limit is far
above the time of any test, so that a slow machine fails none. With --first-failure the program is also ended after
the first test that fails.

The exit code is that of COMMAND; 1 if a test did not end.
"""

import argparse
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time


class Progress:
    """Which tests run, by the events of Swift Testing: one JSON object a line."""

    def __init__(self):
        self.names, self.began, self.has_failed = {}, {}, False
        self.rest = b""

    def take(self, data):
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line:
                self.note(json.loads(line))

    def note(self, record):
        payload, test = record["payload"], record["payload"].get("testID")
        if record["kind"] == "test" and payload["kind"] == "function":
            self.names[payload["id"]] = payload.get("displayName", payload["name"])
        elif payload["kind"] == "testStarted" and test in self.names:
            self.began[test] = time.monotonic()
        elif payload["kind"] == "testEnded":
            self.began.pop(test, None)
        elif payload["kind"] == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
            self.has_failed = True

    def overdue(self, limit):
        return [self.names[test] for test, begin in self.began.items() if time.monotonic() - begin > limit]


def end(process):
    """Ends a program, and what it started. At first it may print where it is: Swift does so for this signal."""
    if process.poll() is None:
        process.send_signal(signal.SIGABRT)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    try:
        # Whoever reads its output would wait for it.
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, limit, until_failure):
    progress = Progress()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "events")
        os.mkfifo(path)
        # The other end is held open too, so that reading waits before the program opens it.
        events, holder = os.open(path, os.O_RDONLY | os.O_NONBLOCK), os.open(path, os.O_WRONLY)
        # That is for builds; a test must notice if its result depends on the order of a set.
        environment = {name: os.environ[name] for name in os.environ if name != "SWIFT_DETERMINISTIC_HASHING"}
        process = subprocess.Popen(
            [*command, "--event-stream-output-path", path, "--event-stream-version", "0"], env=environment,
            start_new_session=True)
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(events, selectors.EVENT_READ)
                while process.poll() is None:
                    if selector.select(0.1):
                        progress.take(os.read(events, 1 << 20))
                    late = progress.overdue(limit)
                    for name in late:
                        print(f"✘ Test {name} did not end within {limit:g} seconds.", flush=True)
                    if late or until_failure and progress.has_failed:
                        return 1
        finally:
            end(process)
            os.close(events)
            os.close(holder)
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


# Writes the events of one test to the path among its arguments, and ends as its first argument says.
PROGRAM = """
import json, subprocess, sys, time
events = open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w")
def tell(kind, payload): print(json.dumps({"kind": kind, "payload": payload, "version": 0}), file=events, flush=True)
tell("test", {"kind": "function", "id": "S.t()", "name": "t()"})
for event in ["testStarted"] + (["issueRecorded"] if sys.argv[1] == "fails" else []):
    tell("event", {"kind": event, "testID": "S.t()"})
if sys.argv[1] == "leaves": subprocess.Popen(["sleep", "100"])
if sys.argv[1] not in ["ends", "leaves"]: time.sleep(100)
tell("event", {"kind": "testEnded", "testID": "S.t()"})
time.sleep(0.5)
sys.exit(3)
"""


def self_test():
    for behavior, option, code, text in [
        ("ends", ["--limit", "50"], 3, ""),
        ("leaves", ["--limit", "50"], 3, ""),
        ("hangs", [], 1, "✘ Test t() did not end within 0.3 seconds.\n"),
        ("fails", ["--first-failure", "--limit", "50"], 1, ""),
    ]:
        command = [sys.executable, __file__, "--limit", "0.3", *option, sys.executable, "-c", PROGRAM, behavior]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (code, text), (behavior, done)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one test")
    parser.add_argument("--first-failure", action="store_true", help="end after the first test that fails")
    parser.add_argument("--self-test", action="store_true", help="test this script")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    if not arguments.command:
        parser.error("name a command")
    sys.exit(run(arguments.command, arguments.limit, arguments.first_failure))


if __name__ == "__main__":
    main()
