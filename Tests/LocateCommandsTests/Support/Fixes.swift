import Foundation
import LocationCore

@testable import LocateCommands

extension FixSource {
  static let live = FixSource(kind: .live, name: "serial:/dev/ttyACM0")
  static let replayed = FixSource(kind: .replayed, name: "file:drive.nmea")
}

extension Fix {
  /// A fix of which only the place is known.
  static func bare(
    _ latitude: Double = 48.1173, _ longitude: Double = 11.5167,
    source: FixSource = .replayed
  ) throws -> Fix {
    Fix(
      coordinate: try Coordinate(latitude: latitude, longitude: longitude), source: source)
  }

  /// A fix of which everything is known.
  static func full(source: FixSource = .replayed) throws -> Fix {
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
    fix.dilution.horizontal = 0.9
    fix.dilution.vertical = 1.4
    fix.dilution.position = 1.7
    return fix
  }

  /// The same fix with an accuracy in meters.
  func accurate(to meters: Double) -> Fix {
    var fix = self
    fix.errors.horizontal = meters
    return fix
  }
}

extension LocationWriter {
  /// The whole document that the writer makes of some updates.
  mutating func document(_ updates: [LocationUpdate]) -> String {
    var text = ByteText()
    begin(into: &text)
    for update in updates { write(update, into: &text) }
    end(into: &text)
    return text.string
  }
}

/// Logs of ours.
enum Logs {
  /// Three seconds of a drive, the middle one without a fix.
  static let drive = log(
    "$GPRMC,120000.00,A,4807.03800,N,01131.00000,E,10.000,84.40,010325,,,A*63",
    "$GPGGA,120000.00,4807.03800,N,01131.00000,E,1,08,0.90,545.4,M,46.9,M,,*57",
    "$GPRMC,120001.00,V,,,,,,,010325,,,N*7A",
    "$GPGGA,120001.00,,,,,0,00,,,M,,M,,*4A",
    "$GPRMC,120002.00,A,4807.04000,N,01131.00000,E,10.000,84.40,010325,,,A*6E",
    "$GPGGA,120002.00,4807.04000,N,01131.00000,E,1,08,0.90,545.4,M,46.9,M,,*5A")

  /// A receiver that has no fix.
  static let withoutFix = log(
    "$GPRMC,120001.00,V,,,,,,,010325,,,N*7A",
    "$GPGGA,120001.00,,,,,0,00,,,M,,M,,*4A")

  private static func log(_ sentences: String...) -> String {
    sentences.map { $0 + "\r\n" }.joined()
  }
}
