import LocationCore
import TestSupport
import TestTurns
import Testing

@testable import LocationIO

@Suite(.inTurn) struct TileArchiveTests {
  private typealias Tile = TestArchive.Tile

  private func archive(
    _ metadata: [String: String], _ tiles: [TestArchive.Tile]
  ) throws -> TileArchive {
    let folder = try TemporaryDirectory()
    try TestArchive.write(folder.path("map.mbtiles"), metadata: metadata, tiles: tiles)
    return try TileArchive(path: folder.path("map.mbtiles"))
  }

  /// The example of the specification: the tile 11/327/791 is in the row 1256.
  @Test func theFileCountsItsRowsFromTheSouth() throws {
    let archive = try archive(
      [:],
      [
        Tile(11, 327, 1256, TestArchive.image("here")), Tile(11, 327, 791, TestArchive.image("no")),
      ])
    #expect(try archive.tile(zoom: 11, x: 327, y: 791)?.bytes == TestArchive.image("here"))
  }

  @Test(arguments: [
    ("© Example", "© Example"),
    (
      #"<a href="https://example.org/?a=1&amp;b=2">&copy; Some  maps</a> &amp;&#32;others <b>"#,
      "© Some maps & others"
    ),
    (
      "1 < 2 &lt;b&gt; &#xA9; &#169; &unknown; & &#xD800; &nbsp;",
      "1 < 2 <b> © © &unknown; & &#xD800;"
    ),
    ("<!-- nothing -->", nil), ("", nil), (nil, nil),
  ])
  func theAttributionIsPlainText(html: String?, text: String?) throws {
    let metadata = html.map { ["attribution": $0] } ?? [:]
    #expect(try archive(metadata, [Tile(0, 0, 0, TestArchive.image())]).attribution == text)
  }

  @Test func aTileThatNobodyCanShowIsAnError() throws {
    let large = TestArchive.image() + [UInt8](repeating: 32, count: TileArchive.limit)
    let archive = try archive(
      [:],
      [
        Tile(0, 0, 0, TestArchive.image()), Tile(1, 0, 0, Array("text".utf8)), Tile(1, 1, 0, large),
      ])
    let wrong = #expect(throws: UserLocationError.self) { try archive.tile(zoom: 1, x: 0, y: 1) }
    #expect(wrong?.detail == "the tile is not a PNG, JPEG or WebP image")
    let tooLarge = #expect(throws: UserLocationError.self) { try archive.tile(zoom: 1, x: 1, y: 1) }
    #expect(tooLarge?.detail.contains("\(large.count) bytes") == true)
  }

  @Test(arguments: [
    "SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, zeroblob(2000000000) AS tile_data",
    "SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, replace(hex(zeroblob(9000000)), '0', '00') AS tile_data",
    "WITH RECURSIVE r(x) AS (SELECT 0 UNION ALL SELECT x FROM r) "
      + "SELECT 0 AS zoom_level, x AS tile_column, 0 AS tile_row, NULL AS tile_data FROM r",
  ])
  func aHostileViewEndsWithAnError(view: String) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("map.mbtiles")
    try TestArchive.write(path, tiles: [])
    var other = try SQLiteDatabase(path: path) { $0 as SQLiteError }
    try other.run("DROP TABLE tiles")
    try other.run("CREATE VIEW tiles AS \(view)")
    let error = #expect(throws: UserLocationError.self) { try TileArchive(path: path) }
    #expect(error?.code == .badData)
    #expect(error?.detail.contains("too much time or memory") == true)
  }

  @Test(arguments: ["pbf", "PBF", "mvt"])
  func vectorsAreNotImages(format: String) throws {
    let error = #expect(throws: UserLocationError.self) {
      try archive(["format": format], [Tile(0, 0, 0, [0x1F, 0x8B, 8])])
    }
    #expect(error?.detail.contains("vectors (format \(format))") == true)
    #expect(error?.detail.contains("png, jpg or webp") == true)
    // Without the entry the tiles themselves say it.
    let silent = #expect(throws: UserLocationError.self) {
      try archive([:], [Tile(0, 0, 0, [0x1F, 0x8B, 8])])
    }
    #expect(silent?.detail.contains("vectors") == true)
  }

  @Test func aFileThatIsNoArchiveIsAnErrorThatNamesIt() throws {
    let folder = try TemporaryDirectory()
    let empty = folder.path("empty.mbtiles")
    try TestArchive.write(empty, tiles: [])
    var other = try SQLiteDatabase(path: folder.path("other.sqlite")) { $0 as SQLiteError }
    try other.run("CREATE TABLE tiles (number INTEGER)")
    for (path, code, words) in [
      (folder.path("missing.mbtiles"), .sourceNotFound, "no such file"),
      (folder.url.path, .invalidSource, "not a regular file"),
      (
        try folder.file("text.mbtiles", String(repeating: "no database ", count: 99)), .badData,
        "not a database"
      ),
      (try folder.file("nothing.mbtiles", ""), .badData, "tables metadata and tiles"),
      (folder.path("other.sqlite"), .badData, "tables metadata and tiles"),
      (empty, .badData, "no tiles"),
    ] as [(String, UserLocationError.Code, String)] {
      let error = #expect(throws: UserLocationError.self) { try TileArchive(path: path) }
      #expect(error?.code == code, "\(path)")
      #expect(error?.source == path)
      #expect(error?.detail.contains(words) == true, "\(error?.description ?? "")")
    }
    #expect(!FileAccess(folder.path("missing.mbtiles")).exists)
  }

  /// Many programs keep equal images once, and `tiles` is a view.
  @Test func aViewIsAsGoodAsATable() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("map.mbtiles")
    var database = try TestArchive.write(path)
    for sql in [
      "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT)",
      "CREATE TABLE images (tile_id TEXT, tile_data BLOB)",
      "INSERT INTO images SELECT 'a', tile_data FROM tiles", "DROP TABLE tiles",
      "INSERT INTO map VALUES (1, 0, 0, 'a'), (1, 1, 0, 'a')",
      "CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id)",
    ] { try database.run(sql) }
    let archive = try TileArchive(path: path)
    #expect(archive.zooms == 1...1)
    for x in 0...1 {
      #expect(try archive.tile(zoom: 1, x: x, y: 1)?.bytes == TestArchive.image())
    }
  }

  @Test func aDatabaseForReadingIsNotChanged() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("map.mbtiles")
    try TestArchive.write(path)
    var database = try SQLiteDatabase(path: path, isReadOnly: true) { $0 as SQLiteError }
    #expect(throws: SQLiteError.self) { try database.run("DELETE FROM tiles") }
    #expect(throws: SQLiteError.self) {
      _ = try SQLiteDatabase(path: folder.path("new"), isReadOnly: true) { $0 as SQLiteError }
    }
    #expect(!FileAccess(folder.path("new")).exists)
  }
}
