private import Foundation
package import LocationCore
package import LocationTracks

extension FixSource {
  package static let live = FixSource(kind: .live, name: "serial:/dev/ttyACM0")
  package static let replayed = FixSource(kind: .replayed, name: "file:drive.nmea")
}

extension Fix {
  /// A fix with a place and nothing else.
  package static func bare(
    _ latitude: Double = 48.1173, _ longitude: Double = 11.5167,
    source: FixSource = .replayed
  ) throws -> Fix {
    Fix(
      coordinate: try Coordinate(latitude: latitude, longitude: longitude), source: source)
  }

  /// A fix with a value in every member.
  package static func full(source: FixSource = .replayed) throws -> Fix {
    var fix = try bare(-33.856784, 151.215297, source: source)
    fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600.25)
    fix.altitude = 545.4
    fix.ellipsoidalAltitude = 592.3
    fix.geoidSeparation = 46.9
    fix.speed = 13.123
    fix.course = 84.4
    fix.heading = 83
    fix.magneticVariation = -3.1
    fix.climb = -0.5
    fix.errors.horizontal = 4
    fix.errors.latitude = 2.5
    fix.errors.longitude = 3.1
    fix.errors.vertical = 7
    fix.errors.spherical = 8.1
    fix.errors.speed = 0.2
    fix.errors.course = 1.5
    fix.errors.climb = 0.4
    fix.errors.time = 0.005
    fix.mode = .threeD
    fix.status = .differential
    fix.differentialAge = 2.5
    fix.differentialStation = 120
    fix.satellitesUsed = 8
    fix.batteryLevel = 76
    fix.dilution.horizontal = 0.9
    fix.dilution.vertical = 1.4
    fix.dilution.position = 1.7
    return fix
  }

  /// This fix with another accuracy in meters.
  package func accurate(to meters: Double) -> Fix {
    var fix = self
    fix.errors.horizontal = meters
    return fix
  }
}

extension TrackWriter {
  /// The whole document that a writer makes of some updates.
  package mutating func document(_ updates: [LocationUpdate]) -> String {
    for update in updates { write(update) }
    end()
    return String(decoding: takeBytes(), as: UTF8.self)
  }
}
