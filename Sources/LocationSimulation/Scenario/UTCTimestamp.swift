package import LocationCore
import NMEA0183

/// Times as scenario files write them.
package enum UTCTimestamp {
  /// The date of `2025-06-01T08:00:00Z`, whose second may have decimals; `nil` for anything else.
  package static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      let date = CalendarDate(year: year, month: month, day: day), hour < 24, minute < 60,
      second < 60
    else { return nil }
    var fraction = 0.0
    if bytes.count > 20 {
      let digits = bytes[20..<(bytes.count - 1)]
      guard bytes[19] == UInt8(ascii: "."), (1...9).contains(digits.count),
        let value = number(digits)
      else { return nil }
      fraction = Double(value) / digits.reduce(1) { unit, _ in unit * 10 }
    }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
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
