import Foundation
import LocationCore
import LocationTracks
import NMEALocation
import TestSupport
import Testing

@Suite struct NMEAWriterTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  private func updates(of log: [UInt8]) -> [LocationUpdate] {
    var decoder = NMEALocationDecoder(source: .replayed)
    var updates: [LocationUpdate] = []
    decoder.decode(log) { update, _ in updates.append(update) }
    decoder.finish { update, _ in updates.append(update) }
    return updates
  }

  @Test(arguments: ["drive", "midnight", "antimeridian", "poles", "no-date"])
  func whatIsWrittenReadsAsWhatItWas(_ name: String) throws {
    let log = try Data(contentsOf: Self.fixtures.appending(path: "\(name).nmea"))
    let before = updates(of: [UInt8](log))
    var writer = TrackWriter(.nmea)
    let after = updates(of: Array(writer.document(before).utf8))
    let (fixes, again) = (before.compactMap(\.asFix), after.compactMap(\.asFix))
    try #require(fixes.count == again.count)
    #expect(!fixes.isEmpty)
    for (fix, copy) in zip(fixes, again) {
      #expect(fix.timestamp == copy.timestamp)
      #expect(fix.mode == copy.mode)
      #expect(fix.status == copy.status)
      #expect(copy.coordinate.distance(to: fix.coordinate) < 0.001)
      #expect(fix.altitude == copy.altitude)
      #expect(fix.satellitesUsed == copy.satellitesUsed)
      #expect((fix.speed == nil) == (copy.speed == nil))
      if let speed = fix.speed, let copied = copy.speed { #expect(abs(speed - copied) < 0.001) }
      #expect((fix.course == nil) == (copy.course == nil))
    }
  }

  @Test func satellitesComeWithTheFixOfTheirInstantOnly() throws {
    let log = try Data(contentsOf: Self.fixtures.appending(path: "drive.nmea"))
    let before = updates(of: [UInt8](log))
    var writer = TrackWriter(.nmea)
    let after = updates(of: Array(writer.document(before).utf8))
    let views = { (updates: [LocationUpdate]) in
      updates.compactMap { if case .sky(let view) = $0 { view.satellites.count } else { nil } }
    }
    #expect(views(before) == views(after))
    #expect(!views(before).isEmpty)
  }

  @Test func aLostFixIsVoidAndHasNoPlace() {
    let loss = FixLoss(
      reason: .noFix, timestamp: Date(timeIntervalSince1970: 1_735_689_600.25), source: .replayed)
    var writer = TrackWriter(.nmea)
    let text = writer.document([.fixLost(loss)])
    #expect(text.contains("RMC,000000.25,V,,,,,,,010125,"))
    #expect(text.contains("GGA,000000.25,,,,,0,"))
  }

  @Test func aSimulatedSourceIsWrittenAsSimulated() throws {
    var writer = TrackWriter(.nmea)
    let fix = try Fix.bare(source: FixSource(kind: .simulated, name: "sim:walk"))
    let copies = updates(of: Array(writer.document([.fix(fix)]).utf8)).compactMap(\.asFix)
    #expect(copies.map { $0.status } == [.simulated])
  }
}

extension LocationUpdate {
  fileprivate var asFix: Fix? { if case .fix(let fix) = self { fix } else { nil } }
}
