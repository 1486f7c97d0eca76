import Foundation
import LocationCore
import NMEALocation
import TestTurns
import Testing

/// The tracks in Fixtures decode to the truth from which they were made. The truth was written without
/// this decoder.
@Suite(.inTurn) struct FixtureTests {
  /// A gpsd-style TPV as the generator wrote it.
  struct Expected: Decodable {
    var mode: Int
    var status: Int?
    var time: String?
    var lat: Double
    var lon: Double
    var altMSL: Double?
    var altHAE: Double?
    var geoidSep: Double?
    var speed: Double?
    var track: Double?
    var magvar: Double?
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  static func decode(_ bytes: [UInt8], inPiecesOf size: Int? = nil) -> [Fix] {
    var decoder = NMEALocationDecoder(source: FixSource(kind: .replayed, name: "fixture"))
    var fixes: [Fix] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      decoder.decode(Array(rest.prefix(size ?? rest.count))) { update, _ in
        if case .fix(let fix) = update { fixes.append(fix) }
      }
      rest = rest.dropFirst(size ?? rest.count)
    }
    decoder.finish { update, _ in
      if case .fix(let fix) = update { fixes.append(fix) }
    }
    return fixes
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  @Test(arguments: [
    "drive", "midnight", "antimeridian", "poles", "ten-hertz", "noise", "no-fix", "no-date",
    "old-receiver",
  ])
  func eachTrackDecodesToItsTruth(_ name: String) throws {
    let lines = try String(
      contentsOf: Self.folder.appending(path: "\(name).expected.jsonl"), encoding: .utf8
    ).split(separator: "\n")
    let expected = try lines.map {
      try JSONDecoder().decode(Expected.self, from: Data($0.utf8))
    }
    let fixes = Self.decode(try Self.bytes("\(name).nmea"))
    try #require(fixes.count == expected.count)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for (fix, truth) in zip(fixes, expected) {
      #expect(fix.mode?.rawValue == truth.mode)
      #expect(fix.status?.rawValue == truth.status)
      let time = try truth.time.map { try format.parse($0) }
      #expect((fix.timestamp == nil) == (time == nil))
      // A `Date` is a number of seconds in a `Double`, exact to a tenth of a microsecond.
      if let got = fix.timestamp, let time { #expect(abs(got.timeIntervalSince(time)) < 1e-6) }
      #expect(abs(fix.coordinate.latitude - truth.lat) <= 1e-9)
      #expect(abs(fix.coordinate.longitude - truth.lon) <= 1e-9)
      for (got, want, tolerance) in [
        (fix.altitude, truth.altMSL, 1e-6), (fix.ellipsoidalAltitude, truth.altHAE, 1e-6),
        (fix.geoidSeparation, truth.geoidSep, 1e-6), (fix.speed, truth.speed, 1e-3),
        (fix.course, truth.track, 1e-6), (fix.magneticVariation, truth.magvar, 1e-6),
      ] {
        #expect((got == nil) == (want == nil), "\(name) at \(truth.time ?? "no time")")
        if let got, let want { #expect(abs(got - want) <= tolerance) }
      }
    }
  }

  @Test(arguments: ["noise.nmea", "midnight.nmea", "old-receiver.nmea", "no-date.nmea"])
  func everySplitGivesTheSameFixes(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let whole = Self.decode(bytes)
    for size in [1, 2, 3, 7, 64, 1021] {
      #expect(Self.decode(bytes, inPiecesOf: size) == whole, "in pieces of \(size)")
    }
  }

  @Test func aCutAtAnyByteGivesTheSameFixes() throws {
    let bytes = Array(try Self.bytes("noise.nmea").prefix(3_000))
    let whole = Self.decode(bytes)
    #expect(whole.count > 3)
    for cut in 0...bytes.count {
      var decoder = NMEALocationDecoder(source: FixSource(kind: .replayed, name: "fixture"))
      var fixes: [Fix] = []
      let collect = { (update: LocationUpdate) in
        if case .fix(let fix) = update { fixes.append(fix) }
      }
      decoder.decode(Array(bytes[..<cut])) { update, _ in collect(update) }
      decoder.decode(Array(bytes[cut...])) { update, _ in collect(update) }
      decoder.finish { update, _ in collect(update) }
      #expect(fixes == whole, "cut at \(cut)")
    }
  }

  @Test func everyFixtureSaysThatItIsSimulated() throws {
    for name in ["drive", "noise", "old-receiver", "no-date", "poles"] {
      let fixes = Self.decode(try Self.bytes("\(name).nmea"))
      #expect(!fixes.isEmpty)
      #expect(fixes.allSatisfy { $0.isSimulated && $0.isReplayed })
    }
  }
}
