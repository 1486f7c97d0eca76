/// An instant read from ISO 8601 text such as `2024-07-04T12:00:00.250Z`.
///
/// The second may have decimals, and may be 60: a leap second is the first second of the next
/// minute. The end of a day may be 24:00:00. The text ends with `Z`, or with an offset such as `+01:00`,
/// `+0100` or `+01`. Years are 1 … 9999.
public struct ISO8601Time: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let wholeSeconds: Int
  /// The rest, 0 … 999,999,999. Further decimals are dropped.
  public let nanoseconds: Int

  /// Seconds since 1970-01-01T00:00:00Z.
  public var secondsSince1970: Double { Double(wholeSeconds) + Double(nanoseconds) / 1e9 }

  /// Reads a text; `nil` for anything else than one complete instant.
  ///
  /// - Parameters:
  ///   - text: ASCII.
  ///   - assumesUTC: whether a text that ends without a zone is UTC. Otherwise it is no instant.
  public init?(_ text: UnsafeRawBufferPointer, assumesUTC: Bool = false) {
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let century = Self.pair(text, 0), let yearOfCentury = Self.pair(text, 2),
      let month = Self.pair(text, 5), let day = Self.pair(text, 8),
      let hour = Self.pair(text, 11), let minute = Self.pair(text, 14),
      let second = Self.pair(text, 17),
      let date = CivilDay(year: century * 100 + yearOfCentury, month: month, day: day),
      date.year > 0, hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60,
      second <= 60
    else { return nil }
    var index = 19
    var fraction = 0
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      var unit = 100_000_000
      while index < text.count, let digit = Self.digit(text[index]) {
        fraction += digit * unit
        unit /= 10
        index += 1
      }
      guard index > start else { return nil }
    }
    guard hour < 24 || fraction == 0 else { return nil }
    let isWithoutZone = assumesUTC && index == text.count
    guard let offset = isWithoutZone ? 0 : Self.offset(text, from: index) else { return nil }
    wholeSeconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    nanoseconds = fraction
  }

  /// Reads a text; `nil` for anything else than one complete instant.
  public init?(_ text: String) {
    var text = text
    guard let time = text.withUTF8({ ISO8601Time(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = time
  }

  /// The seconds of `Z`, or of a sign and `hh:mm`, `hhmm` or `hh`, which must end the text.
  private static func offset(_ text: UnsafeRawBufferPointer, from index: Int) -> Int? {
    let count = text.count - index
    if count == 1 { return text[index] == UInt8(ascii: "Z") ? 0 : nil }
    guard count == 6 && text[index + 3] == UInt8(ascii: ":") || count == 5 || count == 3,
      let hours = pair(text, index + 1),
      let minutes = count == 3 ? 0 : pair(text, text.count - 2), hours < 24, minutes < 60
    else { return nil }
    switch text[index] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  private static func pair(_ text: UnsafeRawBufferPointer, _ index: Int) -> Int? {
    guard let tens = digit(text[index]), let ones = digit(text[index + 1]) else { return nil }
    return tens * 10 + ones
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? Int(digit) : nil
  }
}
