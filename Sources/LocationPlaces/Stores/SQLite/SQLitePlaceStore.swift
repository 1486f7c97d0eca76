public import LocationCore
import LocationIO
import LocationPOSIX
import LocationText
import Synchronization

/// Keeps places, and visits to them, in an SQLite database. It finds the places near a position among
/// 100,000 in less than a millisecond.
///
/// Several programs may use the file at the same time. A change survives a crash and a power loss when its
/// method returns. SQLite is loaded when the store is first used; if it is not installed, the error names
/// the package.
///
/// The table `places` has a GeoJSON Feature for each place, as in a ``GeoJSONPlaceStore``.
public final class SQLitePlaceStore: PlaceStore, Sendable {
  /// The version of the tables, in `PRAGMA user_version`.
  private static let version: Int64 = 2

  private static let placeTables = [
    """
    CREATE TABLE places (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
      name_key TEXT NOT NULL UNIQUE, feature TEXT NOT NULL)
    """,
    // A place at the antimeridian has two rectangles, so their numbers are 2n and 2n + 1.
    "CREATE VIRTUAL TABLE areas USING rtree(number, south, north, west, east)",
  ]

  /// A source without devices has the empty text.
  private static let visitTables = [
    """
    CREATE TABLE visits (device TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
      arrival REAL NOT NULL, departure REAL, PRIMARY KEY (device, place, arrival)) WITHOUT ROWID
    """,
    "CREATE INDEX visits_by_arrival ON visits (arrival)",
  ]

  /// Version 1 had the visits of all devices together.
  private static let changesSinceVersion1 =
    ["ALTER TABLE visits RENAME TO old_visits", "DROP INDEX visits_by_arrival"] + visitTables
    + ["INSERT INTO visits SELECT '', * FROM old_visits", "DROP TABLE old_visits"]

  /// The file.
  public let path: String
  /// Opened when it is first used, because that waits for the disk.
  private let database: Mutex<PlaceDatabase?> = Mutex(nil)
  private let broadcaster = Broadcaster<PlaceChange>()

  /// Names the file. It and its folder are made when the store is first used.
  public init(path: String) { self.path = path }

  /// All places in the order in which they were added.
  public func places() async throws(PlaceError) -> [Place] {
    try await use { database throws(PlaceError) in
      try database.query("SELECT feature FROM places ORDER BY number", [], Self.place)
    }
  }

  /// The place with an id; `nil` if there is none.
  public func place(id: String) async throws(PlaceError) -> Place? {
    try await use { database throws(PlaceError) in try Self.place(id: id, &database) }
  }

  /// The places whose area is not farther from `center` than a distance in meters, in any order. An
  /// R*Tree finds them.
  public func places(
    near center: Coordinate, within distance: Double
  ) async throws(PlaceError) -> [Place] {
    let boxes = SearchArea(around: center, distance: max(0, distance)).boxes
    return try await use { database throws(PlaceError) in
      var found: [Int64: Place] = [:]
      for box in boxes {
        let rows = try database.query(
          """
          SELECT feature, places.number FROM areas JOIN places ON places.number = areas.number / 2
          WHERE south <= ? AND north >= ? AND west <= ? AND east >= ?
          """, [.number(box.north), .number(box.south), .number(box.east), .number(box.west)]
        ) { row throws(PlaceError) in (row.integer(1), try Self.place(row)) }
        for (number, place) in rows { found[number] = place }
      }
      return found.sorted { $0.key < $1.key }.map(\.value)
        .filter { $0.region.borderDistance(from: center) <= distance }
    }
  }

  /// Adds places at the end: all, or none if it fails.
  public func add(_ places: [Place]) async throws(PlaceError) {
    try await change { database throws(PlaceError) in
      for place in places {
        let id = try PlaceTable.id(of: place)
        do throws(PlaceError) {
          try database.run(
            "INSERT INTO places (id, name_key, feature) VALUES (?, ?, ?)",
            [.text(id), .text(place.nameKey), .text(Self.feature(place))])
        } catch {
          throw error.about(place)
        }
        try Self.addArea(of: place, number: database.lastRow, &database)
      }
      return places.map { .added($0) }
    }
  }

  /// Replaces the place that has the id of `place`.
  public func update(_ place: Place) async throws(PlaceError) {
    try await change { database throws(PlaceError) in
      guard let id = place.storeID else { throw PlaceError.unknown(place.name) }
      let number = try Self.number(id: id, &database)
      do throws(PlaceError) {
        try database.run(
          "UPDATE places SET name_key = ?, feature = ? WHERE number = ?",
          [.text(place.nameKey), .text(Self.feature(place)), .integer(number)])
      } catch {
        throw error.about(place)
      }
      try Self.deleteArea(number, &database)
      try Self.addArea(of: place, number: number, &database)
      return [.updated(place)]
    }
  }

  /// Deletes the place with an id. Its visits stay.
  public func delete(id: String) async throws(PlaceError) {
    try await change { database throws(PlaceError) in
      guard let place = try Self.place(id: id, &database) else { throw PlaceError.unknown(id) }
      let number = try Self.number(id: id, &database)
      try database.run("DELETE FROM places WHERE number = ?", [.integer(number)])
      try Self.deleteArea(number, &database)
      return [.deleted(place)]
    }
  }

  /// The changes made through this object from now on, in order.
  public func changes() -> AsyncStream<PlaceChange> { broadcaster.values() }

  // MARK: Rows

  private static func number(
    id: String, _ database: inout PlaceDatabase
  ) throws(PlaceError) -> Int64 {
    let numbers = try database.query("SELECT number FROM places WHERE id = ?", [.text(id)]) {
      $0.integer(0)
    }
    guard let number = numbers.first else { throw .unknown(id) }
    return number
  }

  private static func place(
    id: String, _ database: inout PlaceDatabase
  ) throws(PlaceError) -> Place? {
    try database.query("SELECT feature FROM places WHERE id = ?", [.text(id)], place).first
  }

  @Sendable private static func place(_ row: PlaceDatabase.Row) throws(PlaceError) -> Place {
    let text = Array((row.text(0) ?? "").utf8)
    guard let feature = try? JSONValue(text), let place = try PlaceFeature.place(feature) else {
      throw PlaceError(.damagedStore, detail: "a row of the table places has no place")
    }
    return place
  }

  private static func feature(_ place: Place) -> String {
    var text = ByteText()
    text.write(.object(PlaceFeature.feature(place)))
    return text.string
  }

  private static func addArea(
    of place: Place, number: Int64, _ database: inout PlaceDatabase
  ) throws(PlaceError) {
    let area = SearchArea(around: place.region.center, distance: place.region.reach)
    for (index, box) in area.boxes.enumerated() {
      try database.run(
        "INSERT INTO areas (number, south, north, west, east) VALUES (?, ?, ?, ?, ?)",
        [
          .integer(2 * number + Int64(index)), .number(box.south), .number(box.north),
          .number(box.west), .number(box.east),
        ])
    }
  }

  private static func deleteArea(
    _ number: Int64, _ database: inout PlaceDatabase
  ) throws(PlaceError) {
    try database.run(
      "DELETE FROM areas WHERE number IN (?, ?)",
      [.integer(2 * number), .integer(2 * number + 1)])
  }

  // MARK: The database

  func use<T: Sendable>(
    _ body: @escaping @Sendable (inout PlaceDatabase) throws(PlaceError) -> T
  ) async throws(PlaceError) -> T {
    try await onOwnThread { () throws(PlaceError) in
      try self.database.withLock { database throws(PlaceError) in
        var open: PlaceDatabase
        if let former = database.take() { open = former } else { open = try Self.open(self.path) }
        let result: Result<T, PlaceError>
        do throws(PlaceError) {
          result = .success(try body(&open))
        } catch {
          result = .failure(error)
        }
        database = consume open
        return try result.get()
      }
    }
  }

  /// Runs a transaction, and sends the changes that it made.
  func change(
    _ body: @escaping @Sendable (inout PlaceDatabase) throws(PlaceError) -> [PlaceChange]
  ) async throws(PlaceError) {
    try await use { database throws(PlaceError) in
      var changes: [PlaceChange] = []
      try database.transaction { database throws(PlaceError) in changes = try body(&database) }
      self.broadcaster.send(changes)
    }
  }

  private static func open(_ path: String) throws(PlaceError) -> PlaceDatabase {
    do throws(SystemError) {
      try Folder.create(for: path)
    } catch {
      throw PlaceError(error, path: path)
    }
    var database = try PlaceDatabase(path: path) { PlaceError($0, path: path) }
    try database.useWriteAheadLog()
    // FULL also survives a power loss.
    try database.run("PRAGMA synchronous = FULL")
    if try version(of: &database) == Self.version { return database }
    try database.transaction { database throws(PlaceError) in
      // Another process may have made the tables meanwhile.
      let found = try version(of: &database)
      if found == Self.version { return }
      let changes: [String]
      switch found {
      case 0: changes = placeTables + visitTables
      case 1: changes = changesSinceVersion1
      default:
        throw PlaceError(
          .storeUnavailable,
          detail: "\(path.printablePath): made by a newer version of this library")
      }
      for change in changes { try database.run(change) }
      try database.run("PRAGMA user_version = \(Self.version)")
    }
    return database
  }

  private static func version(of database: inout PlaceDatabase) throws(PlaceError) -> Int64 {
    try database.query("PRAGMA user_version") { $0.integer(0) }.first ?? 0
  }
}

typealias PlaceDatabase = SQLiteDatabase<PlaceError>

extension PlaceError {
  /// A function of SQLite failed.
  init(_ error: SQLiteError, path: String) {
    let message = error.detail
    switch error {
    case .missing(let cause):
      self.init(.storeUnavailable, detail: message, cause: cause)
    case _ where error.isDamage:
      self.init(
        .damagedStore,
        detail: "\(path.printablePath): \(message); repair or remove the file, nothing was changed")
    case _ where error.isConstraint && message.contains("places.name_key"):
      self.init(.duplicateName, detail: "there is another place with this name")
    case _ where error.isConstraint && message.contains("places.id"):
      self.init(.duplicateID, detail: "there is another place with this id")
    default: self.init(.storeUnavailable, detail: "\(path.printablePath): \(message)")
    }
  }

  /// The same error with the name of the place.
  fileprivate func about(_ place: Place) -> PlaceError {
    var error = self
    error.subject = place.name
    return error
  }
}
