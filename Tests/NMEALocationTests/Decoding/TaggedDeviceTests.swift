import Foundation
import LocationCore
import LocationIO
import LocationReplay
import NMEA0183
import TestSupport
import TestTurns
import Testing

@testable import NMEALocation

/// Several devices behind one gateway, which names them in TAG blocks.
@Suite(.inTurn) struct TaggedDeviceTests {
  /// A cycle of a device: RMC, which states place and speed, and GGA with the altitude.
  private func cycle(
    _ second: Int, north minutes: Int, block: (Int) -> String, altitude: Int = 100
  ) -> [String] {
    let time = "1200\(second < 10 ? "0" : "")\(second)"
    let place = "48\(minutes).0000,N,01131.0000,E"
    return [
      block(1) + sentence("GPRMC,\(time),A,\(place),022.4,084.4,040724,,,A"),
      block(2) + sentence("GPGGA,\(time),\(place),1,08,0.9,\(altitude).0,M,46.9,M,,"),
    ]
  }

  private func from(_ name: String) -> (Int) -> String {
    { _ in tagBlock("s:\(name),c:1720094400") }
  }

  private func updates(
    _ lines: [String], kind: FixSource.Kind = .replayed, chunk: Int = .max
  ) -> (updates: [LocationUpdate], counters: NMEACounters) {
    var decoder = NMEALocationDecoder(source: FixSource(kind: kind, name: "test"))
    var updates: [LocationUpdate] = []
    var bytes = Array(lines.joined().utf8)[...]
    while !bytes.isEmpty {
      decoder.decode(Array(bytes.prefix(chunk))) { update, _ in updates.append(update) }
      bytes = bytes.dropFirst(chunk)
    }
    decoder.finish { update, _ in updates.append(update) }
    return (updates, decoder.counters)
  }

  private func fixes(_ lines: [String], chunk: Int = .max) -> [Fix] {
    updates(lines, chunk: chunk).updates.compactMap(\.fix)
  }

  /// The sentences of lists in turns.
  private func interleaved(_ lists: [String]...) -> [String] {
    (0..<(lists.map(\.count).max() ?? 0)).flatMap { index in
      lists.compactMap { index < $0.count ? $0[index] : nil }
    }
  }

  private func track(_ name: String, north minutes: Int) -> [String] {
    (0..<8).flatMap { cycle($0, north: minutes + $0, block: from(name), altitude: minutes) }
  }

  @Test(arguments: [Int.max, 1, 7, 100]) func eachSourceIsADevice(chunk: Int) {
    let (one, two) = (track("bow", north: 10), track("stern", north: 30))
    let both = fixes(interleaved(one, two), chunk: chunk)
    #expect(Set(both.map(\.source.device)) == ["bow", "stern"])
    for (name, own) in [("bow", one), ("stern", two)] {
      let alone = fixes(own)
      #expect(alone.count == 8)
      #expect(both.filter { $0.source.device == name } == alone)
    }
    #expect(both.allSatisfy { $0.altitude != nil && $0.speed != nil })
  }

  @Test func fixesComeInTheOrderOfTheirEnds() {
    let seen = fixes(interleaved(track("bow", north: 10), track("stern", north: 30)))
    #expect(seen.prefix(4).map(\.source.device) == ["bow", "stern", "bow", "stern"])
    // The device without a name came first, and its epochs were collected until the other one came.
    let later = fixes(
      (0..<4).flatMap { cycle($0, north: 50 + $0) { _ in "" } } + track("bow", north: 10))
    #expect(later.prefix(5).map(\.source.device) == [nil, nil, nil, "bow", "bow"])
  }

  @Test func sentencesWithoutASourceAreOfADeviceWithoutAName() {
    let untagged = (0..<8).flatMap { cycle($0, north: 30 + $0) { _ in "" } }
    let seen = fixes(interleaved(track("bow", north: 10), untagged))
    #expect(seen.count == 16)
    #expect(seen.filter { $0.source.device == nil } == fixes(untagged))
  }

  @Test func onlyTheFirstSentenceOfAGroupNamesItsSource() {
    func grouped(_ name: String, _ minutes: Int, id: Int) -> [String] {
      (0..<4).flatMap { second in
        cycle(second, north: minutes + second) { part in
          // Gateways count groups to 99 and begin again.
          tagBlock("g:\(part)-2-\(id + second)" + (part == 1 ? ",s:\(name)" : ""))
        }
      }
    }
    let seen = fixes(interleaved(grouped("bow", 10, id: 1), grouped("stern", 30, id: 3)))
    #expect(seen.count == 8)
    #expect(seen.allSatisfy { $0.source.device != nil && $0.altitude != nil })
  }

  @Test(arguments: [("s:", "s:x"), ("s:", "s?"), ("\\", "?"), ("\\$", "?$")])
  func aSentenceWithADamagedBlockIsOfNoDevice(old: String, new: String) {
    var lines = interleaved(track("bow", north: 10), track("stern", north: 30))
    lines[6] = lines[6].replacing(old, with: new)
    let (seen, counters) = updates(lines)
    #expect(counters.sentencesOfUnknownDevices == 1)
    #expect(counters.badSentences == 0)
    #expect(seen.allSatisfy { $0.fix?.source.device != nil })
    // Its epoch has the rest.
    #expect(seen.compactMap(\.fix).count == 16)
    #expect(seen.compactMap(\.fix).count { $0.altitude == nil } == 1)
    // Without sources, a damaged block changes nothing.
    let plain = (0..<4).flatMap { cycle($0, north: 10 + $0) { _ in "\\c:1720094400*00\\" } }
    #expect(updates(plain).counters.sentencesOfUnknownDevices == 0)
    #expect(fixes(plain).count == 4)
  }

  @Test func aBadSentenceOfNoDeviceIsBad() {
    let lines = interleaved(track("bow", north: 10), track("stern", north: 30))
    let bad =
      tagBlock("s:bow").replacing("s:", with: "s:x")
      + sentence("GPGGA,123519,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    let (_, counters) = updates(lines + [bad])
    #expect(counters.sentencesOfUnknownDevices == 1)
    #expect(counters.badSentences == 1)
  }

  @Test func aStreamThatInventsSourcesIsBounded() {
    let lines = (0..<300).flatMap { cycle(1, north: 10, block: from("device\($0)")) }
    let (seen, counters) = updates(lines)
    #expect(Set(seen.compactMap(\.fix?.source.device)).count == 255)
    #expect(counters.sentencesOfUnknownDevices == 2 * 45)
    // The stations of AIS are no devices.
    let stations = (0..<300).map { index in
      tagBlock("s:\(index)") + "!AIVDM,1,1,,A,13aDp<PP000IwSlN?Wm@0?wN2<1T,0*29\r\n"
    }
    #expect(updates(stations + track("bow", north: 10)).counters.sentencesOfUnknownDevices == 0)
  }

  @Test func satellitesAndLossesHaveTheirDevice() {
    let lost =
      sentence("GPRMC,120008,V,,,,,,,040724,,,N") + from("bow")(2)
      + sentence("GPGGA,120008,,,,,0,,,,,,,,")
    let gsv = sentence("GPGSV,1,1,01,04,40,083,46")
    let seen = updates(
      track("bow", north: 10) + [from("bow")(1) + lost, from("bow")(1) + gsv]
        + track("stern", north: 30)
    ).updates
    guard case .sky(let sky)? = seen.first(where: { if case .sky = $0 { true } else { false } }),
      case .fixLost(let loss)? = seen.first(where: { $0.loss != nil })
    else {
      Issue.record("\(seen)")
      return
    }
    #expect(sky.source.device == "bow" && loss.source.device == "bow")
  }

  @Test func aRecordingAdvancesByTheClockOfEachDevice() async throws {
    // The other clock is an hour ahead. Steps from one device to the other are none.
    let ahead = track("stern", north: 30).map { $0.replacing("GPRMC,12", with: "GPRMC,13") }
      .enumerated().filter { $0.offset % 2 == 0 }.map(\.element).map(resealed)
    let lines = interleaved(track("bow", north: 10), ahead)
    let reader = try NMEATrackReader(DataByteSource(bytes: Array(lines.joined().utf8)))
    var positions: [Duration] = []
    while let item = try await reader.next() { positions += [item.position].compactMap { $0 } }
    #expect(positions.count == 16)
    #expect(positions == positions.sorted())
    #expect(positions.last == .seconds(7))
  }

  /// The line with the right checksum.
  private func resealed(_ line: String) -> String {
    let parts = line.split(separator: "$", maxSplits: 1)
    return parts[0] + sentence(String(parts[1].prefix { $0 != "*" }))
  }

  @Test func aLiveLineIsJoinedInTheMiddleOfTheCycleOfEachDevice() throws {
    let lines = interleaved(track("bow", north: 10), track("stern", north: 30)).dropFirst(2)
    let source = ScriptedByteSource(.success([.joined] + lines.map { .bytes($0) } + [.end]))
    var session = LiveSession(
      source: FixSource(kind: .live, name: source.name),
      timing: LiveTiming(quiet: .milliseconds(250), silence: .seconds(5)), decoders: [:],
      log: SourceLog(source: source.name, logger: nil),
      clock: DatedClock { Date(timeIntervalSince1970: 0) })
    var fixes: [Fix] = []
    try session.run(try source.open()) { said, _ in fixes += said.compactMap(\.fix) }
    for device in ["bow", "stern"] {
      let own = fixes.filter { $0.source.device == device }
      #expect(own.count == 7)
      #expect(own.allSatisfy { $0.altitude != nil && $0.speed != nil })
    }
  }
}
