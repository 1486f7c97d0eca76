import LocationSimulation
import LocationText
import TestSupport
import Testing

@testable import NMEA0183

/// Reading many bytes at once has the same result as reading them one after another.
@Suite struct FastPathTests {
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
        let (vector, table) = scan(Array(bytes[..<bound]), BodyScan.init(vector:upTo:commas:))
        let (portable, told) = scan(Array(bytes[..<bound]), BodyScan.init(portable:upTo:commas:))
        #expect(vector == portable, "byte \(bytes[stop]) at \(stop) of \(bound)")
        #expect(table == told)
      }
    #endif
  }

  private typealias Scan = (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt16>) -> BodyScan

  /// The scan, and the commas that it found.
  private func scan(_ bytes: [UInt8], _ scan: Scan) -> (BodyScan?, [UInt16]) {
    var commas = [UInt16](repeating: 0, count: bytes.count + BodyScan.slack)
    let body = bytes.withUnsafeBufferPointer { bytes in
      commas.withUnsafeMutableBufferPointer { commas -> BodyScan? in
        guard let base = bytes.baseAddress, let table = commas.baseAddress else { return nil }
        return scan(base, bytes.count, table)
      }
    }
    return (body, Array(commas.prefix(body?.commaCount ?? 0)))
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

  @Test func fourFieldsAtOnceAreReadAsOneByOne() {
    var random = RandomStream(test: 4)
    let numbers = [
      "", "", "0", "7", "00", "42", "007", "360", "999", "0042", "1e", "-5", "4.5", "/1",
    ]
    for _ in 0..<5000 {
      let fields = (0..<4).map { _ in numbers[random.integer(below: numbers.count)] }
      let text = fields.joined(separator: ",")
      var (fast, slow): ([UInt16]?, [UInt16]?)
      var framer = SentenceFramer()
      framer.push(stream("GPXXX,1,\(text),2").span) { frame in
        fast = frame.fields.fourIntegers(2).map { [$0.first, $0.second, $0.third, $0.fourth] }
        slow = try? (2...5).map { UInt16(try frame.fields.integer($0, in: 0...9999) ?? 0) }
        #expect(frame.fields.fourIntegers(4) == nil, "there are three: \(text)")
      }
      // The fast path refuses four digits.
      #expect(fast == (fields.contains { $0.utf8.count > 3 } ? nil : slow), "\(text)")
    }
  }

  @Test func nothingBeforeASentenceIsRead() {
    var framer = SentenceFramer()
    var isRead: [Bool] = []
    for body in [",1,2,3,4", "A,,2,3,4", "A,1,2,3,4"] {
      framer.push(stream(body).span) { isRead.append($0.fields.fourIntegers(1) != nil) }
    }
    #expect(isRead == [false, false, true])
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
        let address = SentenceAddress(usual: frame.fields)
        #expect(address != nil, "\(text)")
        #expect(address == SentenceAddress(text))
      }
    }
  }

  @Test func noOtherAddressIsReadAtOnce() {
    var framer = SentenceFramer()
    for text in ["PGRME", "GPrMC", "GPRM", "GPRMCX", "GP/MC", "GP:MC", "GP@MC", "GP[MC", "GP MC"] {
      framer.push(stream(text + ",1234567").span) { frame in
        #expect(SentenceAddress(usual: frame.fields) == nil, "\(text)")
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
}
