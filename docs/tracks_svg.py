"""Draws tracks of the same drive over each other, as SVG.

A track is a name, a color in a light and a dark theme, a width, and places as latitudes and longitudes in degrees; None
interrupts it. A meter is as long in all directions, and a bar shows how long some are.
"""
import math
from xml.sax.saxutils import escape

WIDTH, MARGIN, LEGEND, BAR = 760, 24, 22, 20
METERS = 111_195


def svg(title, tracks):
    """The picture. The first track is below the others."""
    places = [place for *_, track in tracks for place in track if place]
    south, west = min(place[0] for place in places), min(place[1] for place in places)
    shrink = math.cos(math.radians(south))
    wide = (max(place[1] for place in places) - west) * shrink * METERS
    high = (max(place[0] for place in places) - south) * METERS
    scale = (WIDTH - 2 * MARGIN) / wide
    top = MARGIN + LEGEND
    height = round(top + high * scale + MARGIN)

    def point(place):
        x = MARGIN + (place[1] - west) * shrink * METERS * scale
        y = top + (high - (place[0] - south) * METERS) * scale
        return f'{x:.1f},{y:.1f}'

    styles, lines, legend = [], [], []
    for index, (name, light, dark, width, track) in enumerate(tracks):
        styles.append((f'.t{index}', light, dark))
        run = []
        for place in [*track, None]:
            if place:
                run.append(point(place))
            elif run:
                lines.append(f'<polyline class="t{index}" stroke-width="{width}" points="{" ".join(run)}"/>')
                run = []
        x = MARGIN + index * 180
        legend.append(
            f'<line class="t{index}" stroke-width="{max(width, 3)}" x1="{x}" x2="{x + 24}" y1="{MARGIN}" y2="{MARGIN}"/>'
            f'<text x="{x + 32}" y="{MARGIN + 5}">{escape(name)}</text>')
    length = BAR * scale
    bar = (f'<path class="bar" d="M{WIDTH - MARGIN - length:.1f} {height - MARGIN}h{length:.1f}"/>'
           f'<text x="{WIDTH - MARGIN - length:.1f}" y="{height - MARGIN - 6}">{BAR} m</text>')
    light = ''.join(f'{name}{{stroke:{color}}}' for name, color, _ in styles)
    dark = ''.join(f'{name}{{stroke:{color}}}' for name, _, color in styles)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="sans-serif" font-size="14" role="img">\n<title>{escape(title)}</title>\n<style>'
        'polyline,line,.bar{fill:none;stroke-linejoin:round;stroke-linecap:round}rect{fill:#fff}text{fill:#1f2328}'
        f'.bar{{stroke:#1f2328;stroke-width:2}}{light}@media (prefers-color-scheme:dark){{rect{{fill:#0d1117}}'
        f'text{{fill:#e6edf3}}.bar{{stroke:#e6edf3}}{dark}}}</style>\n'
        f'<rect width="{WIDTH}" height="{height}"/>\n' + '\n'.join([*lines, *legend, bar]) + '\n</svg>\n')
