#!/usr/bin/env python3
"""End every subcommand with SIGINT and SIGTERM: at its start, in the middle, and while it writes.

    signals.py [--locate PATH] [--only WORDS] [--all]

start   The process has just begun.
middle  Half of its recording is read, and it waits for the rest; or its server does not answer.
writes  It writes to a pipe or a terminal that nobody reads.
stores  It writes a large file.

Prints a table: command, moment, signal, exit code, and what is new or changed on the disk. With --all it
prints every line, otherwise only the wrong ones. Wrong are: another exit code than 130 or 143, unless the command was
already done; an old file that is changed; a file that remains and does not belong to the command; more than
3.5 seconds until the end. Exit status: 0 nothing is wrong; 1 something is. A subcommand that is in no case of
cases.py is an error.
"""
import fcntl
import os
import pathlib
import pty
import signal
import struct
import subprocess
import sys
import termios
import time

sys.dont_write_bytecode = True
import cases  # noqa: E402

PATIENCE = 20.0
ALLOWED = 3.5
SYSTEM_WRITE = {'x86_64': (1, 18, 20), 'aarch64': (64, 66, 68)}[os.uname().machine]
MOMENTS = ('start', 'middle', 'writes', 'stores')


def until(condition, process):
    """Polls until the condition holds or the process has ended."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None:
        if condition():
            return True
        assert time.monotonic() < end, 'the moment did not come'
        time.sleep(0.002)
    return False


def threads(process):
    return list(pathlib.Path(f'/proc/{process.pid}/task').iterdir())


def is_started(process):
    """Whether the program has begun its work: it has more than its first thread."""
    return len(threads(process)) > 1


def is_writing(process):
    """Whether a thread waits in a system call that writes."""
    for thread in threads(process):
        try:
            first = (thread / 'syscall').read_text().split()[0]
        except OSError:
            continue
        if first.isdigit() and int(first) in SYSTEM_WRITE:
            return True
    return False


def is_idle(process):
    """Whether all threads sleep."""
    for _ in range(5):
        for thread in threads(process):
            try:
                if (thread / 'stat').read_text().rsplit(')', 1)[1].split()[0] != 'S':
                    return False
            except OSError:
                return False
        time.sleep(0.02)
    return True


def written(process):
    """The number of bytes that the process wrote."""
    return int(pathlib.Path(f'/proc/{process.pid}/io').read_text().split('wchar: ')[1].split()[0])


class Feed:
    """A named pipe that contains the beginning of a recording."""

    def __init__(self, path, content):
        self.path = path
        os.mkfifo(path)
        # Opened for reading too, so that this does not wait for a reader.
        self.descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        fcntl.fcntl(self.descriptor, 1031, 1 << 20)  # F_SETPIPE_SZ
        os.write(self.descriptor, content)

    def is_read(self):
        left = fcntl.ioctl(self.descriptor, termios.FIONREAD, struct.pack('i', 0))
        return struct.unpack('i', left)[0] == 0

    def end(self):
        """Lets the reader see the end."""
        os.close(self.descriptor)
        self.descriptor = None


def full_pipe():
    """A pipe with room for nothing: its reading end, its writing end."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b'-' * 4096)
    except BlockingIOError:
        pass
    os.set_blocking(writing, True)
    return reading, writing


class Attempt:
    """One run of a command that a signal ends."""

    def __init__(self, bench, case, moment, number):
        self.bench, self.case, self.moment, self.number = bench, case, moment, number

    def run(self):
        """Returns the exit code as a shell shows it, the seconds until the end, and the changes on the disk."""
        with self.bench.place() as folder:
            recording, feed = self.recording(folder)
            words = self.bench.words(self.case, folder, recording)
            before = contents(folder)
            reading, writing = self.output()
            process = subprocess.Popen(
                [self.bench.locate, *words], env=self.bench.variables(folder / 'home'), cwd=folder / 'files',
                stdin=writing if self.case.is_full_screen else subprocess.DEVNULL,
                stdout=writing, stderr=(folder / 'errors').open('wb'), start_new_session=True)
            try:
                came = self.wait(process, feed)
                begun = time.monotonic()
                process.send_signal(self.number)
                try:
                    code = process.wait(timeout=8)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    code = 'ignored'
                seconds = time.monotonic() - begun
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
                os.close(reading)
                os.close(writing)
                if feed and feed.descriptor is not None:
                    os.close(feed.descriptor)
            if isinstance(code, int) and code < 0:
                code = 128 - code
            errors = (folder / 'errors').read_text()
            return came, code, seconds, changes(before, contents(folder)), errors

    def recording(self, folder):
        if not self.case.reads:
            return None, None
        if self.moment == 'stores':
            return self.bench.large(self.case.reads), None
        content = (self.bench.recordings / self.case.reads).read_bytes()
        if self.moment == 'middle':
            content = content[:len(content) // 2]
        if self.moment == 'start':
            content = b''
        path = folder / f'in.{self.case.reads.rsplit(".", 1)[1]}'
        return path, Feed(path, content)

    def output(self):
        if self.case.is_full_screen:
            reading, writing = pty.openpty()
            fcntl.ioctl(writing, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 120, 0, 0))
            return reading, writing
        if self.moment == 'writes':
            return full_pipe()
        reading, writing = os.pipe()
        fcntl.fcntl(writing, 1031, 1 << 20)  # F_SETPIPE_SZ
        return reading, writing

    def wait(self, process, feed):
        """Waits for the moment; returns whether it came."""
        if self.moment == 'start':
            return until(lambda: is_started(process), process)
        if self.moment == 'stores':
            return until(lambda: written(process) > 100_000, process)
        if self.moment == 'middle':
            return until(lambda: (not feed or feed.is_read()) and is_idle(process), process)
        came = until(lambda: is_writing(process) or is_idle(process), process)
        if feed and not is_writing(process):
            feed.end()
            came = until(lambda: is_writing(process) or is_idle(process), process)
        return came


def contents(folder):
    """The regular files of a folder."""
    files = {}
    for path in folder.rglob('*'):
        if path.is_file() and path.name != 'errors':
            files[str(path.relative_to(folder))] = path.read_bytes()
    return files


def changes(before, after):
    parts = []
    for name in sorted(before.keys() | after.keys()):
        short = name.removeprefix('files/')
        if name not in before:
            parts.append(f'{short} ({len(after[name])} bytes)')
        elif name not in after:
            parts.append(f'{short} deleted')
        elif before[name] != after[name]:
            parts.append(f'{short} changed')
        elif name.startswith('files/'):
            parts.append(f'{short} as before')
    return ', '.join(parts) or '-'


def moments(case):
    """The moments that a command has."""
    if case.moments:
        yield from case.moments
        return
    yield 'start'
    if case.reads or '{silent}' in case.arguments or case.arguments.startswith('simulate'):
        yield 'middle'
    if not any(word in case.arguments for word in ('{old}', '{new}', '{silent}', '--serve')):
        yield 'writes'
    if case.reads and ('{old}' in case.arguments or '{new}' in case.arguments):
        yield 'stores'


def fault(case, moment, number, came, code, seconds, disk):
    """What is wrong with an end; an empty text if nothing is."""
    is_done = not came or code == 0 and moment == 'start'
    if code != 128 + number and not is_done:
        return f'exit code {code}'
    if '{old}' in case.arguments and not is_done and 'as before' not in disk:
        return 'the old file is changed'
    if '.part' in disk:
        return 'a temporary file remains'
    if seconds > ALLOWED:
        return f'{seconds:.1f} s until the end'
    return ''


def main():
    options = cases.read_options(__doc__.splitlines()[0])
    wrong = tried = 0
    with cases.Bench(options.locate) as bench:
        for case in cases.CASES:
            if options.only not in case.arguments:
                continue
            for moment in moments(case):
                for number in (signal.SIGINT, signal.SIGTERM):
                    # On a busy machine the signal may come too late, but not each time.
                    for _ in range(3):
                        came, code, seconds, disk, errors = Attempt(bench, case, moment, number).run()
                        reason = fault(case, moment, number, came, code, seconds, disk)
                        if not (moment == 'stores' and reason and code == 0):
                            break
                    tried += 1
                    wrong += bool(reason)
                    if options.all or reason:
                        last = errors.strip().splitlines()[-1:] if reason else ''
                        shown = moment if came else f'{moment} (was done)'
                        print(f'{case.arguments:62} | {shown:16} | {number.name:7} | {code} | {disk}'
                              + (f' | WRONG: {reason} {last}' if reason else ''), flush=True)
    print(f'{tried} ends, {wrong} wrong')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
