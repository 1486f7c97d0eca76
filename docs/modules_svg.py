"""Draws the modules in layers, from the picture of CONTRIBUTING.md, as SVG."""
import importlib.util
import math
import pathlib
import re
import textwrap
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[1]
WIDTH, MARGIN, LABEL, GAP = 1000, 14, 94, 8
NAME_SIZE, TEXT_SIZE = 14, 12
LINE, PADDING = 15, 9
# The width of a letter, as a part of the size: wider than in common fonts.
TEXT_LETTER = .5
# Layers that share a row of the picture, from the top. A layer that is not here gets a row of its own.
SHARED = [('choice', 'tests'), ('tracks', 'places'), ('system', 'time')]
# As many boxes as fit side by side.
MOST = 4
COLORS = {
    'programs': '#8250df', 'tests': '#9a6700', 'choice': '#bf3989', 'outward': '#cf222e',
    'places': '#bc4c00', 'tracks': '#1a7f37', 'sources': '#0969da', 'time': '#1b7c83',
    'system': '#57606a', 'codecs': '#6639ba', 'values': '#0550ae',
}


def read(document):
    """Returns {layer: [(name, is_product, dependencies, description)]}, in the order of the document."""
    spec = importlib.util.spec_from_file_location(
        'check_modules', ROOT / 'Tests/Architecture/check-modules.py')
    check = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(check)
    layers, layer = {}, None
    for match in check.lines(document):
        layer = match['group'] or layer
        parts = re.split(r' {2,}', match['rest'].strip(), maxsplit=1)
        layers.setdefault(layer, []).append(
            (match['name'], bool(match['product']), parts[0], parts[1] if len(parts) > 1 else ''))
    return layers


def rows(layers):
    """The rows of the picture from the top: each has one or two layers."""
    left, found = list(layers), []
    while left:
        layer = left.pop()
        pair = next((pair for pair in SHARED if layer in pair), (layer,))
        found.append([name for name in pair if name in layers])
        left = [name for name in left if name not in pair]
    return found


def wrapped(text, width):
    """The lines of a text in a box of this width."""
    return textwrap.wrap(text, int((width - 2 * PADDING) / (TEXT_SIZE * TEXT_LETTER)),
                         break_long_words=False, break_on_hyphens=False)


class Box:
    """A module as a box."""

    def __init__(self, layer, module, width):
        self.layer, self.width = layer, width
        self.name, self.is_product, dependencies, description = module
        self.description = wrapped(description, width)
        self.dependencies = [] if dependencies == 'nothing' else wrapped('→ ' + dependencies, width)

    @property
    def height(self):
        return 2 * PADDING + NAME_SIZE + LINE * (len(self.description) + len(self.dependencies)) + 2

    def draw(self, x, y, height):
        color = COLORS.get(self.layer, '#57606a')
        lines = [f'<rect class="{"p" if self.is_product else "i"}" x="{x}" y="{y}" width="{self.width}" '
                 f'height="{height}" rx="6" stroke="{color}"/>',
                 f'<text class="n" x="{x + PADDING}" y="{y + PADDING + 11}">{self.name}</text>']
        top = y + PADDING + 13
        for style, texts in [('t', self.description), ('d', self.dependencies)]:
            for text in texts:
                top += LINE
                lines.append(f'<text class="{style}" x="{x + PADDING}" y="{top}">{escape(text)}</text>')
        return lines


def draw_row(names, layers, y):
    """The elements of a row, and its height."""
    count = sum(len(layers[name]) for name in names)
    bands, elements = len(names), []
    # Five boxes are three above two, not four above one.
    columns = math.ceil(count / math.ceil(count / MOST))
    space = WIDTH - 2 * MARGIN - bands * LABEL
    height, x = 0, MARGIN
    for name in names:
        share = columns if bands == 1 else len(layers[name])
        width = space * (1 if bands == 1 else share / count)
        box = int((width - GAP) / share - GAP)
        boxes = [Box(name, module, box) for module in layers[name]]
        lines, top = [boxes[i:i + share] for i in range(0, len(boxes), share)], y + GAP
        for line in lines:
            tallest = max(item.height for item in line)
            for n, item in enumerate(line):
                elements += item.draw(round(x + LABEL + n * (box + GAP)), top, tallest)
            top += tallest + GAP
        height = max(height, top - y)
        elements.append(f'<text class="g" x="{round(x + 12)}" y="{y + GAP + 20}" '
                        f'fill="{COLORS.get(name, "#57606a")}">{name}</text>')
        x += LABEL + width
    band = f'<rect class="b" x="{MARGIN}" y="{y}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="9"/>'
    return [band, *elements], height


def svg(document):
    """The picture of the modules that this document lists."""
    layers, elements, y = read(document), [], MARGIN
    for names in rows(layers):
        drawn, height = draw_row(names, layers, y)
        elements += drawn
        y += height + GAP
    legend = ('A solid frame is a product. An arrow means “may import”; arrows are transitive, and lead to a '
              'lower layer or within a layer.')
    return '\n'.join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 26}" width="{WIDTH}" '
        f'height="{y + 26}" font-family="-apple-system,\'Segoe UI\',\'Noto Sans\',\'DejaVu Sans\',Helvetica,'
        'Arial,sans-serif">',
        '<title>The modules of swift-location in layers</title>',
        '<style>'
        '.a{fill:#fff}.b{fill:#f6f8fa}.p{fill:#fff;stroke-width:1.6}'
        '.i{fill:none;stroke-width:1.2;stroke-dasharray:4 3}'
        f'.n{{font-size:{NAME_SIZE}px;font-weight:600;fill:#1f2328}}'
        f'.t{{font-size:{TEXT_SIZE}px;fill:#1f2328}}.d{{font-size:{TEXT_SIZE}px;fill:#59636e}}'
        '.g{font-size:14px;font-weight:600}'
        '@media(prefers-color-scheme:dark){.a{fill:#0d1117}.b{fill:#161b22}.p{fill:#0d1117}'
        '.n,.t{fill:#e6edf3}.d{fill:#9198a1}.g{filter:brightness(1.7)}}'
        '</style>',
        f'<rect class="a" width="{WIDTH}" height="{y + 26}" rx="10"/>', *elements,
        f'<text class="d" x="{MARGIN + 12}" y="{y + 10}">{legend}</text>', '</svg>', ''])
