#!/usr/bin/env python3
"""Runs the Swift snippets whose output the documentation shows.

    run-snippets.py [--build FOLDER] [--update] [FILE ...]

A snippet with an output is a block marked as swift that a block marked as text directly follows. The snippets
become one program, which is linked with the modules of a debug build. Each snippet runs in a process and in a
fresh folder of its own, with a copy of Fixtures. `provider` and `service` are those of the sample track
`drive`, `clock` is a clock that jumps, and `fix` is the track's first fix. --update writes the outputs into
the documents. Exit status: 0 if all outputs are as shown, 1 if not.
"""
import argparse
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(
    r'(?:<!-- given: (?P<given>.*?) -->\n+)?```swift\n(?P<code>(?:(?!```).)*?)```\n+```text\n(?P<output>.*?)^```$',
    re.S | re.M)
# What the snippets' modules import and no snippet names.
HIDDEN = ['CGPSShims', 'LocationPOSIX', 'LocationText']
MAIN = '''import LocationCore
import LocationTesting
@main struct Program {{
  static func main() async {{
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = TestTrack.drive.provider()
    let service = UserLocationService(provider: provider, clock: clock)
    guard let fix = TestTrack.drive.fixes.first else {{ return }}
    do {{
      switch CommandLine.arguments.last {{
{cases}
      default: print("error: there is no such snippet")
      }}
    }} catch {{
      print("error:", error)
    }}
  }}
}}
'''


def checker():
    """The module that makes a file of a snippet."""
    spec = importlib.util.spec_from_file_location(
        'check_snippets', pathlib.Path(__file__).with_name('check-snippets.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(snippets, folder, products):
    """Compiles and links the program; returns its path."""
    check = checker()
    for n, (path, line, block) in enumerate(snippets):
        text = check.source(block['code'], block['given'] or '', line, path)
        (folder / f'snippet{n}.swift').write_text(text.replace('func snippet(', f'func snippet{n}(', 1))
    cases = '\n'.join(
        f'      case "{n}": try await snippet{n}('
        'provider: provider, service: service, clock: clock, fix: fix)' for n in range(len(snippets)))
    (folder / 'Main.swift').write_text(MAIN.format(cases=cases))
    # The folders may still contain objects of deleted files. The list of the tests' program does not.
    folders = {f'{module}.build' for module in check.MODULES + HIDDEN}
    linked = (products / 'swift-locationPackageTests.product/Objects.LinkFileList').read_text().splitlines()
    objects = [file for file in linked if folders.intersection(pathlib.Path(file).parts)]
    flags = ['-swift-version', '6', '-Onone', '-parse-as-library', '-module-name', 'Snippets',
             '-I', products / 'Modules', '-lgps', '-suppress-warnings']
    for map_file in products.glob('*.build/module.modulemap'):
        flags += ['-Xcc', f'-fmodule-map-file={map_file}']
    for include in ROOT.glob('Sources/C*/include'):
        flags += ['-Xcc', f'-I{include}']
    program = folder / 'snippets'
    files = [*sorted(folder.glob('*.swift')), *objects]
    # The command line of all objects would be too long to read in an error.
    (folder / 'files').write_text('\n'.join(f'"{file}"' for file in files))
    result = subprocess.run(
        ['swiftc', *map(str, flags), f'@{folder / "files"}', '-o', str(program)], check=False)
    if result.returncode:
        sys.exit('run-snippets: the snippets do not compile')
    return program


def output(program, n):
    """What a snippet prints."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / 'Fixtures', pathlib.Path(folder) / 'Fixtures')
        try:
            result = subprocess.run(
                [program, str(n)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                timeout=30, check=False)
        except subprocess.TimeoutExpired:
            return 'error: it takes longer than 30 s\n'
        return result.stdout + (f'exit status {result.returncode}\n' if result.returncode else '')


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', type=pathlib.Path, default=ROOT / '.build/debug')
    parser.add_argument('--update', action='store_true')
    parser.add_argument('files', nargs='*', type=pathlib.Path)
    options = parser.parse_args()
    files = options.files or [
        ROOT / 'README.md', *sorted(ROOT.glob('docs/*.md')), *sorted(ROOT.glob('Sources/*/*.docc/*.md'))]
    snippets = []
    for path in files:
        text = path.read_text()
        snippets += [(path, text.count('\n', 0, block.start('code')) + 1, block)
                     for block in BLOCK.finditer(text)]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        program = build(snippets, pathlib.Path(folder), options.build)
        for n, (path, line, block) in reversed(list(enumerate(snippets))):
            found = output(program, n)
            if found == block['output']:
                continue
            wrong += 1
            print(f'{path}:{line}: it printed:\n{found}', file=sys.stderr)
            if options.update:
                text = path.read_text()
                path.write_text(text[:block.start('output')] + found + text[block.end('output'):])
    print(f'run-snippets: {len(snippets)} snippets, {wrong} with another output')
    return 1 if wrong or not snippets else 0


if __name__ == '__main__':
    sys.exit(main())
