import Foundation
import LocationCore
import TestSupport
import TestTurns
import Testing

@testable import LocationPlaces

@Suite(.inTurn) struct SQLitePlaceStoreTests {
  private static let start = Date(timeIntervalSince1970: 1_748_764_800)

  private func store(_ directory: TemporaryDirectory) -> SQLitePlaceStore {
    SQLitePlaceStore(path: directory.path("places.sqlite"))
  }

  @Test func theNearPlacesAmongManyAreFound() async throws {
    let directory = try TemporaryDirectory()
    let store = store(directory)
    let places = try (0..<5000).map { number throws in
      try Place(
        id: "\(number)", name: "Place \(number)",
        region: .circle(
          around: at(Double(number / 100) / 10, Double(number % 100) / 10), radius: 100))
    }
    try await store.add(places)
    let center = try at(2, 3)
    let expected = places.filter { $0.region.borderDistance(from: center) <= 20_000 }
    #expect(expected.count > 5)
    #expect(try await store.places(near: center, within: 20_000) == expected)
  }

  @Test func aPlaceOnTheDateLineIsFoundFromBothSidesUntilItMovesOrGoes() async throws {
    let store = store(try TemporaryDirectory())
    let sides = try [at(-17, 179.999), at(-17, -179.999)]
    func names(near center: Coordinate) async throws -> [String] {
      try await store.places(near: center, within: 100).map(\.name)
    }
    var island = try Place(
      id: "1", name: "Island", region: .circle(around: sides[0], radius: 5_000))
    try await store.add(island)
    for side in sides { #expect(try await names(near: side) == ["Island"]) }
    island.region = try .circle(around: at(10, 20), radius: 5_000)
    try await store.update(island)
    for side in sides { #expect(try await names(near: side) == []) }
    island.region = try .circle(around: sides[1], radius: 5_000)
    try await store.update(island)
    for side in sides { #expect(try await names(near: side) == ["Island"]) }
    try await store.delete(id: "1")
    // A place with the same row in the table must not be found where the old one was.
    try await store.add(
      Place(id: "2", name: "Inland", region: .circle(around: at(10, 20), radius: 5)))
    for side in sides { #expect(try await names(near: side) == []) }
  }

  @Test func manyCanMakeTheSameFileAtTheSameTime() async throws {
    for _ in 0..<50 {
      let directory = try TemporaryDirectory()
      try await withThrowingTaskGroup { group in
        for name in ["a", "b", "c", "d"] {
          let (store, place) = (store(directory), try Place.circle(name))
          group.addTask { try await store.add([place]) }
        }
        try await group.waitForAll()
      }
      #expect(try await store(directory).places().count == 4)
    }
  }

  @Test func aFileOfANewerVersionIsNotChanged() async throws {
    let directory = try TemporaryDirectory()
    try await store(directory).add(Place.circle())
    // The version is four bytes at offset 60 of the file. Without a log the file is complete.
    let path = directory.path("places.sqlite")
    #expect(await eventually { !FileManager.default.fileExists(atPath: path + "-wal") })
    var bytes = try Data(contentsOf: URL(filePath: path))
    try #require(bytes.count > 64)
    bytes[63] = 9
    try bytes.write(to: URL(filePath: path))
    let error = await #expect(throws: PlaceError.self) { try await store(directory).places() }
    #expect(error?.code == .storeUnavailable)
    #expect(error?.detail.contains("newer version") == true)
  }

  private func event(
    _ kind: PlaceEvent.Kind, _ place: Place, _ hours: Double, _ device: String? = nil
  ) -> PlaceEvent {
    PlaceEvent(
      kind, place: place, device: DeviceID(source: "test", device: device),
      time: Self.start.addingTimeInterval(3600 * hours))
  }

  @Test func oneDeviceDoesNotEndTheVisitOfAnother() async throws {
    let directory = try TemporaryDirectory()
    let store = store(directory)
    let home = try Place.circle("Home")
    try await store.record(event(.entered, home, 0, "anna"))
    try await store.record(event(.entered, home, 1, "ben"))
    try await store.record(event(.left, home, 2, "ben"))
    let visits = try await store.visits()
    #expect(visits.map(\.device) == ["anna", "ben"])
    #expect(visits.map { $0.departure != nil } == [false, true])
  }

  /// Version 1 had no devices.
  @Test func theVisitsOfAnOldStoreStay() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("places.sqlite")
    let home = try Place.circle("Home")
    do {
      let store = store(directory)
      try await store.add(home)
      try await store.record(event(.entered, home, 0, nil))
      try await store.record(event(.left, home, 1, nil))
    }
    #expect(await eventually { !FileManager.default.fileExists(atPath: path + "-wal") })
    var database = try PlaceDatabase(path: path) { PlaceError($0, path: path) }
    for change in [
      "DROP INDEX visits_by_arrival", "ALTER TABLE visits RENAME TO new_visits",
      """
      CREATE TABLE visits (place TEXT NOT NULL, name TEXT NOT NULL, arrival REAL NOT NULL,
        departure REAL, PRIMARY KEY (place, arrival)) WITHOUT ROWID
      """, "CREATE INDEX visits_by_arrival ON visits (arrival)",
      "INSERT INTO visits SELECT place, name, arrival, departure FROM new_visits",
      "DROP TABLE new_visits", "PRAGMA user_version = 1",
    ] { try database.run(change) }
    _ = consume database
    let store = store(directory)
    let visits = try await store.visits()
    #expect(visits.map(\.name) == ["Home"])
    #expect(visits.first?.device == nil)
    #expect(visits.first?.departure == Self.start.addingTimeInterval(3600))
    #expect(try await store.places().map(\.name) == ["Home"])
  }

  /// Databases of earlier versions have no zones.
  @Test func aPrivatePlaceWithoutAZoneAlwaysHasTheSame() async throws {
    let directory = try TemporaryDirectory()
    let home = try Place(
      id: "1", name: "Home", region: .circle(around: at(48.1, 11.5), radius: 80), isPrivate: true,
      privacyZone: PrivacyZone(center: at(48.1, 11.5), radius: 500))
    try await store(directory).add(home)
    let path = directory.path("places.sqlite")
    #expect(await eventually { !FileManager.default.fileExists(atPath: path + "-wal") })
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(
      try #require(bytes.range(of: Data("privacyZone".utf8))), with: Data("unknownName".utf8))
    try bytes.write(to: URL(filePath: path))
    let places = try await store(directory).places()
    #expect(places.first?.privacyZone == PrivacyZone(hiding: try at(48.1, 11.5), radius: 80))
    #expect(places.first?.region == home.region)
  }

  @Test func anArrivalAndADepartureAreAVisit() async throws {
    let directory = try TemporaryDirectory()
    let store = store(directory)
    let (home, work) = (try Place.circle("Home"), try Place.circle("Work"))
    for event in [
      event(.initial(isInside: true), home, 0), event(.initial(isInside: false), work, 0),
      event(.stayed(.seconds(600)), home, 0.2), event(.left, home, 1), event(.left, home, 1.5),
      event(.entered, work, 2), event(.entered, work, 2), event(.left, work, 10),
      event(.entered, home, 11), event(.initial(isInside: true), home, 12),
    ] { try await store.record(event) }
    func visit(_ place: String, _ arrival: Double, _ departure: Double?) -> Visit {
      Visit(
        place: place, name: place, arrival: Self.start.addingTimeInterval(3600 * arrival),
        departure: departure.map { Self.start.addingTimeInterval(3600 * $0) })
    }
    #expect(
      try await store.visits()
        == [visit("Home", 0, 1), visit("Work", 2, 10), visit("Home", 11, nil)])
    #expect(try await store.visits(to: "Work") == [visit("Work", 2, 10)])
    let from = Self.start.addingTimeInterval(3600 * 1.2)
    let until = Self.start.addingTimeInterval(3600 * 10.5)
    #expect(try await store.visits(from: from, until: until) == [visit("Work", 2, 10)])
    #expect(try await store.visits(from: until).map(\.place) == ["Home"])
  }
}
