import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct PackedFixesTests {
  /// A fix with all values, each of them different.
  private func fullFix() throws -> Fix {
    var fix = Fix(
      coordinate: try Coordinate(latitude: -12.345678901, longitude: 98.765432109), mode: .threeD,
      source: FixSource(kind: .live, name: "gpsd://localhost", device: "/dev/ttyACM0"))
    fix.timestamp = Date(timeIntervalSinceReferenceDate: 1.25)
    fix.timeOfDay = 2
    fix.receivedAt = Date(timeIntervalSinceReferenceDate: 3)
    fix.altitude = 4
    fix.ellipsoidalAltitude = 5
    fix.geoidSeparation = 6
    fix.pressureAltitude = 7
    fix.speed = 8
    fix.course = 9
    fix.heading = 10
    fix.magneticVariation = -11
    fix.climb = -0.0
    fix.errors.horizontal = 13
    fix.errors.latitude = 14
    fix.errors.longitude = 15
    fix.errors.vertical = 16
    fix.errors.spherical = 17
    fix.errors.speed = 18
    fix.errors.course = 19
    fix.errors.climb = 20
    fix.errors.time = 21
    fix.status = .precise
    fix.derived = [.course, .position]
    fix.differentialAge = 22
    fix.differentialStation = 23
    fix.satellitesUsed = .max
    fix.dilution.geometric = 24
    fix.dilution.position = 25
    fix.dilution.horizontal = 26
    fix.dilution.vertical = 27
    fix.dilution.time = 28
    fix.dilution.longitude = 29
    fix.dilution.latitude = 30
    fix.batteryLevel = 31
    fix.original = fix
    return fix
  }

  /// The names of the properties that are `nil`, also those of structs in a value.
  private func unset(in value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { child -> [String] in
      // A point of a track carries no bytes of a receiver.
      if child.label == "_sentences" { return [] }
      let mirror = Mirror(reflecting: child.value)
      if mirror.displayStyle == .optional, mirror.children.isEmpty { return [child.label ?? ""] }
      return mirror.displayStyle == .struct ? unset(in: child.value) : []
    }
  }

  @Test func everyValueOfAFixComesBack() throws {
    let full = try fullFix()
    #expect(unset(in: full).isEmpty, "a new value of a fix belongs into this test and PackedFixes")
    let empty = Fix(coordinate: try Coordinate(latitude: 90, longitude: -180), source: .replayed)
    var other = full
    other.source.device = nil
    other.speed = nil
    other.status = nil
    var packed = PackedFixes()
    let document = OriginalDocument(attributes: [])
    var sensors = SensorValues()
    (sensors.heartRate, sensors.temperature) = (150, -8.5)
    let points = [
      TrackPoint(full), TrackPoint(empty, name: "Peak"), TrackPoint(other),
      TrackPoint(
        full, name: nil, sensors: sensors, original: OriginalElement([1, 2], in: document)),
      TrackPoint(empty, sensors: sensors),
    ]
    for point in points { packed.append(point) }
    #expect(packed.count == 5)
    #expect((0..<5).map { packed[$0] } == points)
    #expect(packed.coordinates == [full, empty, other, full, empty].map(\.coordinate))
  }

  @Test func tracksAreSimplifiedWhileTheyAreRead() throws {
    var all = TrackCollector()
    var simplified = TrackCollector(tolerance: 20)
    for index in 0..<300 {
      let item: TrackItem
      if index == 100 {
        item = TrackItem(.segmentStart)
      } else if index == 200 {
        item = TrackItem(.trackStart(TrackTitle(name: "Later")))
      } else {
        let coordinate = try Coordinate(
          latitude: 48 + Double(index % 7) * 1e-4, longitude: 11 + Double(index) * 1e-4)
        var fix = Fix(coordinate: coordinate, source: .replayed)
        fix.source.device = index % 2 == 0 ? "a" : "b"
        item = TrackItem(.update(.fix(fix)))
      }
      all.append(item)
      simplified.append(item)
    }
    let expected = all.collection.tracks.map { $0.simplified(tolerance: 20) }
    #expect(simplified.collection.tracks == expected)
    #expect(simplified.collection.count < all.collection.count)
    #expect(simplified.count == 298)
  }
}
