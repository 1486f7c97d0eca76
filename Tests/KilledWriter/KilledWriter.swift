import LocationCore
import LocationPOSIX
import LocationPlaces
import LocationPublishing
import LocationTracks

/// Writes items to a file, and a line with the name of each one when the file has it. Tests run it, and kill it.
/// It ends after many items, because a test that was killed itself would leave it running.
///
///     killed-writer FORMAT-OF-A-RECORDING FILE FIRST
///     killed-writer geojson-places|sqlite-places FILE FIRST COUNT PREFIX
///     killed-writer journal FILE FIRST
@main
struct KilledWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let first = Int(arguments[3]) else { exit(64) }
    let path = arguments[2]
    let count = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 50_000
    let numbers = first..<first + count
    switch arguments[1] {
    case "journal": try append(numbers, toJournal: path)
    case "geojson-places":
      try await add(numbers, to: GeoJSONPlaceStore(path: path), prefix: arguments[5])
    case "sqlite-places":
      try await add(numbers, to: SQLitePlaceStore(path: path), prefix: arguments[5])
    case let name:
      guard let format = RecordingFormat(name: name) else { exit(64) }
      try record(numbers, to: LocationRecorder(path: path, format: format))
    }
  }

  /// The latitude of a fix is its number, in millionths of a degree.
  private static func record(_ numbers: Range<Int>, to recorder: LocationRecorder) throws {
    for number in numbers {
      let place = try Coordinate(latitude: Double(number) / 1e6, longitude: 1)
      var fix = Fix(coordinate: place, source: FixSource(kind: .live, name: "test"))
      fix.timestamp = Date(timeIntervalSince1970: 1_740_787_200 + Double(number))
      try recorder.record(.fix(fix))
      confirm("\(number)")
    }
  }

  private static func add(
    _ numbers: Range<Int>, to store: some PlaceStore, prefix: String
  ) async throws {
    for number in numbers {
      let id = "\(prefix)\(number)"
      let center = try Coordinate(latitude: 10, longitude: Double(number % 1000) / 10)
      try await store.add([Place(id: id, name: id, region: .circle(around: center, radius: 50))])
      confirm(id)
    }
  }

  /// Every second message is delivered.
  private static func append(_ numbers: Range<Int>, toJournal path: String) throws {
    var journal = try PublishingJournal(path: path)
    for number in numbers {
      let time = Date(timeIntervalSince1970: Double(number))
      try journal.append(
        PublishedMessage(kind: .location, createdAt: time, payload: Array("\(number)".utf8)))
      confirm("\(number)")
      if number % 2 == 0 { try journal.removeFirst() }
    }
  }

  private static func confirm(_ name: String) {
    let line = Array("\(name)\n".utf8)
    // One write, so that a kill leaves no half of a line.
    guard write(1, line, line.count) == line.count else { exit(74) }
  }
}
