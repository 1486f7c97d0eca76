#!/usr/bin/env python3
"""Puts faults that a program chose into the production code, and counts those that the tests do not notice.

    mutation.py --seed N [--sample 300] [--modules REGEX] [--show FILE:LINE]

`Sites` finds every place where one token decides: a condition, a boundary, a sum, a constant, a statement without a
result, an empty result. A random sample of these faults is written into a copy of the code, and one build holds them
all: LOCATE_MUTANT selects one. A fault that does not compile is replaced by the next of the sample.

Then each suite runs once without a fault and writes down which faults it executes. A fault is run with the suites that
execute it, those of its own module first, until a test fails, crashes or hangs. A fault that no suite executes is missed.

`equal.txt` has faults that change nothing that anybody can see, by their code and not by their line.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import mutants

ROOT = mutants.ROOT
mutants.COPY = COPY = ROOT / ".build/mutation"
mutants.BUNDLE = BUNDLE = COPY / ".build/debug/swift-locationPackageTests.xctest"
SITES = Path(__file__).with_name("Sites")
FINDER = ROOT / ".build/sites"
EQUAL = Path(__file__).with_name("equal.txt")
# Not compiled here, or without anything to decide.
LEFT_OUT = {"AppleLocation", "LocationPOSIX", "SwiftLocation", "locate", "locate-web"}
# These decide where a location is, and who gets it.
CORE = {
    "LocationCore", "NMEA0183", "NMEALocation", "GPSDLocation", "LocationReplay", "LocationSimulation", "LocationPlaces",
    "LocationPublishing", "LocationTracks", "LocationServing"}
# As in mutants.py. LOCATE_MUTANT_TRACE names a file to which the number of each executed fault is appended, once for
# each process.
SWITCH = """
@_silgen_name("getenv") private func variable(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>?
@_silgen_name("atoi") private func number(_ text: UnsafePointer<CChar>) -> Int32
@_silgen_name("fopen") private func open(_ path: UnsafePointer<CChar>, _ mode: UnsafePointer<CChar>) -> OpaquePointer?
@_silgen_name("fputs") private func put(_ text: UnsafePointer<CChar>, _ file: OpaquePointer) -> Int32
@_silgen_name("fflush") private func flush(_ file: OpaquePointer) -> Int32

private let selectedMutant = variable("LOCATE_MUTANT").map(number) ?? 0
// Unsafe, but harmless: two threads at once may write a number twice, and readers make a set of them.
nonisolated(unsafe) private let trace = variable("LOCATE_MUTANT_TRACE").flatMap { open($0, "a") }
nonisolated(unsafe) private let isTraced = {
  let marks = UnsafeMutablePointer<Bool>.allocate(capacity: 10_000)
  marks.initialize(repeating: false, count: 10_000)
  return marks
}()

@inline(never) func isMutant(_ number: Int32) -> Bool {
  if let trace, !isTraced[Int(number)] {
    isTraced[Int(number)] = true
    _ = put("\\(number)\\n", trace)
    _ = flush(trace)
  }
  return selectedMutant == number
}
"""


class Site:
    def __init__(self, found):
        self.path, self.line, self.kind, self.code = (found[key] for key in ["path", "line", "kind", "code"])
        self.insertions = [(piece["offset"], piece["text"]) for piece in found["insertions"]]
        self.number, self.result = 0, None

    @property
    def module(self):
        return self.path.split("/")[1]

    @property
    def key(self):
        # A constant alone says too little.
        text = (ROOT / self.path).read_text().splitlines()[self.line - 1].strip()
        return f"{self.path} | {self.kind} | {self.code} | {text}"

    def end(self, result):
        self.result = result
        return self

    @property
    def is_missed(self):
        return self.result not in ("noticed", "hanging")

    @property
    def span(self):
        return self.insertions[0][0], self.insertions[-1][0]


def all_sites():
    build = ["swift", "build", "--package-path", SITES, "--scratch-path", FINDER]
    subprocess.run(build, check=True, stdout=sys.stderr)
    paths = sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "Sources").rglob("*.swift")
        if path.relative_to(ROOT).parts[1] not in LEFT_OUT)
    done = subprocess.run(
        [FINDER / "debug/sites", *paths], cwd=ROOT, check=True, capture_output=True, text=True)
    return [Site(json.loads(line)) for line in done.stdout.splitlines()]


def equal_keys():
    """What was judged by hand: PATH | KIND | CODE | LINE | reason."""
    lines = [line for line in EQUAL.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return {line.rsplit(" | ", 1)[0] for line in lines}


def choose(candidates, chosen, count):
    """Adds sites until there are enough. Two faults in the same code would not both compile."""
    while len(chosen) < count and candidates:
        site = candidates.pop()
        if not any(site.path == other.path and site.span[0] <= other.span[1] and other.span[0] <= site.span[1]
                   for other in chosen):
            chosen.append(site)


def changed_texts(sites):
    insertions = collections.defaultdict(list)
    for number, site in enumerate(sites, 1):
        site.number = number
        for offset, text in site.insertions:
            insertions[site.path].append((offset, text.replace("#", f"isMutant({number})")))
    texts = {}
    for path, pieces in insertions.items():
        content = (ROOT / path).read_bytes()
        for offset, text in sorted(pieces, reverse=True):
            content = content[:offset] + text.encode() + content[offset:]
        texts[path] = content.decode()
    return texts


def build(candidates, count):
    """Builds a sample. Returns its sites, and the number of those that did not compile."""
    begin, chosen, refused = time.monotonic(), [], 0
    for attempt in range(30):
        choose(candidates, chosen, count)
        mutants.copy(changed_texts(chosen), SWITCH)
        errors = mutants.compile_tests()
        if not errors:
            print(f"mutation: built in {time.monotonic() - begin:.0f} s; {refused} faults did not compile", flush=True)
            return chosen, refused
        wrong = {(match[1], int(match[2])) for match in re.finditer(
            r"(?:^|\n)\S*?/(Sources/[^:\s]+):(\d+):\d+: error", "\n".join(errors))}
        # A variable without its first value is an error where it is read, some lines after the fault.
        guilty = [max((site for site in chosen if site.path == path and site.line <= line),
                      key=lambda site: site.line, default=None) for path, line in wrong]
        left = [site for site in chosen if site not in guilty]
        if len(left) == len(chosen):
            sys.exit("\n".join(["mutation: the code with the faults does not build:"] + errors[:20]))
        refused += len(chosen) - len(left)
        chosen = left
    sys.exit("mutation: no sample compiles")


def test(suite, number, limit, trace=None):
    """How a suite ends with a fault: noticed, hanging, or None if it passes."""
    settings = {"LOCATE_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"}
    if trace:
        settings["LOCATE_MUTANT_TRACE"] = trace
    command = [mutants.RUNNER, "--limit", f"{limit:.0f}", *([] if trace else ["--first-failure"]), BUNDLE,
               "--testing-library", "swift-testing", "--no-parallel", "--filter", f"^{re.escape(suite)}[/.]"]
    try:
        done = subprocess.run(
            command, cwd=COPY, env=os.environ | settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", timeout=limit + 60)
    except subprocess.TimeoutExpired:
        return "hanging"
    if "did not end within" in done.stdout:
        return "hanging"
    return "noticed" if done.returncode else None


def traced(suites, workers):
    """The suites that execute each fault, with the seconds of each suite."""
    executed, seconds, failing = collections.defaultdict(list), {}, []

    def run(suite):
        with tempfile.NamedTemporaryFile() as file:
            begin = time.monotonic()
            result = test(suite, 0, 300, file.name)
            return suite, time.monotonic() - begin, result, {int(line) for line in file.read().split()}

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for suite, time_taken, result, numbers in pool.map(run, suites):
            seconds[suite] = time_taken
            if result:
                failing.append(suite)
                continue
            for number in numbers:
                executed[number].append(suite)
    if failing:
        print(f"mutation: these suites fail without a fault and are left out: {' '.join(failing)}", flush=True)
    return executed, seconds


def judge(site, suites, seconds, budget):
    own = f"{site.module}Tests."
    result, begin = None, time.monotonic()
    for suite in sorted(suites, key=lambda suite: (not suite.startswith(own), seconds[suite])):
        if time.monotonic() - begin > budget:
            return site.end("missed in time")
        result = test(suite, site.number, 10 + 5 * seconds[suite])
        if result:
            break
    return site.end(result or ("missed" if suites else "not executed"))


def table(sites, equal):
    print(f"\n{'module':22} sampled equal noticed hanging missed      %")
    wrong = 0
    for module in sorted({site.module for site in sites}) + ["all"]:
        own = [site for site in sites if module in (site.module, "all")]
        counts = collections.Counter("equal" if site.key in equal else site.result for site in own)
        judged = len(own) - counts["equal"]
        missed = judged - counts["noticed"] - counts["hanging"]
        share = 100 * missed / judged if judged else 0
        allowed = 15 if module in CORE else 25
        note = "" if module == "all" else f" over {allowed}" if share > allowed else ""
        # With fewer, one fault more or less decides.
        note += ", uncertain" if module != "all" and judged < 20 else ""
        wrong += " over" in note and judged >= 20
        print(f"{module:22} {len(own):7} {counts['equal']:5} {counts['noticed']:7} {counts['hanging']:7} {missed:6} "
              f"{share:6.1f}{note}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", default=".", help="a regular expression")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--budget", type=float, default=90, help="seconds for each fault")
    arguments = parser.parse_args()
    equal = equal_keys()
    candidates = [site for site in all_sites() if re.search(arguments.modules, site.module)]
    print(f"mutation: {len(candidates)} faults are possible", flush=True)
    random.Random(arguments.seed).shuffle(candidates)
    sites, _ = build(candidates, arguments.sample)
    listed = subprocess.run(
        [BUNDLE, "--testing-library", "swift-testing", "--list-tests"], cwd=COPY, capture_output=True, text=True).stdout
    suites = sorted({line.split("/")[0] for line in listed.splitlines() if "/" in line})
    executed, seconds = traced(suites, arguments.workers)
    with concurrent.futures.ThreadPoolExecutor(arguments.workers) as pool:
        runs = [pool.submit(judge, site, executed[site.number], seconds, arguments.budget) for site in sites]
        for run in concurrent.futures.as_completed(runs):
            site = run.result()
            if site.is_missed:
                word = "equal" if site.key in equal else site.result
                print(f"{word:14} {site.path}:{site.line} {site.kind}: {site.code[:120]}", flush=True)
    sys.exit(1 if table(sites, equal) else 0)


if __name__ == "__main__":
    main()
