#!/usr/bin/env python3
"""Runs every block of commands in the README and in docs that is marked as sh.

    run-blocks.py --locate COMMAND [FILE ...]
    run-blocks.py --self-test

Each block runs in bash, in a fresh folder with a copy of Fixtures, with a home of its own, and with the names
`locate` and `gps-locate` for COMMAND. It stops at the first command that fails. Comments directly before
the block, which readers do not see, say that it must end with another exit code than 0, that it continues the
block above it, whose commands run before its own without their output being compared, and that it is skipped if
a program is missing:

    <!-- exit: 66 -->
    <!-- continues -->
    <!-- needs: duckdb -->

A block marked as text that directly follows is the exact output, standard error included; a line `…` in it
stands for any lines. A block has 30 seconds, and everything that it started is killed at its end. Exit
status: 0 if all blocks are as they should be, 1 if not.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(
    r'(?P<marks>(?:^<!-- (?:exit: \d+|continues|needs: \S+) -->\n+)*)^```sh\n(?P<code>.*?)^```$(?:\n+^```text\n(?P<output>.*?)^```$)?',
    re.M | re.S)
MARK = re.compile(r'<!-- (\w+)(?:: (\S+))? -->')
# `make snippets` installs it.
DUCKDB = ROOT / '.build/duckdb'
PATH = f'{os.environ["PATH"]}:{DUCKDB}/bin'
SECONDS = 30


def environment(folder, locate):
    """The variables of a block: nothing of this user's home or settings."""
    names = folder / '.bin'
    names.mkdir()
    for name in ['locate', 'gps-locate']:
        (names / name).symlink_to(locate)
    (folder / '.home').mkdir()
    return {
        'PATH': f'{names}:{PATH}', 'PYTHONPATH': str(DUCKDB), 'HOME': str(folder / '.home'), 'TZ': 'UTC',
        'LC_ALL': 'C.UTF-8', 'TERM': 'dumb'}


def run(code, locate):
    """Runs a block; returns its exit code, None after too long, and its output."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryFile('w+') as output:
        folder = pathlib.Path(name)
        shutil.copytree(ROOT / 'Fixtures', folder / 'Fixtures')
        process = subprocess.Popen(
            ['bash', '-euo', 'pipefail', '-c', code], cwd=folder, env=environment(folder, locate),
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            status = None
        try:
            # The process group is that of the block, also after its shell has ended.
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        output.seek(0)
        return status, output.read()


def marks(block):
    """The marks of a block, with their values."""
    return dict(MARK.findall(block['marks']))


def whole(block, above):
    """The commands of a block, after those that it continues."""
    return f'{{\n{above}}} > /dev/null 2>&1\n{block["code"]}' if 'continues' in marks(block) else block['code']


def fault(block, locate, above=''):
    """What is wrong with a block below other commands; None if nothing is."""
    expected = int(marks(block).get('exit', 0))
    status, output = run(whole(block, above), locate)
    if status is None:
        return f'it takes longer than {SECONDS} s, and printed:\n{output}'
    if status != expected:
        return f'it ended with {status} instead of {expected}, and printed:\n{output}'
    if block['output'] is not None:
        lines = block['output'].splitlines(keepends=True)
        pattern = ''.join('(?:.*\n)*?' if line == '…\n' else re.escape(line) for line in lines)
        if not re.fullmatch(pattern, output):
            return f'it printed:\n{output}'
    return None


def self_test():
    """Blocks with each fault, and blocks without one."""
    def faulty(text):
        return fault(BLOCK.search(text), '/bin/true') is not None

    assert not faulty('```sh\nlocate --help; test -s Fixtures/drive.nmea\n```\n')
    assert not faulty('<!-- exit: 3 -->\n\n```sh\nexit 3\n```\n')
    assert not faulty('```sh\necho a; echo b >&2\n```\n\n```text\na\nb\n```\n')
    assert not faulty('```sh\nseq 9\n```\n\n```text\n1\n…\n9\n```\n')
    assert not faulty('```sh\nsleep 100 &\n```\n')
    assert fault(BLOCK.search('<!-- continues -->\n\n```sh\necho $a\n```\n\n```text\n1\n```\n'),
                 '/bin/true', 'a=1\necho 2\n') is None
    assert faulty('```sh\nfalse; true\n```\n')
    assert faulty('```sh\nfalse | cat\n```\n')
    assert faulty('```sh\nexit 3\n```\n')
    assert faulty('<!-- exit: 3 -->\n\n```sh\ntrue\n```\n')
    assert faulty('```sh\necho a\n```\n\n```text\nb\n```\n')
    assert faulty('```sh\nseq 9\n```\n\n```text\n1\n…\n8\n```\n')
    assert faulty('<!-- continues -->\n<!-- exit: 3 -->\n```sh\ntrue\n```\n')
    assert BLOCK.search('```swift\n1\n```\n') is None
    print('run-blocks: self-test passed')


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--locate', type=pathlib.Path)
    parser.add_argument('--self-test', action='store_true')
    parser.add_argument('files', nargs='*', type=pathlib.Path)
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.locate:
        parser.error('--locate COMMAND is missing')
    files = options.files or [ROOT / 'README.md', *sorted(ROOT.glob('docs/*.md'))]
    blocks = []
    for path in files:
        text = path.read_text()
        above = ''
        for block in BLOCK.finditer(text):
            place = f'{path}:{text.count(chr(10), 0, block.start("code")) + 1}'
            program = marks(block).get('needs')
            if program and not shutil.which(program, path=PATH):
                print(f'{place}: skipped, because {program} is missing', file=sys.stderr)
            else:
                blocks.append((place, block, above))
            above = whole(block, above)
    # Most blocks wait for a simulated receiver, so several run side by side.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        faults = pool.map(lambda item: fault(item[1], options.locate.resolve(), item[2]), blocks)
    wrong = [(place, found) for (place, *_), found in zip(blocks, faults) if found]
    for place, found in wrong:
        print(f'{place}: {found}', file=sys.stderr)
    print(f'run-blocks: {len(blocks)} blocks, {len(wrong)} wrong')
    return 1 if wrong or not blocks else 0


if __name__ == '__main__':
    sys.exit(main())
