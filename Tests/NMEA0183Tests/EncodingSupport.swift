import LocationSimulation
import NMEA0183
import TestValues

/// The text of a sentence, line end included.
func encode(
  _ sentence: Sentence, by encoder: SentenceEncoder = SentenceEncoder()
) throws(SentenceEncodingError) -> String {
  var bytes: [UInt8] = []
  try encoder.encode(sentence, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// The text of a payload under the talker GP, or its maker's, without `$`, checksum and line end.
func body(
  _ payload: Sentence.Payload, by encoder: SentenceEncoder = SentenceEncoder()
) throws -> String {
  guard let sentence = Sentence(talker: .gps, payload: payload) else { throw NoSentence() }
  return bare(try encode(sentence, by: encoder))
}

/// A sentence without `$`, checksum and line end; Swift counts CR and LF as one character.
func bare(_ text: String) -> String { String(text.dropFirst().dropLast(4)) }

struct NoSentence: Error {}

/// What a framer makes of bytes, sentence by sentence.
func decodeAll(_ bytes: [UInt8]) -> [Result<Sentence, SentenceError>] {
  var framer = SentenceFramer()
  var results: [Result<Sentence, SentenceError>] = []
  framer.push(bytes.span) { frame in
    do throws(SentenceError) { results.append(.success(try Sentence(frame))) } catch {
      results.append(.failure(error))
    }
  }
  framer.finish { _ in results.append(.failure(SentenceError(field: 0, reason: .missing))) }
  return results
}

/// Values that a sentence written by an encoder can hold exactly, the same ones for the same seed.
struct SentenceGenerator {
  let encoder: SentenceEncoder
  private var random: RandomStream

  init(_ encoder: SentenceEncoder, seed: UInt64) {
    self.encoder = encoder
    random = RandomStream(test: seed)
  }

  mutating func bits() -> UInt64 { random.next() }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    // Bounds are where mistakes are.
    switch bits() % 16 {
    case 0: range.lowerBound
    case 1: range.upperBound
    default: range.lowerBound + Int(bits() % UInt64(range.count))
    }
  }

  mutating func maybe<T>(_ make: (inout Self) -> T?) -> T? {
    bits() % 4 == 0 ? nil : make(&self)
  }

  mutating func number(
    _ format: NumberFormat, _ low: Int, _ high: Int, decimals limit: Int = 6
  ) -> Double? {
    maybe {
      $0.stated(format.decimals.clamped(to: 0...max(limit, format.decimals.lowerBound)), low, high)
    }
  }

  private mutating func stated(_ decimals: ClosedRange<Int>, _ low: Int, _ high: Int) -> Double {
    let scale = Self.power(int(decimals))
    return Double(int(low * scale...high * scale)) / Double(scale)
  }

  mutating func time() -> TimeOfDay? {
    maybe { generator in
      let decimals = generator.int(generator.encoder.timeDecimals)
      let fraction = generator.int(0...Self.power(decimals) - 1) * Self.power(9 - decimals)
      let isLeap = generator.bits() % 16 == 0
      return TimeOfDay(
        hour: isLeap ? 23 : generator.int(0...23), minute: isLeap ? 59 : generator.int(0...59),
        second: isLeap ? 60 : generator.int(0...59), nanosecond: fraction, decimals: decimals)
    }
  }

  mutating func date() -> ShortDate? {
    maybe { generator in
      ShortDate(
        day: generator.int(1...28), month: generator.int(1...12),
        yearOfCentury: generator.int(0...99))
    }
  }

  /// A place, and how many decimals its minutes have.
  mutating func place() -> (Double?, Double?, WrittenDecimals) {
    guard bits() % 4 != 0 else { return (nil, nil, 0) }
    let decimals = int(encoder.minuteDecimals.clamped(to: 0...9))
    let scale = 60 * Self.power(decimals)
    return (
      Double(int(-90 * scale...90 * scale)) / Double(scale),
      Double(int(-180 * scale...180 * scale)) / Double(scale), WrittenDecimals(UInt8(decimals))
    )
  }

  mutating func pick<T: RawRepresentable>(_ letters: String) -> T? where T.RawValue == UInt8 {
    maybe { $0.letter(letters).flatMap(T.init(rawValue:)) }
  }

  private mutating func letter(_ letters: String) -> UInt8? {
    let letters = Array(letters.utf8)
    return letters[int(0...letters.count - 1)]
  }

  mutating func name() -> ShortName? { maybe { ShortName($0.word(1...10)) } }

  mutating func word(_ length: ClosedRange<Int>) -> String {
    String(
      (0..<int(length)).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -+/".randomElement(&self) }
    )
  }

  static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

extension String {
  fileprivate func randomElement(_ generator: inout SentenceGenerator) -> Character {
    self[index(startIndex, offsetBy: generator.int(0...count - 1))]
  }
}
