import LocationCore
import LocationPOSIX
import Synchronization

/// A map in a file: images of its tiles in an SQLite database (https://github.com/mapbox/mbtiles-spec, MBTiles 1.3).
///
/// Nothing is loaded ahead. Its methods wait for the disk.
package final class TileArchive: Sendable {
  /// An image of a tile.
  package struct Tile: Sendable {
    package let bytes: [UInt8]
    /// The media type: "image/png".
    package let type: String
  }

  /// The largest tile that is read, in bytes.
  package static let limit = 4 << 20

  /// Whom the map is from, as plain text; `nil` if the archive does not say.
  package let attribution: String?
  /// The zoom levels that have tiles.
  package let zooms: ClosedRange<Int>
  private let path: String
  private let database: Mutex<SQLiteDatabase<UserLocationError>>

  /// Opens an archive for reading.
  ///
  /// - Throws: an error that names the file, if it is missing, cannot be read, or is no archive of images.
  package init(path: String) throws(UserLocationError) {
    let access = FileAccess(path)
    guard access.exists else {
      throw Self.error(
        .sourceNotFound, path, "there is no such file; an MBTiles archive is needed here")
    }
    if let refusal = access.refusal { throw Self.error(.notAuthorized, path, refusal) }
    guard access.isFile else {
      throw Self.error(
        .invalidSource, path, "it is not a regular file; an MBTiles archive is needed here")
    }
    // The file may be anybody's. A view in it may make values of any size, and compute for ever.
    let limits = SQLiteLimits(length: 4 * Self.limit, time: .seconds(1))
    var database = try SQLiteDatabase(path: path, isReadOnly: true, limits: limits) { error in
      if error.isOverLimit {
        return Self.error(
          .badData, path,
          "a query of it needs too much time or memory: \(error.detail); choose another file")
      }
      return error.isDamage
        ? Self.error(
          .badData, path,
          "no MBTiles archive, or a damaged one: \(error.detail); choose another file")
        : Self.error(.inputOutput, path, error.detail)
    }
    // Its views need no functions that do more than compute.
    try database.run("PRAGMA trusted_schema = OFF")
    try Self.checkTables(&database, path)
    let metadata = try Self.metadata(&database)
    if let format = metadata["format"], ["pbf", "mvt"].contains(format.lowercased()) {
      throw Self.vectors(path, "format \(format)")
    }
    zooms = try Self.zooms(&database, metadata, path)
    attribution = metadata["attribution"].flatMap { String(html: $0) }
    self.path = path
    self.database = Mutex(database)
  }

  /// Reads a tile.
  ///
  /// - Parameter y: the row, counted from the north.
  /// - Returns: `nil` if the archive does not have it.
  /// - Throws: `UserLocationError` if it cannot be read, is too large, or is no image.
  package func tile(zoom: Int, x: Int, y: Int) throws(UserLocationError) -> Tile? {
    guard (0...30).contains(zoom), case let last = 1 << zoom - 1, (0...last).contains(x),
      (0...last).contains(y)
    else { return nil }
    let found = try database.withLock { database throws(UserLocationError) in
      try database.query(
        """
        SELECT length(tile_data), CASE WHEN length(tile_data) <= ?4 THEN tile_data END FROM tiles
        WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3 LIMIT 1
        """,
        // The archive counts rows from the south.
        [
          .integer(Int64(zoom)), .integer(Int64(x)), .integer(Int64(last - y)),
          .integer(Int64(Self.limit)),
        ]
      ) { (count: $0.integer(0), bytes: $0.bytes(1) ?? []) }.first
    }
    guard let found, found.count > 0 else { return nil }
    guard found.count <= Self.limit else {
      throw Self.error(
        .badData, path, "the tile has \(found.count) bytes; at most \(Self.limit) are read")
    }
    guard let type = Self.mediaType(of: found.bytes) else {
      throw Self.error(.badData, path, "the tile is not a PNG, JPEG or WebP image")
    }
    return Tile(bytes: found.bytes, type: type)
  }

  // MARK: What an archive has

  private static func checkTables(
    _ database: inout SQLiteDatabase<UserLocationError>, _ path: String
  ) throws(UserLocationError) {
    let tables = try database.query(
      "SELECT count(*) FROM sqlite_master WHERE lower(name) IN ('metadata', 'tiles')"
    ) { $0.integer(0) }
    guard tables == [2] else {
      throw error(
        .badData, path,
        "no MBTiles archive: it lacks the tables metadata and tiles; choose another file")
    }
  }

  /// The entries that matter here. Text that nobody wants to read on a map is cut.
  private static func metadata(
    _ database: inout SQLiteDatabase<UserLocationError>
  ) throws(UserLocationError) -> [String: String] {
    let rows = try database.query(
      """
      SELECT name, substr(value, 1, 2000) FROM metadata
      WHERE name IN ('format', 'attribution', 'minzoom', 'maxzoom') LIMIT 100
      """
    ) { ($0.text(0) ?? "", $0.text(1) ?? "") }
    return Dictionary(rows) { first, _ in first }
  }

  /// The zoom levels as the metadata or else the tiles have them.
  private static func zooms(
    _ database: inout SQLiteDatabase<UserLocationError>, _ metadata: [String: String],
    _ path: String
  ) throws(UserLocationError) -> ClosedRange<Int> {
    // An index answers one minimum or maximum without looking at all tiles.
    let found = try database.query(
      """
      SELECT (SELECT min(zoom_level) FROM tiles), (SELECT max(zoom_level) FROM tiles),
        (SELECT substr(tile_data, 1, 16) FROM tiles WHERE length(tile_data) > 0 LIMIT 1)
      """
    ) { (least: $0.number(0), most: $0.number(1), start: $0.bytes(2) ?? []) }
    guard let (least, most, start) = found.first, let least, let most else {
      throw error(.badData, path, "the archive has no tiles; choose another file")
    }
    guard mediaType(of: start) != nil else {
      throw start.starts(with: [0x1F, 0x8B])
        ? vectors(path, "compressed data")
        : error(.badData, path, "its tiles are not PNG, JPEG or WebP images; choose another file")
    }
    func level(_ name: String, _ other: Double) -> Int? {
      metadata[name].flatMap { Int($0) } ?? Int(exactly: other)
    }
    guard let first = level("minzoom", least), let last = level("maxzoom", most), first <= last,
      (0...30).contains(first), (0...30).contains(last)
    else {
      throw error(.badData, path, "its zoom levels are not from 0 to 30; choose another file")
    }
    return first...last
  }

  /// The media type of an image by its first bytes. An archive may have images of several types.
  private static func mediaType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? "image/webp" : nil
  }

  // MARK: Errors

  private static func vectors(_ path: String, _ what: String) -> UserLocationError {
    error(
      .badData, path,
      "its tiles are vectors (\(what)); an archive of images is needed: png, jpg or webp")
  }

  private static func error(
    _ code: UserLocationError.Code, _ path: String, _ detail: String
  ) -> UserLocationError {
    UserLocationError(code, source: path.printablePath, detail: detail)
  }
}
