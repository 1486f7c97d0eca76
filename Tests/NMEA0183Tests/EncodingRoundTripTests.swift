import NMEA0183
import TestTurns
import TestValues
import Testing

@Suite(.inTurn) struct EncodingRoundTripTests {
  enum Style: CaseIterable { case usual, exact, fine }

  private static var fine: SentenceEncoder {
    var encoder = SentenceEncoder()
    encoder.maximumLength = nil
    encoder.timeDecimals = 0...3
    encoder.minuteDecimals = 7...7
    encoder.speed = .fixed(3, integerDigits: 3)
    encoder.angle = NumberFormat(integerDigits: 3, decimals: 1...2)
    encoder.altitude = .fixed(3)
    encoder.dilution = .fixed(1, integerDigits: 2)
    encoder.error = .fixed(0)
    return encoder
  }

  @Test(arguments: SentenceEncoder.Version.allCases, Style.allCases)
  func aWrittenSentenceReadsBackTheSame(version: SentenceEncoder.Version, style: Style) throws {
    var encoder =
      switch style {
      case .usual: SentenceEncoder()
      case .exact: SentenceEncoder.exact
      case .fine: Self.fine
      }
    encoder.version = version
    var generator = SentenceGenerator(encoder, seed: UInt64(encoder.version.rawValue))
    var unbounded = encoder
    unbounded.maximumLength = nil
    var seen = 0
    for _ in 0..<60 {
      for payload in generator.payloads() {
        let sentence = try #require(Sentence(talker: .combined, payload: payload))
        var bytes: [UInt8] = []
        try unbounded.encode(sentence, into: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text == sealed(bare(text)) + "\r\n")
        let decoded = decodeAll(bytes)
        guard decoded == [.success(sentence)] else {
          Issue.record("\(text.dropLast(2)): \(decoded), not \(sentence)")
          return
        }
        seen += 1
      }
    }
    #expect(seen > 1000)
  }

  @Test(arguments: SentenceEncoder.Version.allCases)
  func nothingIsLongerThanAllowed(version: SentenceEncoder.Version) throws {
    var encoder = SentenceEncoder()
    encoder.version = version
    var unbounded = encoder
    unbounded.maximumLength = nil
    var generator = SentenceGenerator(encoder, seed: 82)
    var (short, long) = (0, 0)
    for _ in 0..<100 {
      for payload in generator.payloads() {
        let sentence = try #require(Sentence(talker: .gps, payload: payload))
        var whole: [UInt8] = []
        try unbounded.encode(sentence, into: &whole)
        var bytes: [UInt8] = [7]
        do throws(SentenceEncodingError) {
          try encoder.encode(sentence, into: &bytes)
          #expect(bytes == [7] + whole)
          #expect(whole.count <= 82)
          short += 1
        } catch {
          #expect(error.reason == .tooLong(length: whole.count, limit: 82))
          #expect(whole.count > 82)
          #expect(bytes == [7])
          long += 1
        }
      }
    }
    #expect(short > 1000 && long > 100)
  }

  @Test func aSentenceIsEqualToItsValuesInOtherDigits() throws {
    let text = sealed("GPGLL,4807.5,N,01131.25,E,120000,A,A") + "\r\n"
    let short = try #require(decodeAll(Array(text.utf8)).first).get()
    var bytes: [UInt8] = []
    try SentenceEncoder().encode(short, into: &bytes)
    let long = try #require(decodeAll(bytes).first).get()
    #expect(long == short)
    #expect(Set([long, short]).count == 1)
    guard case .gll(let one) = short.payload, case .gll(let other) = long.payload else {
      Issue.record("no GLL")
      return
    }
    #expect(one.minuteDecimals.count == 1 && other.minuteDecimals.count == 5)
  }
}
