import LocationSimulation
import LocationText
import TestTurns
import TestValues
import Testing

@testable import NMEA0183

/// Reading many bytes at once has the same result as reading them one after another.
@Suite(.inTurn) struct FastPathTests {
  @Test func aBodyIsScannedAsByteByByte() {
    #if arch(x86_64)
      var random = RandomStream(test: 16)
      // Mostly bytes of sentences, so that bodies end at every place of a block.
      let letters = Array("0123456789.,,,GPRMCAEW".utf8)
      for round in 0..<4000 {
        var bytes = (0..<200).map { _ in letters[random.integer(below: letters.count)] }
        let stop = 1 + random.integer(below: 150)
        bytes[stop] =
          round < 256 ? UInt8(round) : [0x24, 0x2A, 0x0D, 0x7F, 0x80][random.integer(below: 5)]
        let bound = 1 + random.integer(below: bytes.count)
        // A copy, so that a read beyond the bound is a read beyond the memory.
        let text = Array(bytes[..<bound])
        let (vector, words) = scan(text, BodyScan.init(vector:upTo:separators:))
        let (portable, told) = scan(text, BodyScan.init(portable:upTo:separators:))
        #expect(vector == portable, "byte \(bytes[stop]) at \(stop) of \(bound)")
        #expect(words == told)
      }
    #endif
  }

  private typealias Scan = (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt64>) -> BodyScan

  /// The scan, and the separators that it found.
  private func scan(_ bytes: [UInt8], _ scan: Scan) -> (BodyScan?, [UInt64]) {
    var separators = [UInt64](repeating: 0, count: BodyScan.wordCount(upTo: bytes.count))
    let body = bytes.withUnsafeBufferPointer { bytes in
      separators.withUnsafeMutableBufferPointer { separators -> BodyScan? in
        guard let base = bytes.baseAddress, let words = separators.baseAddress else { return nil }
        return scan(base, bytes.count, words)
      }
    }
    return (body, separators)
  }

  @Test func aNumberIsReadAsDigitByDigit() {
    var random = RandomStream(test: 8)
    let letters = Array("0123456789".utf8)
    for _ in 0..<20_000 {
      var field = (0..<1 + random.integer(below: 18)).map { _ in letters[random.integer(below: 10)]
      }
      if random.integer(below: 3) > 0 { field[random.integer(below: field.count)] = 0x2E }
      if random.integer(below: 8) == 0 {
        field[random.integer(below: field.count)] = UInt8(0x20 + random.integer(below: 95))
      }
      let text = String(decoding: field, as: UTF8.self)
      let (fast, slow) = numbers(field)
      if let fast {
        #expect(fast == slow, "\(text)")
      } else {
        // The fast path refuses a field that is signed, long, or no number.
        #expect(slow == nil || field.count > 16 || field[0] == 0x2B || field[0] == 0x2D, "\(text)")
      }
    }
  }

  private struct Number: Equatable {
    var digits: Int
    var decimals: Int

    init?(_ number: FixedPoint?) {
      guard let number else { return nil }
      (digits, decimals) = (number.digits, number.decimals)
    }
  }

  private func numbers(_ field: [UInt8]) -> (fast: Number?, slow: Number?) {
    let sentence = Array("$GPXXX,1234567890,".utf8) + field
    let fast = sentence.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap {
        FixedPoint(plain: $0, from: bytes.count - field.count, to: bytes.count)
      }
    }
    return (Number(fast), Number(field.withUnsafeBufferPointer { FixedPoint($0) }))
  }

  @Test func aSmallNumberIsReadWithAnyZerosBeforeIt() throws {
    for number in 0...999 {
      for width in 1...6 where number < integerPowerOfTen(width) {
        let text = String(String(number + 1_000_000).suffix(width))
        let sentence = try decode("GPGSA,A,3,\(text),,,,,,,,,,,,1.0,1.0,1.0")
        guard case .gsa(let gsa) = sentence.payload else {
          Issue.record("no GSA: \(sentence)")
          return
        }
        #expect(gsa.satellites[0] == UInt16(number), "\(text)")
      }
    }
  }

  @Test func aTimeIsReadWithAnyDecimals() throws {
    var random = RandomStream(test: 24)
    for _ in 0..<2000 {
      let (hour, minute, second) = (
        random.integer(below: 24), random.integer(below: 60), random.integer(below: 60)
      )
      let decimals = random.integer(below: 12)
      let fraction = (0..<decimals).map { _ in String(random.integer(below: 10)) }.joined()
      let two = { (value: Int) in (value < 10 ? "0" : "") + String(value) }
      let text = two(hour) + two(minute) + two(second) + (decimals > 0 ? "." + fraction : "")
      guard case .zda(let zda) = try decode("GPZDA,\(text),01,01,2020,,").payload else {
        Issue.record("no ZDA: \(text)")
        return
      }
      let kept = min(decimals, 9)
      let nanosecond = (Int(fraction.prefix(9)) ?? 0) * integerPowerOfTen(9 - kept)
      #expect(
        zda.time
          == TimeOfDay(
            hour: hour, minute: minute, second: second, nanosecond: nanosecond, decimals: kept),
        "\(text)")
    }
  }

  @Test func everyUsualAddressIsReadAtOnce() {
    var framer = SentenceFramer()
    for text in ["GPRMC", "GNGGA", "BDGSV", "II0Z9", "AAAAA", "ZZZZZ", "00000", "99999"] {
      framer.push(stream(text + ",1234567").span) { frame in
        let address = SentenceAddress(usual: frame)
        #expect(address != nil, "\(text)")
        #expect(address == SentenceAddress(text))
      }
    }
  }

  @Test func noOtherAddressIsReadAtOnce() {
    var framer = SentenceFramer()
    for text in ["PGRME", "GPrMC", "GPRM", "GPRMCX", "GP/MC", "GP:MC", "GP@MC", "GP[MC", "GP MC"] {
      framer.push(stream(text + ",1234567").span) { frame in
        #expect(SentenceAddress(usual: frame) == nil, "\(text)")
      }
    }
  }

  @Test func anAddressIsReadLetterByLetterOrAtOnce() {
    var random = RandomStream(test: 5)
    for _ in 0..<5000 {
      var letters = (0..<5).map { _ in UInt8(0x41 + random.integer(below: 26)) }
      // A byte beside the letters and digits now and then.
      if random.integer(below: 2) == 0 {
        letters[random.integer(below: 5)] = Array("0189/:@[` ~P".utf8)[random.integer(below: 12)]
      }
      let text = String(decoding: letters, as: UTF8.self)
      var framer = SentenceFramer()
      framer.push(stream(text + ",12").span) { frame in
        #expect(frame.address == SentenceAddress(text), "\(text)")
      }
    }
  }

  @Test func aDecimalIsReadAsDigitByDigit() {
    var random = RandomStream(test: 9)
    let letters = Array("0123456789".utf8)
    for _ in 0..<20_000 {
      let count = 1 + random.integer(below: 8)
      var field = (0..<count).map { _ in letters[random.integer(below: 10)] }
      if random.integer(below: 4) > 0 { field[random.integer(below: count)] = 0x2E }
      if random.integer(below: 8) == 0 {
        field[random.integer(below: count)] = UInt8(0x20 + random.integer(below: 95))
      }
      let sentence = Array("$GPXXX,1,".utf8) + field
      let fast = sentence.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.flatMap { DigitWord.decimal(before: $0 + bytes.count, count: count) }
      }
      let slow = field.withUnsafeBufferPointer { FixedPoint($0)?.value }
      // The fast path refuses signs, and nothing else that is a number.
      let isSigned = field[0] == 0x2B || field[0] == 0x2D
      #expect(fast == (isSigned ? nil : slow), "\(String(decoding: field, as: UTF8.self))")
    }
  }

  /// Calls `body` with a GSV of any layout, of usual numbers in half of the cases.
  private func forEachGSV(
    _ random: inout RandomStream, _ body: (borrowing SentenceFrame, String) -> Void
  ) {
    let parts: [[String]] = [
      ["02", "17", "31", "00", "1", "120", "a1", ""], ["17", "05", "90", "91", "-5", "4.5", ""],
      ["084", "360", "361", "000", "7", ""], ["31", "00", "99", "5", "40.5", "", "", ":1"],
    ]
    let heads = ["3,1,12", "1,1,04", "1,1,4", "12,1,12", "a,1,04", "1,1,0a", "1,,04"]
    for _ in 0..<20_000 {
      let isUsual = random.integer(below: 2) == 0
      let satellites = (0..<random.integer(below: 6)).map { _ in
        parts.map { $0[random.integer(below: isUsual ? 2 : $0.count)] }.joined(separator: ",")
      }
      let tail = ["", "", ",1", ",A", ",", ",g", ",1,2"][random.integer(below: 7)]
      let head = heads[random.integer(below: isUsual ? 2 : heads.count)]
      let text = (["GPGSV," + head] + satellites).joined(separator: ",") + tail
      var framer = SentenceFramer()
      framer.push(stream(text).span) { body($0, text) }
    }
  }

  @Test func satellitesAtOnceAreReadAsFieldByField() {
    var random = RandomStream(test: 31)
    var taken = 0
    forEachGSV(&random) { frame, body in
      var (fast, slow) = (GSV(), GSV())
      guard fast.readUsualLayout(frame) else { return }
      taken += 1
      var reader = SentenceReader(frame)
      #expect((try? slow.fields(&reader)) != nil, "\(body)")
      #expect(fast == slow, "\(body)")
    }
    #expect(taken > 3000)
  }

  /// Sentences as receivers send them.
  private static let ordinary = [
    "GPRMC,081836.00,A,3751.65000,S,14507.36000,E,0.130,309.62,120598,011.3,E,A",
    "GNGGA,123519.00,4807.03800,N,01131.00000,E,1,08,0.94,545.4,M,46.9,M,,",
    "GPGSV,3,1,11,03,03,111,00,04,15,270,00,06,01,010,42,13,06,292,31",
    "GPGSV,3,3,11,22,42,067,42,24,14,311,43,27,05,244,", "GLGSV,2,1,08,65,22,310,33,72,08,352,,1",
    "GAGSV,1,1,00", "GNVTG,309.62,T,,M,0.130,N,0.241,K,A", "GNZDA,201530.00,04,07,2002,00,00",
    "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1", "GNGLL,4916.45000,N,12311.12000,W,225444.00,A,A",
  ]

  @Test(arguments: ordinary)
  func anOrdinarySentenceTakesTheFastPaths(body: String) {
    let bytes = stream(body)
    var separators = [UInt64](repeating: 0, count: BodyScan.wordCount(upTo: bytes.count))
    bytes.withUnsafeBufferPointer { bytes in
      separators.withUnsafeMutableBufferPointer { separators in
        guard let base = bytes.baseAddress, let words = separators.baseAddress else { return }
        let scan = BodyScan(base, upTo: bytes.count, separators: words)
        #expect(scan.isVerified(base, available: bytes.count))
      }
    }
    var framer = SentenceFramer()
    framer.push(bytes.span) { frame in
      #expect(SentenceAddress(usual: frame) != nil)
      if frame.kind == .gsv {
        var gsv = GSV()
        let isRead = gsv.readUsualLayout(frame)
        #expect(isRead)
      }
      let fields = frame.fields
      for field in 1...fields.count {
        let text = fields.bytes(field)
        guard let first = text.first, Byte.isDigit(first), text.count <= 8 else { continue }
        let (_, end) = fields.bounds(field)
        #expect(DigitWord.decimal(before: fields.base + end, count: text.count) != nil)
      }
    }
  }
}
