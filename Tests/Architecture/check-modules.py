#!/usr/bin/env python3
"""Compare the picture of the modules in CONTRIBUTING.md with Package.swift.

    check-modules.py [CONTRIBUTING.md]
    check-modules.py --self-test

The picture is the first indented block below the heading "The house". Each line has the form

    [group] [•] NAME → DEPENDENCY, DEPENDENCY …  description

or `→ nothing`. Two spaces separate the dependencies from the description. The bullet marks a
product. Arrows are transitive: a line may leave out a dependency that it reaches through another.
Targets in Tests/ and external packages are not part of the picture.

It also compares what is easily forgotten elsewhere: the documented targets of .spi.yml and of the Makefile with the
libraries of Package.swift, and the version of the command with debian/changelog and CHANGELOG.md.

Prints one line for each difference. Exit status: 0 none, 1 differences, 2 no picture was found.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADING = '## The house'
LINE = re.compile(r' {4,}(?:(?P<group>[a-z]+) +)?(?P<product>• *)?(?P<name>[\w-]+) +→ (?P<rest>.*)')


class NoPicture(Exception):
    """The document has no picture, or a line of it has another form."""


def lines(document):
    """Yields a match of LINE for each module in the text of CONTRIBUTING.md."""
    _, heading, rest = document.partition(HEADING + '\n')
    block = re.search(r'(?:^ {4}.*\n)+', rest, re.MULTILINE) if heading else None
    if not block:
        raise NoPicture(f'no indented block below "{HEADING}"')
    for line in block.group().splitlines():
        match = LINE.fullmatch(line)
        if not match:
            raise NoPicture(f'a line has another form: {line.strip()}')
        yield match


def read_picture(document):
    """Returns {name: (is_product, {dependency})} from the text of CONTRIBUTING.md."""
    modules = {}
    for match in lines(document):
        if match['name'] in modules:
            raise NoPicture(f'{match["name"]} has two lines')
        names = re.split(r' {2,}', match['rest'].strip(), maxsplit=1)[0]
        dependencies = set() if names == 'nothing' else set(re.split(r', *', names))
        modules[match['name']] = (bool(match['product']), dependencies)
    return modules


def read_package(package):
    """Returns the same as read_picture from what `swift package dump-package` prints."""
    targets = {
        target['name']: target for target in package['targets']
        if target['type'] != 'test' and not (target.get('path') or '').startswith('Tests/')}
    products = {name for product in package['products'] for name in product['targets']}
    return {
        name: (name in products, {
            list(dependency.values())[0][0] for dependency in target['dependencies']
        } & targets.keys())
        for name, target in targets.items()}


def reachable(modules):
    """Returns {name: every module that its arrows lead to}."""
    def visit(name, seen):
        for dependency in modules.get(name, (False, set()))[1] - seen:
            seen.add(dependency)
            visit(dependency, seen)
        return seen
    return {name: visit(name, set()) for name in modules}


def differences(picture, package):
    """Returns a line of text for each difference."""
    found = [f'{name}: Package.swift has this target, the picture does not'
             for name in package.keys() - picture.keys()]
    found += [f'{name}: the picture has this module, Package.swift does not'
              for name in picture.keys() - package.keys()]
    drawn, declared = reachable(picture), reachable(package)
    for name in picture.keys() & package.keys():
        if picture[name][0] != package[name][0]:
            found.append(f'{name}: it is {"a" if package[name][0] else "no"} product, '
                         'the picture says otherwise')
        found += [f'{name} → {other}: only in the picture'
                  for other in drawn[name] - declared[name]]
        found += [f'{name} → {other}: only in Package.swift'
                  for other in declared[name] - drawn[name]]
    return sorted(found)


def documented(package, makefile, spi):
    """Returns a line for each library that a list of documented targets lacks, or has by mistake."""
    libraries = {product['name'] for product in package['products'] if 'library' in product['type']}
    lists = {
        'DOCUMENTED of Makefile': re.search(r'^DOCUMENTED := ((?:.*\\\n)*.*)', makefile, re.M)[1],
        'documentation_targets of .spi.yml': '\n'.join(re.findall(r'^ +- (\w+)$', spi, re.M)),
    }
    return [f'{name}: {"lacks" if target in libraries else "has, but Package.swift has no library"} {target}'
            for name, text in lists.items()
            for target in sorted(libraries ^ set(re.findall(r'\w+', text)))]


def versions(command, debian, changelog):
    """Returns a line if the three do not begin with the same version."""
    found = [re.search(pattern, text, re.M)[1] for pattern, text in [
        (r'static let version = "(.*)"', command), (r'\((.*)\)', debian), (r'^## (\d[\d.]*)', changelog)]]
    return [] if len(set(found)) == 1 else [
        f'RootCommand.swift, debian/changelog and CHANGELOG.md have the versions {", ".join(found)}']


def self_test():
    """Breaks a small picture and the real one in every way, and checks that each break is found."""
    package = read_package({
        'products': [{'targets': ['Fix']}, {'targets': ['tool']}],
        'targets': [
            {'name': 'Base', 'type': 'regular', 'dependencies': []},
            {'name': 'Fix', 'type': 'regular', 'dependencies': [{'byName': ['Base', None]}]},
            {'name': 'tool', 'type': 'executable', 'dependencies': [
                {'target': ['Fix', None]}, {'byName': ['Base', None]},
                {'product': ['Logging', 'swift-log', None, None]}]},
            {'name': 'Help', 'type': 'regular', 'path': 'Tests/Help', 'dependencies': []},
            {'name': 'FixTests', 'type': 'test', 'dependencies': []}]})
    lines = [
        '    values      Base → nothing  no arrows',
        '              • Fix  → Base',
        '    programs  • tool → Fix      reaches Base through Fix']

    def compare(*changed):
        text = f'# Title\n\n{HEADING}\n\nWords.\n\n' + '\n'.join(changed) + '\n\nMore words.\n'
        return differences(read_picture(text), package)

    assert compare(*lines) == [], compare(*lines)
    cases = {
        'Base: Package.swift has this target, the picture does not':
            [lines[1], lines[2]],
        'Old: the picture has this module, Package.swift does not':
            [*lines, '    Old → nothing'],
        'Base → Fix: only in the picture':
            ['    Base → Fix', *lines[1:]],
        'Fix → Base: only in Package.swift':
            [lines[0], '    • Fix → nothing', lines[2]],
        'Fix: it is a product, the picture says otherwise':
            [lines[0], '    Fix → Base', lines[2]],
        'Base: it is no product, the picture says otherwise':
            ['    • Base → nothing', *lines[1:]],
    }
    for expected, changed in cases.items():
        found = compare(*changed)
        assert expected in found, f'{expected!r} is not in {found}'
    for text in ['', HEADING + '\n\nno block\n', HEADING + '\n\n    no arrow\n']:
        try:
            read_picture(text)
        except NoPicture:
            continue
        raise AssertionError(f'a picture was found in {text!r}')

    # Each list of documented targets, and each version, is checked.
    libraries = {'products': [{'name': 'A', 'type': {'library': ['automatic']}},
                              {'name': 'tool', 'type': {'executable': None}}]}
    makefile, spi = 'DOCUMENTED := \\\n  A\nSITE := B\n', '  - platform: linux\n    targets:\n      - A\n'
    assert documented(libraries, makefile, spi) == [], documented(libraries, makefile, spi)
    for changed in [(makefile.replace('A', 'B'), spi), (makefile, spi + '      - B\n'), (makefile, '')]:
        assert documented(libraries, *changed), changed
    right = ['static let version = "1.2.0"', 'name (1.2.0) unstable', '# Changelog\n\n## 1.2.0: unreleased\n']
    assert versions(*right) == [], versions(*right)
    for n in range(3):
        assert versions(*right[:n], right[n].replace('2', '3'), *right[n + 1:]), n

    # The real picture must differ if any one of its lines is missing.
    document = (ROOT / 'CONTRIBUTING.md').read_text()
    real = read_picture(document)
    for name in real:
        rest = {other: module for other, module in real.items() if other != name}
        assert differences(rest, real), f'the picture without {name} passes'
    print('check-modules: self-test passed')


def main(arguments):
    if arguments == ['--self-test']:
        return self_test()
    path = pathlib.Path(arguments[0]) if arguments else ROOT / 'CONTRIBUTING.md'
    dump = subprocess.run(
        ['swift', 'package', '--package-path', str(ROOT), '--ignore-lock', 'dump-package'],
        check=True, stdout=subprocess.PIPE).stdout
    package = json.loads(dump)
    try:
        found = differences(read_picture(path.read_text()), read_package(package))
    except NoPicture as error:
        print(f'{path}: {error}', file=sys.stderr)
        return 2
    found = [f'{path}: {line}' for line in found]
    found += documented(package, *((ROOT / name).read_text() for name in ['Makefile', '.spi.yml']))
    found += versions(*((ROOT / name).read_text() for name in [
        'Sources/LocateCommands/Commands/RootCommand.swift', 'debian/changelog', 'CHANGELOG.md']))
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
