#!/usr/bin/env python3
"""Follows the recipes of CONTRIBUTING.md in a copy of the code, and runs the tests that the recipes name.

    check-recipes.py [sentence | source]   follows them, builds and tests the copy
    check-recipes.py --fit                 only checks that the recipes and the code fit; builds nothing
    check-recipes.py --self-test           puts faults into the recipes and expects that each is found
    check-recipes.py --build FOLDER        a debug build of this package, .build/debug by default

The first numbered list below the heading of a recipe names the files to touch. `sentence.txt` and `source.txt` say
what is inserted into which file. Both must name the same files, so the recipe cannot lack one. If a line that a
recipe depends on is gone, the error names the step of the recipe.

A change is:

    @ PATH                 a file, as the recipe names it
    > beginning of a line  what follows is inserted after this line, with its indentation; `<` inserts before it
    end                    what follows is inserted at the end of the file
    + text                 a line to insert

The copies are small packages in `.build/recipes`. The one of a sentence has only the codec. The one of a source has
only the module LocationSources. The other modules come from the build of this package, which must exist.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
COPIES = ROOT / '.build/recipes'
# More files are a sign that the design lost a list that was in one place.
MOST_SOURCES = 4
HEADINGS = {'sentence': 'Add a sentence', 'source': 'Add a source'}


class Misfit(Exception):
    """The recipe, the changes and the code do not fit together."""


# Recipes


def steps(recipe, document):
    """{path: number of the step} of the numbered list below the heading of the recipe."""
    heading = HEADINGS[recipe]
    found = re.search(rf'^## {heading}\n(.*?)(?=^## |\Z)', document, re.S | re.M)
    if not found:
        raise Misfit(f'CONTRIBUTING.md has no heading "{heading}"')
    paths, number = {}, 0
    for line in found[1].splitlines():
        if start := re.match(r'(\d+)\. ', line):
            number = int(start[1])
        elif number and not line.startswith('   '):
            break
        if number:
            for path in re.findall(r'`([\w+./-]+/[\w+.-]+\.(?:swift|md))`', line):
                paths.setdefault(path, number)
    return paths


def changes(recipe, text):
    """{path: [(place, anchor, [line])]} of a text of changes."""
    found = {}
    parts = []
    for line in text.splitlines():
        if line.startswith('@ '):
            parts = found.setdefault(line[2:].strip(), [])
        elif line[:2] in ('> ', '< '):
            parts.append((line[0], line[2:].strip(), []))
        elif line == 'end':
            parts.append(('end', '', []))
        elif line.startswith('+') and parts:
            parts[-1][2].append(line[2:])
        elif line.strip() and not line.startswith('#'):
            raise Misfit(f'{recipe}.txt: this line has no meaning: {line}')
    return found


def insert(text, place, anchor, added):
    """The text with the lines. Raises a Misfit if there is not one such line."""
    lines = text.splitlines()
    if place == 'end':
        return '\n'.join(lines + added) + '\n'
    stripped = [line.strip() for line in lines]
    at = [index for index, line in enumerate(stripped) if line == anchor]
    if len(at) != 1:
        at = [index for index, line in enumerate(stripped) if line.startswith(anchor)]
    if len(at) != 1:
        raise Misfit(f'{len(at) or "no"} lines begin with "{anchor}"')
    indentation = lines[at[0]][:len(lines[at[0]]) - len(stripped[at[0]])]
    # After its first line, a list is one level deeper.
    if place == '>' and stripped[at[0]].endswith('['):
        indentation += '  '
    index = at[0] + (place == '>')
    lines[index:index] = [indentation + line if line else '' for line in added]
    return '\n'.join(lines) + '\n'


def followed(recipe, read=lambda path: (ROOT / path).read_text()):
    """{path: text} of the files after the recipe was followed."""
    listed = steps(recipe, read('CONTRIBUTING.md'))
    changed = changes(recipe, read(f'Tests/Recipes/{recipe}.txt'))
    heading = HEADINGS[recipe]
    problems = [f'"{heading}" of CONTRIBUTING.md does not name {path}, which the recipe needs'
                for path in changed if path not in listed]
    problems += [f'step {number} of "{heading}": Tests/Recipes/{recipe}.txt does not change {path}'
                 for path, number in listed.items() if path not in changed]
    if sum(path.startswith('Sources/') for path in listed) > MOST_SOURCES:
        problems.append(f'"{heading}" has more than {MOST_SOURCES} files of Sources')
    texts = {}
    for path, parts in changed.items():
        where = f'step {listed.get(path, "?")} of "{heading}": {path}'
        try:
            texts[path] = read(path)
            for part in parts:
                texts[path] = insert(texts[path], *part)
        except FileNotFoundError:
            problems.append(f'{where}: there is no such file')
        except Misfit as misfit:
            problems.append(f'{where}: {misfit}')
    if problems:
        raise Misfit('\n'.join(problems + [
            f'change the recipe in CONTRIBUTING.md, or Tests/Recipes/{recipe}.txt']))
    return texts


# Copies

# Files that the tests of a new sentence need.
SENTENCE_TESTS = [
    'EncodingCanonicalTests', 'EncodingGenerators', 'EncodingGenerators+Makers', 'EncodingRoundTripTests',
    'EncodingSupport', 'FurtherSentenceTests', 'SentenceKindTests', 'Support']
SENTENCE_FILES = [
    'Sources/CSentenceScan', 'Sources/LocationText', 'Sources/NMEA0183', 'Sources/LocationPOSIX',
    'Sources/LocationSimulation/Numbers',
    'Tests/Turns', 'Tests/Values',
    *(f'Tests/NMEA0183Tests/{name}.swift' for name in SENTENCE_TESTS)]
SENTENCE_TARGETS = '''
    .target(name: "LocationText"),
    .target(name: "CSentenceScan"),
    .target(name: "NMEA0183", dependencies: ["CSentenceScan", "LocationText"]),
    .target(name: "LocationPOSIX"),
    .target(name: "LocationSimulation", dependencies: ["LocationPOSIX"]),
    .target(
      name: "TestValues", dependencies: ["LocationSimulation", "LocationText"],
      path: "Tests/Values"),
    .target(name: "TestTurns", path: "Tests/Turns"),
    .testTarget(
      name: "NMEA0183Tests",
      dependencies: ["LocationSimulation", "LocationText", "NMEA0183", "TestTurns", "TestValues"]),
'''
SENTENCE_SUITES = 'EncodingCanonicalTests|EncodingRoundTripTests|FurtherSentenceTests|SentenceKindTests'

SOURCE_FILES = [
    'Sources/LocationSources', 'Tests/LocationSourcesTests', 'docs/sources.md', 'Fixtures']
SOURCE_SUITES = 'SourceDescriptionTests|SourceAssemblerTests'


def copy(files, texts, folder, manifest):
    """Makes the copy equal to the code with the recipe. Files that are equal keep their time."""
    kept = set()

    def write(path, content):
        kept.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)

    for name in files:
        start = ROOT / name
        for path in [start] if start.is_file() else sorted(start.rglob('*')):
            relative = path.relative_to(ROOT).as_posix()
            if path.is_file() and path.suffix != '.md' or relative in files:
                write(folder / relative, path.read_bytes())
    for relative, text in texts.items():
        write(folder / relative, text.encode())
    write(folder / 'Package.swift', manifest.encode())
    for name in ('Sources', 'Tests', 'docs'):
        for path in (folder / name).rglob('*'):
            if path.is_file() and path not in kept:
                path.unlink()


def manifest(targets):
    """A Package.swift."""
    return f'''// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "recipe", platforms: [.macOS(.v15)],
  targets: [{targets}  ])
'''


def run(command, folder, what):
    """Runs a command, and shows what it says only if it fails."""
    begin = time.monotonic()
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=os.environ | {'NO_COLOR': '1'}, text=True, errors='replace',
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        said = [line for line in done.stdout.splitlines() if re.search(r'error:|✘', line)]
        raise Misfit('\n'.join([f'{what} failed:', *(said[:30] or done.stdout.splitlines()[-30:])]))
    print(f'recipes: {what} ({time.monotonic() - begin:.0f} s)', flush=True)
    return done.stdout


def test(folder, recipe, suites):
    """Builds the tests of a copy and runs the suites."""
    # Nobody looks at this build with a debugger.
    run(['swift', 'build', '--build-tests', '-Xswiftc', '-gnone'], folder, f'a {recipe} is added and builds')
    bundle = next((folder / '.build/debug').glob('*PackageTests.xctest'))
    said = run(
        [ROOT / 'Tests/Run/run-tests.py', bundle, '--testing-library', 'swift-testing', '--no-parallel',
         '--filter', suites], folder, f'the tests of a {recipe} pass')
    passed = re.search(r'Test run with (\d+) tests?', said)
    if not passed or int(passed[1]) < 5:
        raise Misfit(f'the tests of a {recipe} did not run')


def add_sentence(texts, _):
    """Builds and tests the codec with another sentence."""
    folder = COPIES / 'sentence'
    copy(SENTENCE_FILES, texts, folder, manifest(SENTENCE_TARGETS))
    test(folder, 'sentence', SENTENCE_SUITES)


def add_source(texts, build):
    """Builds and tests LocationSources with another source, and type-checks the command."""
    if not (build / 'Modules/LocationSources.swiftmodule').exists():
        raise Misfit(f'{build} has no debug build of this package; run: swift build --build-tests')
    # Modules of one package know each other by the name of its folder.
    package = next((parent.parent for parent in build.absolute().parents if parent.name == '.build'), ROOT)
    folder = COPIES / 'source' / package.name
    needed = prebuilt('LocationSourcesTests', without='LocationSources')
    modules = folder.parent / 'modules'
    shutil.rmtree(modules, ignore_errors=True)
    modules.mkdir(parents=True)
    for path in (build / 'Modules').glob('*.swiftmodule'):
        if path.stem not in ('LocationSources', 'LocateCommands') and not path.stem.endswith('Tests'):
            (modules / path.name).symlink_to(path)
    objects = folder.parent / 'objects'
    objects.write_text('\n'.join(f'"{path}"' for name in needed for path in objects_of(build, name)))
    includes = ['-I', str(modules)]
    for path in sorted(build.glob('*.build/module.modulemap')):
        includes += ['-Xcc', f'-fmodule-map-file={path}']
    for path in sorted(ROOT.glob('Sources/C*/include')):
        includes += ['-Xcc', f'-I{path}']
    settings = f'.unsafeFlags({json.dumps(includes)}), .define("GPSD")'
    targets = f'''
    .target(name: "LocationSources", swiftSettings: [{settings}]),
    .testTarget(
      name: "LocationSourcesTests", dependencies: ["LocationSources"], swiftSettings: [{settings}],
      linkerSettings: [.unsafeFlags(["@{objects}"]), .linkedLibrary("gps")]),
'''
    command = {path: text for path, text in texts.items() if path.startswith('Sources/LocateCommands/')}
    module = {path: text for path, text in texts.items() if path not in command}
    copy(SOURCE_FILES, module, folder, manifest(targets))
    test(folder, 'source', SOURCE_SUITES)
    # The command is no target of the copy. It is only type-checked, because that takes seconds.
    files = [path for path in sorted((ROOT / 'Sources/LocateCommands').rglob('*.swift'))
             if path.relative_to(ROOT).as_posix() not in command]
    for path, text in command.items():
        files.append(folder.parent / pathlib.Path(path).name)
        files[-1].write_text(text)
    run(['swiftc', '-typecheck', '-wmo', '-swift-version', '6', '-package-name', identifier(package.name),
         '-module-name', 'LocateCommands', '-D', 'GPSD', '-I', folder / '.build/debug/Modules', *includes,
         *files], folder, 'the command knows the source')


def identifier(name):
    """A package's name as SwiftPM derives it from the folder."""
    return re.sub(r'\W', '_', name.lower())


def prebuilt(target, without):
    """The modules of the package, and of others, that a target needs."""
    described = json.loads(subprocess.run(
        ['swift', 'package', 'dump-package'], cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    targets = {each['name']: each for each in described['targets']}
    found, waiting = set(), [target]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for dependency in targets.get(name, {}).get('dependencies', []):
            waiting += [words[0] for words in dependency.values()]
    return sorted(name for name in found if name not in (target, without))


def objects_of(build, module):
    """The object files of a module; none for one that is only a header."""
    folder = build / f'{module}.build'
    sources = folder / 'sources'
    if sources.exists():
        return [folder / f'{pathlib.Path(line.strip()).name}.o' for line in sources.read_text().splitlines()]
    return sorted(folder.glob('*.o'))


def self_test():
    """Each fault must be found, and named with its step."""
    for recipe, path, before, after, expected in [
        ('source', 'CONTRIBUTING.md', '`docs/sources.md`: add', 'The page: add', 'does not name docs/sources.md'),
        ('source', 'CONTRIBUTING.md', '6. `docs/sources.md`', '6. `docs/web.md`, `docs/sources.md`',
         'step 6 of "Add a source": Tests/Recipes/source.txt does not change docs/web.md'),
        ('source', 'CONTRIBUTING.md', '6. `docs/sources.md`', '6. `Sources/A/B.swift`, `docs/sources.md`',
         'more than 4 files of Sources'),
        ('sentence', 'CONTRIBUTING.md', '## Add a sentence', '## A sentence', 'no heading "Add a sentence"'),
        ('sentence', 'Sources/NMEA0183/Sentences/SentenceList.swift', 'case rmc(RMC)', 'case first(RMC)',
         'step 2 of "Add a sentence": Sources/NMEA0183/Sentences/SentenceList.swift: no lines begin with'),
        ('sentence', 'Tests/Recipes/sentence.txt', '> case rmc(RMC)', 'case rmc(RMC)', 'has no meaning'),
    ]:
        def read(name):
            text = (ROOT / name).read_text()
            assert name != path or before in text, (path, before)
            return text.replace(before, after) if name == path else text
        try:
            followed(recipe, read)
        except Misfit as misfit:
            assert expected in str(misfit), (expected, str(misfit))
        else:
            raise AssertionError(f'not found: {expected}')
    print('recipes: each fault is found')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--fit', action='store_true', help='build nothing')
    parser.add_argument('--self-test', action='store_true', help='test this script')
    parser.add_argument('--build', type=pathlib.Path, default=ROOT / '.build/debug')
    parser.add_argument('recipes', nargs='*', metavar='sentence | source')
    options = parser.parse_args()
    if unknown := set(options.recipes) - set(HEADINGS):
        parser.error(f'there is no recipe {", ".join(sorted(unknown))}')
    if options.self_test:
        return self_test()
    try:
        texts = {recipe: followed(recipe) for recipe in options.recipes or HEADINGS}
        print(f'recipes: {len(texts)} of CONTRIBUTING.md fit the code')
        if not options.fit:
            for recipe, text in texts.items():
                {'sentence': add_sentence, 'source': add_source}[recipe](text, options.build)
    except Misfit as misfit:
        sys.exit(f'recipes: {misfit}')


if __name__ == '__main__':
    main()
