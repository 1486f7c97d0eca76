package import LocationCore
import NMEA0183

/// Times as scenario and GPX files write them.
package enum UTCTimestamp {
  /// The date of `2025-06-01T08:00:00Z`, whose second may have decimals and which may end with an
  /// offset as `+01:00` instead of `Z`; `nil` for anything else.
  package static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      let date = CalendarDate(year: year, month: month, day: day), hour < 24, minute < 60,
      second < 60
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard (1...9).contains(digits.count), let value = number(digits) else { return nil }
      fraction = Double(value) / digits.reduce(1) { unit, _ in unit * 10 }
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(rest) else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Seconds of `Z`, `+hh:mm` or `-hh:mm`.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(text)
    if bytes == [UInt8(ascii: "Z")] { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
      let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  /// The same the other way, in whole seconds.
  static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard abs(seconds) < 1e12 else { return nil }
    let days = Int((seconds / 86_400).rounded(.down))
    let rest = Int(seconds) - days * 86_400
    guard let day = CalendarDate(year: 1970, month: 1, day: 1)?.adding(days: days),
      let time = TimeOfDay(hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
    else { return nil }
    return "\(day)T\(time)Z"
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
