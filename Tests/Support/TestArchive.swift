package import LocationIO

/// Makes MBTiles archives.
package enum TestArchive {
  /// A tile with its row as the file counts it, from the south.
  package struct Tile {
    let zoom, column, row: Int
    let bytes: [UInt8]

    package init(_ zoom: Int, _ column: Int, _ row: Int, _ bytes: [UInt8]) {
      (self.zoom, self.column, self.row, self.bytes) = (zoom, column, row, bytes)
    }
  }

  /// What looks like a WebP image and is text.
  package static func image(_ text: String = "tile") -> [UInt8] {
    Array("RIFF____WEBP\(text)".utf8)
  }

  /// Writes an archive into a new file, and returns the open database.
  @discardableResult
  package static func write(
    _ path: String, metadata: [String: String] = ["format": "webp"],
    tiles: [Tile] = [Tile(0, 0, 0, image())]
  ) throws -> SQLiteDatabase<SQLiteError> {
    var database = try SQLiteDatabase(path: path) { $0 }
    for sql in [
      "CREATE TABLE metadata (name TEXT, value TEXT)",
      """
      CREATE TABLE tiles
        (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)
      """,
      "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)",
    ] { try database.run(sql) }
    for (name, value) in metadata {
      try database.run("INSERT INTO metadata VALUES (?, ?)", [.text(name), .text(value)])
    }
    for tile in tiles { try add(tile, to: &database) }
    return database
  }

  package static func add(_ tile: Tile, to database: inout SQLiteDatabase<SQLiteError>) throws {
    let digits = tile.bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }
    try database.run(
      "INSERT INTO tiles VALUES (\(tile.zoom), \(tile.column), \(tile.row), X'\(digits.joined())')")
  }
}
