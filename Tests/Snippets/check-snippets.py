#!/usr/bin/env python3
"""Type-checks every Swift snippet of the README, of docs and of the reference.

    check-snippets.py [--build FOLDER] [FILE ...]

A snippet is a fenced block that is marked as swift. It is checked as the body of an async function, or
as a file if it declares a test or an extension. Names that a text explains but a snippet does not declare
are declared in a comment directly before the block, which readers do not see:

    <!-- given: let lines: [String] = [] -->

`provider`, `service`, `clock` and `fix` are always there. A snippet with `.package(` is checked as a part
of Package.swift. --build names the folder of a debug build of the tests, .build/debug by default.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r'(?:<!-- given: (?P<given>.*?) -->\n+)?```swift\n(?P<code>.*?)```', re.S)
MODULES = [
    'Foundation', 'GPSDLocation', 'GPSDProtocol', 'GeoClueLocation', 'LocationCore', 'LocationIO',
    'LocationNotifications', 'LocationPlaces', 'LocationPublishing', 'LocationReplay', 'LocationServing',
    'LocationSimulation', 'LocationSources', 'LocationTesting', 'LocationTracks', 'Logging', 'NMEA0183',
    'NMEALocation', 'NetworkLocation', 'Synchronization', 'Testing',
]
PARAMETERS = ('provider: any LocationProvider, service: UserLocationService, clock: ManualClock, '
              'fix: Fix')


def source(code, given, line, path):
    """A Swift file that contains the snippet."""
    lines = [text for text in code.split('\n') if not text.startswith('import ')]
    body = '\n'.join(lines)
    text = ''.join(f'import {module}\n' for module in MODULES)
    where = f'#sourceLocation(file: "{path}", line: {line})\n'
    if re.search(r'^(@Test|@Suite|extension )', body, re.M):
        return f'{text}{given}\n{where}{body}'
    return (f'{text}func snippet({PARAMETERS}) async throws {{\n{given}\ndo {{\n{where}{body}\n}}\n}}\n')


def manifest(code):
    """A Package.swift that contains the snippet."""
    return f'import PackageDescription\nlet package = Package(name: "app",\n{code})\n'


def swiftc(file, *flags):
    """What the compiler says about a file; nothing if it is right."""
    command = ['swiftc', '-typecheck', '-swift-version', '6', *flags, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return '' if result.returncode == 0 else result.stderr


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', type=pathlib.Path, default=ROOT / '.build/debug')
    parser.add_argument('files', nargs='*', type=pathlib.Path)
    options = parser.parse_args()
    files = options.files or [
        ROOT / 'README.md', *sorted(ROOT.glob('docs/*.md')), *sorted(ROOT.glob('Sources/*/*.docc/*.md'))]
    toolchain = pathlib.Path(
        subprocess.run(['swiftc', '-print-target-info'], capture_output=True, text=True, check=True)
        .stdout.split('"runtimeResourcePath": "')[1].split('"')[0])
    flags = ['-I', options.build / 'Modules', '-plugin-path', toolchain / 'host/plugins/testing']
    for map_file in options.build.glob('*.build/module.modulemap'):
        flags += ['-Xcc', f'-fmodule-map-file={map_file}']
    for include in ROOT.glob('Sources/C*/include'):
        flags += ['-Xcc', f'-I{include}']
    count, wrong = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            text = path.read_text()
            for block in BLOCK.finditer(text):
                count += 1
                line = text.count('\n', 0, block.start('code')) + 1
                file = pathlib.Path(folder) / f'snippet{count}.swift'
                if '.package(' in block['code']:
                    file.write_text(manifest(block['code']))
                    said = swiftc(file, '-I', toolchain / 'pm/ManifestAPI',
                                  '-package-description-version', '6.2.0')
                else:
                    file.write_text(source(block['code'], block['given'] or '', line, path))
                    said = swiftc(file, '-parse-as-library', *map(str, flags))
                if said:
                    wrong += 1
                    print(said, file=sys.stderr)
    print(f'check-snippets: {count} snippets, {wrong} wrong')
    sys.exit(1 if wrong or not count else 0)


if __name__ == '__main__':
    main()
