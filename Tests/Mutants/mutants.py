#!/usr/bin/env python3
"""Puts faults into the production code and shows which of them the tests notice.

    mutants.py                     all faults of faults.txt
    mutants.py --only REGEX        the faults whose name matches
    mutants.py --check             only checks that each fault still fits the code; builds nothing
    mutants.py --faults FILE       another list

The code is copied to `.build/mutants`. All faults are in one build there: each is a choice between the right
code and the faulty one, and the variable LOCATE_MUTANT selects the fault. Then the suites of each fault run,
two at a time, until a test fails. A fault is noticed if a test fails, crashes, or takes much longer than all tests
of the suites without a fault.

A fault in the list is:

    ## a name, and the suites that must notice it: a test target, and a regular expression after it if less is enough
    @ LocationCoreTests UpdateBufferTests
    Sources/LocationCore/Delivery/UpdateBuffer.swift
    - a part of the code, which occurs once in the file
    + the same part with the fault, where MUTANT is true if the fault is switched on

Parts may have several lines, each with its sign. White space at the beginning of lines makes no difference. A fault
that cannot be seen has a line `= reason` instead of `@`; it is not run, but checked to fit.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / ".build/mutants"
BUNDLE = COPY / ".build/debug/swift-locationPackageTests.xctest"
RUNNER = ROOT / "Tests/Run/run-tests.py"
# Nobody looks at this build with a debugger.
FLAGS = ["--enable-all-traits", "-Xswiftc", "-gnone"]
# Declared here, because a module either imports the C library everywhere in the same way or not at all.
SWITCH = """
@_silgen_name("getenv") private func variable(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>?
@_silgen_name("atoi") private func number(_ text: UnsafePointer<CChar>) -> Int32

private let selectedMutant = variable("LOCATE_MUTANT").map(number) ?? 0

@inline(never) func isMutant(_ number: Int32) -> Bool { selectedMutant == number }
"""


class Fault:
    def __init__(self, number, name):
        self.number, self.name = number, name
        self.target = self.suites = self.reason = self.path = None
        self.before, self.after = [], []

    @property
    def module(self):
        return self.path.split("/")[1]

    @property
    def pattern(self):
        lines = [r"\s+".join(re.escape(word) for word in line.split()) for line in self.before]
        return re.compile(r"\s*\n\s*".join(lines))


def parse(path):
    faults = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        mark, rest = line[:2].strip(), line[2:].strip()
        if mark == "##":
            faults.append(Fault(len(faults) + 1, rest))
        elif not faults:
            sys.exit(f"{path}:{number}: a fault begins with ##")
        elif mark == "@":
            words = rest.split(None, 1)
            faults[-1].target, faults[-1].suites = words[0], words[1] if len(words) > 1 else "."
        elif mark == "=":
            faults[-1].reason = rest
        elif mark == "-":
            faults[-1].before.append(rest)
        elif mark == "+":
            faults[-1].after.append(rest)
        else:
            faults[-1].path = line.strip()
    return faults


def fit(faults, read=lambda path: (ROOT / path).read_text()):
    """The text of each changed file. Ends the program if a fault does not fit."""
    texts, problems = {}, []
    for fault in faults:
        if not (fault.path and fault.before and fault.after and (fault.target or fault.reason)):
            problems.append(f"{fault.name}: it needs a file, - and + lines, and @ or =")
            continue
        if "MUTANT" not in "".join(fault.after):
            problems.append(f"{fault.name}: its + lines do not contain MUTANT")
            continue
        try:
            text = texts.get(fault.path) or read(fault.path)
        except FileNotFoundError:
            problems.append(f"{fault.name}: there is no {fault.path}")
            continue
        found = fault.pattern.findall(text)
        if len(found) != 1:
            problems.append(f"{fault.name}: its code occurs {len(found)} times in {fault.path}")
            continue
        after = "\n".join(fault.after).replace("MUTANT", f"isMutant({fault.number})")
        texts[fault.path] = fault.pattern.sub(lambda _: after, text)
    if problems:
        sys.exit("\n".join(["mutants: these faults do not fit the code:"] + problems))
    return texts


def copy(texts, switch):
    """Copies the code, and writes the faults into it. Files that are equal keep their time."""
    COPY.mkdir(parents=True, exist_ok=True)
    names = ["Package.swift", "Sources", "Tests", "Fixtures", "Examples", "Benchmarks/instructions.json", "docs"]
    modules = {path.split("/")[1] for path in texts}
    kept = []
    for name in names:
        source = ROOT / name
        for path in [source] if source.is_file() else source.rglob("*"):
            if path.is_dir() or ".build" in path.parts:
                continue
            relative = path.relative_to(ROOT).as_posix()
            content = texts[relative].encode() if relative in texts else path.read_bytes()
            kept.append(write(relative, content, path))
    for module in modules:
        kept.append(write(f"Sources/{module}/IsMutant.swift", switch.encode(), None))
    kept = set(kept)
    for folder in ["Sources", "Tests"]:
        for path in (COPY / folder).rglob("*"):
            if path.is_file() and path.relative_to(COPY).as_posix() not in kept:
                path.unlink()
    shared = COPY.parent / "shared"
    if (ROOT.parent / "shared").exists() and not shared.exists():
        shared.symlink_to(ROOT.parent / "shared")


def build(texts, faults):
    begin = time.monotonic()
    copy(texts, SWITCH)
    targets = sorted({fault.target for fault in faults if fault.target})
    errors = compile_tests(targets)
    if errors:
        sys.exit("\n".join(["mutants: the code with the faults does not build:"] + errors[:20]))
    print(f"mutants: built in {time.monotonic() - begin:.0f} s", flush=True)


def compile_tests(targets=()):
    """Builds the tests of these targets, or of all, in the copy. Returns the lines of errors."""
    chosen = {"LOCATE_TESTS": ",".join(targets)} if targets else {}
    command = ["swift", "build", *FLAGS, *(["--product", "swift-locationPackageTests"] if targets else ["--build-tests"])]
    done = subprocess.run(command, cwd=COPY, env=os.environ | chosen, text=True, capture_output=True)
    lines = (done.stdout + done.stderr).splitlines()
    return [line for line in lines if "error:" in line] or lines[-5:] if done.returncode else []


def write(relative, content, model):
    target = COPY / relative
    if not target.exists() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    if model:
        shutil.copymode(model, target)
    return relative


def run(target, suites, number, limit):
    """How the tests end with a fault: the name of the first test that fails, or None, and the seconds."""
    begin = time.monotonic()
    tests = [BUNDLE, "--testing-library", "swift-testing", "--no-parallel", "--filter", f"{target}.*({suites})"]
    settings = {"LOCATE_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"}
    done = subprocess.run(
        [RUNNER, "--limit", f"{limit:.0f}", "--first-failure", *tests], cwd=COPY, env=os.environ | settings,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    seconds = time.monotonic() - begin
    passed = re.search(r"Test run with (\d+) tests?", done.stdout)
    if done.returncode == 0:
        return (None if passed and int(passed[1]) else "NO TEST RAN"), seconds
    failed = re.search(r"✘ Test (.+?)(?:\(.*?)? (?:recorded|failed|did not end)", done.stdout)
    return failed[1] if failed else "a crash", seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=Path, default=Path(__file__).with_name("faults.txt"))
    parser.add_argument("--only", default=".", help="a regular expression of names")
    parser.add_argument("--check", action="store_true", help="build nothing")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    faults = parse(arguments.faults)
    texts = fit(faults)
    if arguments.check:
        print(f"mutants: {len(faults)} faults fit the code")
        return
    build(texts, faults)
    chosen = [fault for fault in faults if fault.target and re.search(arguments.only, fault.name)]
    results = []
    with concurrent.futures.ThreadPoolExecutor(arguments.workers) as pool:
        # A machine that is slow now is slow without a fault too.
        suites = sorted({(fault.target, fault.suites) for fault in chosen})
        limits = {}
        for (target, pattern), (failed, seconds) in zip(suites, pool.map(lambda key: run(*key, 0, 600), suites)):
            if failed:
                sys.exit(f"mutants: without a fault, {target} {pattern} has: {failed}")
            limits[target, pattern] = 10 + 3 * seconds
        runs = pool.map(
            lambda fault: run(fault.target, fault.suites, fault.number, limits[fault.target, fault.suites]), chosen)
        for fault, (failed, seconds) in zip(chosen, runs):
            results.append(failed)
            word = "MISSED " if failed is None else "noticed"
            print(f"{word} {fault.module:19} {fault.name} ({failed or '-'}, {seconds:.1f} s)", flush=True)
    for fault in faults:
        if fault.reason:
            print(f"equal   {fault.module:19} {fault.name} ({fault.reason})")
    missed = results.count(None)
    modules = {fault.module for fault in chosen}
    print(f"mutants: {len(results) - missed} of {len(results)} faults in {len(modules)} modules were noticed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
