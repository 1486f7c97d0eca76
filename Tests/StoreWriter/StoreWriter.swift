import LocationCore
import LocationPOSIX
import LocationPlaces

/// Adds places to a store, and writes a line with the id of each one when the store has confirmed it.
/// Tests run it, and kill it.
///
///     store-writer geojson|sqlite FILE PREFIX FIRST COUNT
@main
struct StoreWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let first = Int(arguments[4]), let count = Int(arguments[5]) else {
      exit(64)
    }
    let store: any PlaceStore =
      arguments[1] == "sqlite"
      ? SQLitePlaceStore(path: arguments[2]) : GeoJSONPlaceStore(path: arguments[2])
    for number in first..<first + count {
      let id = "\(arguments[3])\(number)"
      let center = try Coordinate(latitude: 10, longitude: Double(number % 1000) / 10)
      try await store.add(
        [Place(id: id, name: id, region: .circle(around: center, radius: 50))])
      let line = Array("\(id)\n".utf8)
      // One write, so that a kill leaves no half of a line.
      guard write(1, line, line.count) == line.count else { exit(74) }
    }
  }
}
