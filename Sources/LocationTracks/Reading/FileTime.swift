import LocationCore
import LocationText

/// How track files write times. Most follow ISO 8601, and this is for the others.
enum FileTime {
  /// Reads an instant: ISO 8601 with a `T` or a space, or the seconds, milliseconds, microseconds or
  /// nanoseconds since 1970.
  ///
  /// - Parameter assumesUTC: whether a time without a zone is UTC. Otherwise it is no instant.
  static func instant(_ text: String, assumesUTC: Bool = true) -> Date? {
    if let time = ISO8601Time(text) { return Date(timeIntervalSince1970: time.secondsSince1970) }
    if let number = number(text) { return date(sinceEpoch: number) }
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" || $0 == "t" }
    guard parts.count == 2 else { return nil }
    return instant(date: String(parts[0]), time: String(parts[1]), assumesUTC: assumesUTC)
  }

  /// Reads an instant from the texts of a date and a time of day.
  ///
  /// - Parameters:
  ///   - isYearFirst: whether a date of six digits is year, month and day. Otherwise it is no date.
  ///   - assumesUTC: whether a time without a zone is UTC. Otherwise it is no instant.
  static func instant(
    date: String, time: String, isYearFirst: Bool = false, assumesUTC: Bool = true
  ) -> Date? {
    guard let day = day(date, isYearFirst: isYearFirst),
      let clock = clock(time, assumesUTC: assumesUTC), let time = ISO8601Time(day + "T" + clock)
    else { return nil }
    return Date(timeIntervalSince1970: time.secondsSince1970)
  }

  /// Reads a time of day in seconds since midnight UTC.
  static func timeOfDay(_ text: String) -> Double? {
    clock(text, assumesUTC: true).flatMap { ISO8601Time("1970-01-01T" + $0) }.flatMap { time in
      (0..<86_401).contains(time.secondsSince1970) ? time.secondsSince1970 : nil
    }
  }

  /// A date as ISO 8601 has it, `2025-01-31`. Dots separate day, month and year; with slashes only the year
  /// may come first, because the order of day and month cannot be told.
  private static func day(_ text: String, isYearFirst: Bool) -> String? {
    func padded(_ part: Substring) -> String { part.count == 1 ? "0" + part : String(part) }
    let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    if parts.count == 3 {
      let isGerman = text.contains(".") && parts[2].count == 4
      let (year, month, day) =
        isGerman ? (parts[2], parts[1], parts[0]) : (parts[0], parts[1], parts[2])
      return year.count == 4 ? "\(year)-\(padded(month))-\(padded(day))" : nil
    }
    guard parts.count == 1, text.count == 8 || text.count == 6 && isYearFirst else { return nil }
    let digits = text.count == 8 ? text : "20" + text
    let month = digits.dropFirst(4).prefix(2)
    return "\(digits.prefix(4))-\(month)-\(digits.suffix(2))"
  }

  /// A time of day as ISO 8601 has it: with two digits each, with seconds, and with a zone.
  ///
  /// - Parameter assumesUTC: whether the zone is UTC if the text has none.
  private static func clock(_ text: String, assumesUTC: Bool) -> String? {
    var (time, zone) = (text.uppercased(), "")
    if let mark = time.dropFirst().lastIndex(where: { "Z+-".contains($0) }) {
      (time, zone) = (String(time[..<mark]), String(time[mark...]))
    }
    for name in ["UTC", "GMT"] where time.hasSuffix(name) {
      (time, zone) = (String(time.dropLast(3)), "Z")
    }
    if zone.isEmpty {
      guard assumesUTC else { return nil }
      zone = "Z"
    }
    var addedHours = 0
    for (name, hours) in [("AM", 0), ("PM", 12)] where time.hasSuffix(name) {
      time = String(time.dropLast(2))
      guard let first = time.split(separator: ":").first.flatMap({ Int($0) }), 1...12 ~= first
      else { return nil }
      addedHours = hours - (first == 12 ? 12 : 0)
    }
    while time.last == " " { time.removeLast() }
    time = time.replacing(",", with: ".")
    var parts = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1, time.prefix(6).count == 6 {
      // 153000.250
      parts = [
        String(time.prefix(2)), String(time.dropFirst(2).prefix(2)), String(time.dropFirst(4)),
      ]
    }
    guard 2...3 ~= parts.count else { return nil }
    if parts.count == 2 { parts.append("00") }
    if parts[0].count == 1 { parts[0] = "0" + parts[0] }
    if addedHours != 0, let hour = Int(parts[0]) {
      parts[0] = (hour + addedHours < 10 ? "0" : "") + "\(hour + addedHours)"
    }
    return parts.joined(separator: ":") + zone
  }

  private static func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { Double(decimal: UnsafeRawBufferPointer($0)) }
  }

  /// The instant of a number; `nil` for a number that is too small or too large.
  ///
  /// The unit follows from the size: 10⁸ seconds is the year 1973, and 10¹¹ seconds the year 5138.
  static func date(sinceEpoch number: Double) -> Date? {
    switch number {
    case 1e8..<1e11: Date(timeIntervalSince1970: number)
    case 1e11..<1e14: Date(timeIntervalSince1970: number / 1e3)
    case 1e14..<1e17: Date(timeIntervalSince1970: number / 1e6)
    case 1e17..<1e20: Date(timeIntervalSince1970: number / 1e9)
    default: nil
    }
  }
}

extension Double {
  /// Reads a decimal number such as `-12.5` or `1.5e3`. `Double.init` would also accept `nan`, `inf` and
  /// hexadecimal numbers.
  init?(decimal bytes: UnsafeRawBufferPointer) {
    let fixed = bytes.withMemoryRebound(to: UInt8.self) { FixedPoint($0) }
    // A quotient of two integers below 2^53 is the nearest `Double`.
    if let fixed, fixed.digits.magnitude < 1 << 53 {
      self = fixed.value
      return
    }
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite
    else { return nil }
    self = number
  }
}
