#!/usr/bin/env python3
"""Checks that every relative link and picture of the README and of docs exists, headings included.

    check-links.py [FILE ...]

Prints one line for each broken link. Exit status: 0 none, 1 some.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r'\]\((?!https?:|mailto:)(?P<path>[^)#\s]*)(?:#(?P<heading>[^)\s]*))?\)')


def anchors(path):
    """The names under which GitHub knows the headings of a page."""
    headings = re.findall(r'^#+ (.*)$', re.sub(r'^```.*?^```$', '', path.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-') for heading in headings}


def main():
    files = [pathlib.Path(name).resolve() for name in sys.argv[1:]] or [
        ROOT / 'README.md', ROOT / 'CONTRIBUTING.md', *sorted(ROOT.glob('docs/*.md')),
        *sorted(ROOT.glob('*/README.md'))]
    broken, count = [], 0
    for file in files:
        # In a table a link may have code as its text, which is no link itself.
        text = re.sub(r'^```.*?^```$|^ {4}.*$', '', file.read_text(), flags=re.M | re.S)
        for link in LINK.finditer(text):
            count += 1
            target = (file.parent / link['path']).resolve() if link['path'] else file
            if not target.exists():
                broken.append(f'{file}: {link["path"]} does not exist')
            elif link['heading'] and link['heading'] not in anchors(target):
                broken.append(f'{file}: {link["path"]} has no heading #{link["heading"]}')
    print('\n'.join(broken), file=sys.stderr, end='\n' if broken else '')
    print(f'check-links: {count} links, {len(broken)} broken')
    return 1 if broken or not count else 0


if __name__ == '__main__':
    sys.exit(main())
