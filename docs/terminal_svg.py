"""Draws a terminal's screen, as `tmux capture-pane -e` prints it, as SVG.

Letters are text. Blocks, lines and braille dots are shapes, because fonts differ in their widths.
"""
import re
from xml.sax.saxutils import escape

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE = 8.43, 18, 14
MARGIN, TITLE_HEIGHT = 14, 30
BACKGROUND, FOREGROUND = '#0d1117', '#e6edf3'
COLORS = ['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4']
BRIGHT = ['#6e7681', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff']
# The part of a line's cell that a character of U+2500 draws: to the left, right, up, down.
LINES = {'─': 'lr', '│': 'ud', '├': 'rud', '┤': 'lud', '┌': 'rd', '┐': 'ld', '└': 'ru', '┘': 'lu'}
# The dots of a braille character by bit: column and row.
DOTS = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]


class Style:
    """What an escape sequence has set."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.color, self.ground = None, None
        self.is_bold = self.is_dim = self.is_reverse = False

    def apply(self, codes):
        """Applies the numbers of an escape sequence, those that `locate view` uses."""
        for code in codes:
            if code == 0:
                self.reset()
            elif code == 1:
                self.is_bold = True
            elif code == 2:
                self.is_dim = True
            elif code == 7:
                self.is_reverse = True
            elif code == 22:
                self.is_bold = self.is_dim = False
            elif code == 27:
                self.is_reverse = False
            elif 30 <= code <= 37:
                self.color = COLORS[code - 30]
            elif code == 39:
                self.color = None
            elif 40 <= code <= 47:
                self.ground = COLORS[code - 40]
            elif code == 49:
                self.ground = None
            elif 90 <= code <= 97:
                self.color = BRIGHT[code - 90]
            else:
                raise ValueError(f'the escape code {code} is not known')

    @property
    def key(self):
        """Color, background, bold and dim of a cell."""
        color, ground = self.color or FOREGROUND, self.ground
        if self.is_reverse:
            color, ground = self.ground or BACKGROUND, color
        return color, ground, self.is_bold, self.is_dim


def cells(screen, columns):
    """The rows of a screen; each cell is a character and the key of its style."""
    style, rows = Style(), []
    for line in screen.rstrip('\n').split('\n'):
        row = []
        for part in re.split(r'(\x1b\[[0-9;]*m)', line):
            if part.startswith('\x1b'):
                style.apply([int(code or 0) for code in part[2:-1].split(';')])
            else:
                row += [(character, style.key) for character in part]
        # tmux leaves out the spaces at the end of a row.
        last = row[-1][1] if row and row[-1][1][1] else (FOREGROUND, None, False, False)
        rows.append(row + [(' ', last)] * (columns - len(row)))
    return rows


def number(value):
    """A coordinate without superfluous digits."""
    return f'{value:.2f}'.rstrip('0').rstrip('.')


def paint(key):
    """The attributes of a fill or text in this style."""
    return f'fill="{key[0]}"' + (' opacity=".6"' if key[3] else '')


def shape(character, x, y):
    """A character as the kind of its path (fill, dot or line) and the path; None if it is text."""
    code, middle = ord(character), (x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2)
    if 0x2588 <= code <= 0x258F:
        width = CELL_WIDTH * (0x2590 - code) / 8
        return 'fill', f'M{number(x)} {number(y + 4)}h{number(width)}v{CELL_HEIGHT - 8}h{number(-width)}z'
    if 0x2800 <= code <= 0x28FF:
        return 'dot', ''.join(
            f'M{number(x + CELL_WIDTH * (column + .5) / 2)} {number(y + CELL_HEIGHT * (row + .5) / 4)}h0'
            for bit, (column, row) in enumerate(DOTS) if code >> bit & 1)
    if character == '·':
        return 'dot', f'M{number(middle[0])} {number(middle[1])}h0'
    if character == '◆':
        return 'fill', f'M{number(middle[0])} {number(middle[1] - 6)}l5 6l-5 6l-5 -6z'
    if character == '●':
        return 'fill', f'M{number(middle[0] - 4)} {number(middle[1])}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z'
    if character in LINES:
        ends = {'l': (x, middle[1]), 'r': (x + CELL_WIDTH, middle[1]),
                'u': (middle[0], y), 'd': (middle[0], y + CELL_HEIGHT)}
        return 'line', ''.join(
            f'M{number(middle[0])} {number(middle[1])}L{number(ends[end][0])} {number(ends[end][1])}'
            for end in LINES[character])
    return None


def draw_row(row, top):
    """The elements of a row: backgrounds, runs of text, and shapes by style."""
    elements, paths, column = [], {}, 0
    while column < len(row):
        key, start = row[column][1], column
        while column < len(row) and row[column][1] == key:
            column += 1
        left = MARGIN + start * CELL_WIDTH
        if key[1]:
            elements.append(
                f'<rect x="{number(left)}" y="{top}" width="{number((column - start) * CELL_WIDTH)}" '
                f'height="{CELL_HEIGHT}" fill="{key[1]}"/>')
        text = ''.join(character for character, _ in row[start:column])
        for word in re.finditer(r'\S+(?: \S+)*', text):
            draw_word(word.group(), left + word.start() * CELL_WIDTH, top, key, elements, paths)
    for (key, kind), path in paths.items():
        attributes = paint(key) if kind == 'fill' else paint(key).replace('fill', 'stroke')
        elements.append(f'<path class="{kind}" d="{path}" {attributes}/>')
    return elements


def draw_word(word, left, top, key, elements, paths):
    """Adds the letters of a word as text, and its other characters as shapes."""
    for run in re.finditer(r'[^·●◆\u2500-\u259f\u2800-\u28ff]+|.', word):
        x = left + run.start() * CELL_WIDTH
        found = shape(run.group(), x, top) if len(run.group()) == 1 else None
        if found:
            kind, path = found
            paths[key, kind] = paths.get((key, kind), '') + path
        elif run.group().strip():
            text, x = run.group().rstrip(), x + (len(run.group()) - len(run.group().lstrip())) * CELL_WIDTH
            text = text.lstrip()
            elements.append(
                f'<text x="{number(x)}" y="{number(top + 13.5)}" '
                f'textLength="{number(len(text) * CELL_WIDTH)}" {paint(key)}'
                + (' font-weight="bold"' if key[2] else '') + f'>{escape(text)}</text>')


def svg(screen, columns, title):
    """A window with this screen and title."""
    rows = cells(screen, columns)
    width = round(columns * CELL_WIDTH + 2 * MARGIN)
    height = len(rows) * CELL_HEIGHT + TITLE_HEIGHT + 2 * MARGIN - 6
    dots = ''.join(f'<circle cx="{20 + 18 * n}" cy="16" r="5.5" fill="{color}"/>'
                   for n, color in enumerate(['#ff5f57', '#febc2e', '#28c840']))
    body = [element for n, row in enumerate(rows)
            for element in draw_row(row, TITLE_HEIGHT + MARGIN - 4 + n * CELL_HEIGHT)]
    return '\n'.join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\','
        f'monospace" font-size="{FONT_SIZE}" xml:space="preserve">',
        f'<title>{escape(title)}</title>',
        '<style>.dot{stroke-width:2.5;stroke-linecap:round}.line{stroke-width:1.4}</style>',
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="9" fill="{BACKGROUND}" '
        'stroke="#484f58"/>',
        f'<path d="M1 {TITLE_HEIGHT}V10a9 9 0 0 1 9 -9H{width - 10}a9 9 0 0 1 9 9V{TITLE_HEIGHT}z" '
        'fill="#161b22"/>', dots,
        f'<text x="{width // 2}" y="21" text-anchor="middle" fill="#8b949e" font-size="13">'
        f'{escape(title)}</text>', *body, '</svg>', ''])
