"""Makes an MBTiles archive of colored tiles around the place of the feed."""
import math
import sqlite3
import struct
import zlib

ATTRIBUTION = '© Nobody & others'
LEAST, MOST = 12, 15
CENTER = 48.2082, 16.3738


def color(zoom, x, y):
    """The color in the middle of a tile. Neighbors differ."""
    return [120 + x * 37 % 100, 140 + y * 53 % 90, 60 + zoom * 10]


def tile_at(zoom, latitude=CENTER[0], longitude=CENTER[1]):
    """The column and the row, from the north, of the tile at a place."""
    angle = math.radians(latitude)
    part = 0.5 - math.log(math.tan(math.pi / 4 + angle / 2)) / (2 * math.pi)
    return int((longitude + 180) / 360 * 2 ** zoom), int(part * 2 ** zoom)


def image(red, green, blue):
    """A PNG of 256 pixels with a frame and two streets."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    plain, dark, street = bytes([red, green, blue]), bytes([red // 2, green // 2, blue // 2]), b'\xf4\xf0\xe0'
    rows = []
    for y in range(256):
        row = [street if abs(y - 64 - x // 4) < 4 or abs(x - 200) < 4 else plain for x in range(256)]
        row[0] = row[255] = dark
        rows.append(b'\0' + (dark * 256 if y in (0, 255) else b''.join(row)))
    head = struct.pack('>IIBBBBB', 256, 256, 8, 2, 0, 0, 0)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(b''.join(rows)))
            + chunk(b'IEND', b''))


def write_archive(path):
    database = sqlite3.connect(path)
    database.execute('CREATE TABLE metadata (name TEXT, value TEXT)')
    database.execute(
        'CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)')
    database.executemany('INSERT INTO metadata VALUES (?, ?)', {
        'name': 'test', 'format': 'png', 'attribution': '<a href="https://example.org/">&copy; Nobody</a> &amp; others',
        'minzoom': str(LEAST), 'maxzoom': str(MOST)}.items())
    for zoom in range(LEAST, MOST + 1):
        column, row = tile_at(zoom)
        for x in range(column - 2, column + 3):
            for y in range(row - 2, row + 3):
                # The file counts rows from the south.
                database.execute('INSERT INTO tiles VALUES (?, ?, ?, ?)',
                                 (zoom, x, 2 ** zoom - 1 - y, image(*color(zoom, x, y))))
    database.commit()
    database.close()
