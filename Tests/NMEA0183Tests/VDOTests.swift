import NMEA0183
import TestTurns
import TestValues
import Testing

@Suite(.inTurn) struct VDOTests {
  /// The armored message of numbers and their lengths in bits.
  private func message(_ fields: [(value: Int, bits: Int)]) -> String {
    var bits = fields.flatMap { field in
      (0..<field.bits).reversed().map { field.value >> $0 & 1 }
    }
    bits += Array(repeating: 0, count: (6 - bits.count % 6) % 6)
    let characters = stride(from: 0, to: bits.count, by: 6).map { start in
      let six = bits[start..<start + 6].reduce(0) { $0 << 1 | $1 }
      return UInt8(six < 40 ? six + 48 : six + 56)
    }
    return String(decoding: characters, as: UTF8.self)
  }

  private func report(
    type: Int = 1, latitude: Int, longitude: Int, speed: Int = 1023, course: Int = 3600,
    heading: Int = 511, second: Int = 60
  ) -> String {
    let before = type < 18 ? [(value: 0, bits: 4), (value: 128, bits: 8)] : [(value: 0, bits: 8)]
    return message(
      [(value: type, bits: 6), (value: 0, bits: 2), (value: 211_234_560, bits: 30)] + before + [
        (value: speed, bits: 10), (value: 1, bits: 1), (value: longitude, bits: 28),
        (value: latitude, bits: 27), (value: course, bits: 12), (value: heading, bits: 9),
        (value: second, bits: 6), (value: 0, bits: 25),
      ])
  }

  private func frame(_ type: String, _ message: String, fillBits: String = "0") -> [UInt8] {
    Array(("!" + sealed("AI\(type),1,1,,A,\(message),\(fillBits)").dropFirst() + "\r\n").utf8)
  }

  private func sentence(_ bytes: [UInt8]) throws -> Sentence {
    try #require(decodeAll(bytes).first).get()
  }

  @Test(arguments: [1, 2, 3, 18, 19])
  func theOwnVesselsReportIsRead(type: Int) throws {
    let bytes = frame(
      "VDO",
      report(
        type: type, latitude: -28_870_228, longitude: 6_910_000, speed: 123, course: 844,
        heading: 90, second: 17))
    guard case .vdo(let vdo) = try sentence(bytes).payload else {
      Issue.record("no VDO")
      return
    }
    #expect(vdo.messageType == type)
    #expect(vdo.vessel == 211_234_560)
    #expect(vdo.latitude == -28_870_228 / 600_000.0)
    #expect(vdo.longitude == 6_910_000 / 600_000.0)
    #expect(vdo.speed == 12.3)
    #expect(vdo.course == 84.4)
    #expect(vdo.heading == 90)
    #expect(vdo.second == 17)
    #expect(vdo.isAccurate == true)
  }

  @Test func valuesThatAreNotAvailableAreNil() throws {
    let bytes = frame("VDO", report(latitude: 91 * 600_000, longitude: 181 * 600_000))
    guard case .vdo(let vdo) = try sentence(bytes).payload else {
      Issue.record("no VDO")
      return
    }
    #expect(vdo.latitude == nil && vdo.longitude == nil && vdo.speed == nil && vdo.course == nil)
    #expect(vdo.heading == nil && vdo.second == nil)
  }

  @Test func otherVesselsAreNotRead() throws {
    let bytes = frame("VDM", report(latitude: 28_870_228, longitude: 6_910_000))
    #expect(try sentence(bytes).payload == .unknown)
    #expect(try decode("AIVDO,1,1,,A,\(report(latitude: 1, longitude: 1)),0").payload == .unknown)
  }

  @Test func zeroToFiveBitsFillAMessage() throws {
    let whole = report(latitude: 28_870_228, longitude: 6_910_000)
    // The latitude ends at the bit 116.
    for (count, fillBits, isWhole) in [
      (20, "", true), (20, "4", true), (20, "5", false), (19, "0", false),
    ] {
      let bytes = frame("VDO", String(whole.prefix(count)), fillBits: fillBits)
      guard case .vdo(let vdo) = try sentence(bytes).payload else {
        Issue.record("no VDO: \(count) characters, \(fillBits) bits")
        continue
      }
      #expect((vdo.latitude != nil) == isWhole, "\(count) characters, \(fillBits) bits")
    }
    for fillBits in ["6", "20"] {
      #expect(throws: SentenceError(field: 6, reason: .malformed)) {
        try sentence(frame("VDO", whole, fillBits: fillBits))
      }
    }
  }

  @Test func aMessageThatIsShortOrDamagedStatesNothing() throws {
    let whole = report(latitude: 28_870_228, longitude: 6_910_000)
    for count in 1..<whole.utf8.count {
      guard case .vdo(let vdo) = try sentence(frame("VDO", String(whole.prefix(count)))).payload
      else {
        Issue.record("no VDO: \(count) characters")
        continue
      }
      #expect(vdo.latitude == (count * 6 < 116 ? nil : 28_870_228 / 600_000.0))
    }
    for text in ["", "15>X", "15z"] {
      #expect(throws: SentenceError(field: 5, reason: .malformed)) {
        try sentence(frame("VDO", text))
      }
    }
  }

  private func epochs(_ frames: [[UInt8]]) -> [NavigationEpoch] {
    var assembler = EpochAssembler()
    var seen: [NavigationEpoch] = []
    for case .success(let sentence) in decodeAll(frames.flatMap { $0 }) {
      assembler.add(sentence) { epoch, _ in seen.append(epoch) }
    }
    assembler.flush { epoch, _ in seen.append(epoch) }
    return seen
  }

  @Test func aTransponderWithoutAReceiverBesideItStatesThePosition() {
    let seen = epochs([
      frame("VDO", report(latitude: 28_870_228, longitude: 6_910_000, speed: 50, second: 1)),
      frame("VDO", report(latitude: 28_870_229, longitude: 6_910_000, second: 62)),
      frame("VDO", report(latitude: 28_870_229, longitude: 6_910_000, second: 63)),
      frame("VDO", report(latitude: 91 * 600_000, longitude: 181 * 600_000)),
    ])
    #expect(seen.map(\.hasFix) == [true, true, false, false])
    #expect(seen[0].speed == 5)
    #expect(seen[0].time == nil && seen[0].date == nil)
    #expect(seen[1].mode == .estimated)
    #expect(seen[2].latitude == nil)
  }

  @Test func besideAReceiverATransponderCountsForNothing() {
    let gga = stream("GPGGA,123519,4807.038,N,01131.000,E,0,00,,,M,,M,,")
    let vdo = frame("VDO", report(latitude: 28_870_228, longitude: 6_910_000, heading: 5))
    #expect(epochs([gga, vdo, vdo]) == epochs([gga]))
  }
}
