import Foundation
import LocationCore
import LocationTracks
import NMEALocation
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct NMEAWriterTests {
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
      #expect(fix.timeOfDay == copy.timeOfDay)
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

  /// gpsd's views of the sky have no time, and its fixes have the values of their views.
  @Test func aSkyWithoutATimeComesWithTheFixThatHasItsValues() throws {
    let source = FixSource(kind: .live, name: "gpsd://localhost", device: "/dev/gps0")
    var satellite = Satellite(prn: 7, constellation: .gps, id: 7)
    satellite.isUsed = true
    var sky = SkyView(satellites: [satellite], source: source)
    sky.dilution.horizontal = 0.9
    var fix = Fix(coordinate: try Coordinate(latitude: 48, longitude: 11), source: source)
    fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600)
    fix.satellitesUsed = 1
    fix.dilution.horizontal = 0.9
    var other = fix
    other.dilution.horizontal = 1.1
    var foreign = fix
    foreign.source.device = "/dev/gps1"
    for (fix, isOfSky) in [(fix, true), (other, false), (foreign, false)] {
      var writer = TrackWriter(.nmea)
      #expect(writer.document([.sky(sky), .fix(fix)]).contains("GSV,") == isOfSky)
    }
  }

  @Test func threeDimensionsWithoutAnAltitudeStayThree() throws {
    for mode in [FixMode.twoD, .threeD] {
      var fix = try Fix.bare(source: .replayed)
      fix.mode = mode
      fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600)
      var writer = TrackWriter(.nmea)
      let copies = updates(of: Array(writer.document([.fix(fix)]).utf8)).compactMap(\.asFix)
      #expect(copies.map(\.mode) == [mode])
    }
  }

  @Test func aLostFixIsVoidAndHasNoPlace() {
    let loss = FixLoss(
      reason: .noFix, timestamp: Date(timeIntervalSince1970: 1_735_689_600.25), source: .replayed)
    var writer = TrackWriter(.nmea)
    let text = writer.document([.fixLost(loss)])
    #expect(text.contains("RMC,000000.25,V,,,,,,,010125,"))
    #expect(text.contains("GGA,000000.25,,,,,0,"))
  }

  @Test func aTimeWithoutADateIsWrittenWithoutADate() throws {
    var fix = try Fix.bare(source: .replayed)
    fix.timeOfDay = 63_000.25
    var loss = FixLoss(reason: .noFix, source: .replayed)
    loss.timeOfDay = 86_400.5
    var writer = TrackWriter(.nmea)
    let text = writer.document([.fix(fix), .fixLost(loss)])
    #expect(text.contains("GGA,173000.25,"))
    #expect(text.contains("RMC,173000.25,A,4807.03800,N,01131.00200,E,,,,,,"))
    #expect(text.contains("RMC,235960.50,V,,,,,,,,"))
    #expect(!text.contains("ZDA"))
    #expect(updates(of: Array(text.utf8)).compactMap(\.asFix).map(\.timeOfDay) == [63_000.25])
  }

  @Test func severalReceiversStayApart() throws {
    let names = ["/dev/ttyACM0", "/dev/ttyACM1", "fleet/a van, with a long name", "größe"]
    var before: [LocationUpdate] = []
    for second in 0..<4 {
      for (index, name) in names.enumerated() {
        let source = FixSource(kind: .live, name: "gpsd://localhost", device: name)
        var fix = try Fix.bare(source: source)
        fix.coordinate = try Coordinate(latitude: Double(index), longitude: Double(second))
        fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600 + Double(second))
        var satellite = Satellite(prn: index + 1, constellation: .gps, id: index + 1)
        satellite.isUsed = true
        var sky = SkyView(satellites: [satellite], source: source)
        sky.timestamp = fix.timestamp
        before += [.sky(sky), .fix(fix)]
      }
    }
    // The skies come first, as when the cycles of receivers overlap.
    before = stride(from: 0, to: before.count, by: 8).flatMap { start in
      let round = before[start..<start + 8]
      return round.filter { $0.asFix == nil } + round.filter { $0.asFix != nil }
    }
    var writer = TrackWriter(.nmea)
    let text = writer.document(before)
    let after = updates(of: Array(text.utf8))
    // The first receiver has no TAG block, because few programs read these.
    #expect(text.hasPrefix("$") && text.contains("\r\n\\s:/dev/ttyACM1*"))
    let devices = [nil, "/dev/ttyACM1", "device3", "device4"]
    for (index, device) in devices.enumerated() {
      let fixes = after.compactMap(\.asFix).filter { $0.source.device == device }
      #expect(fixes.map(\.coordinate.longitude) == [0, 1, 2, 3])
      #expect(fixes.allSatisfy { $0.coordinate.latitude == Double(index) })
      let skies = after.compactMap { update -> SkyView? in
        if case .sky(let sky) = update, sky.source.device == device { sky } else { nil }
      }
      #expect(skies.map { $0.satellites.map(\.prn) } == Array(repeating: [index + 1], count: 4))
    }
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
