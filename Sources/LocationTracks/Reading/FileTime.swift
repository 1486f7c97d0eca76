import LocationCore
import LocationText

/// How CSV and GeoJSON files write times.
enum FileTime {
  /// Reads an instant: ISO 8601 with a `T` or a space, with or without a zone, or the seconds,
  /// milliseconds or microseconds since 1970. A time without a zone is UTC.
  static func instant(_ text: String) -> Date? {
    if let time = ISO8601Time(text) { return Date(timeIntervalSince1970: time.secondsSince1970) }
    if let number = number(text) { return date(sinceEpoch: number) }
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" || $0 == "t" }
    guard parts.count == 2 else { return nil }
    return instant(date: String(parts[0]), time: String(parts[1]))
  }

  /// Reads an instant from the texts of two columns.
  static func instant(date: String, time: String) -> Date? {
    var bytes = Array(date.utf8)
    if bytes.count == 8, !bytes.contains(UInt8(ascii: "-")) {
      // 20250131
      bytes.insert(UInt8(ascii: "-"), at: 6)
      bytes.insert(UInt8(ascii: "-"), at: 4)
    }
    // Other orders of year, month and day cannot be told apart.
    guard bytes.count == 10 else { return nil }
    for index in [4, 7] where "/.".utf8.contains(bytes[index]) {
      bytes[index] = UInt8(ascii: "-")
    }
    guard let time = ISO8601Time(String(decoding: bytes, as: UTF8.self) + "T" + zoned(time)) else {
      return nil
    }
    return Date(timeIntervalSince1970: time.secondsSince1970)
  }

  /// Reads a time of day in seconds since midnight UTC.
  static func timeOfDay(_ text: String) -> Double? {
    ISO8601Time("1970-01-01T" + zoned(text)).flatMap { time in
      (0..<86_401).contains(time.secondsSince1970) ? time.secondsSince1970 : nil
    }
  }

  /// The time of day as ISO 8601 has it: with seconds, and with a zone, which is UTC if it has none.
  private static func zoned(_ text: String) -> String {
    var (time, zone) = (text, "Z")
    if let mark = text.utf8.dropFirst().lastIndex(where: { "Z+-z ".utf8.contains($0) }) {
      time = String(text[..<mark])
      zone = String(text[mark...])
      while time.last == " " { time.removeLast() }
      if zone == " UTC" || zone == " GMT" || zone == "z" { zone = "Z" }
      // +0100
      if zone.utf8.count == 5, !zone.utf8.contains(UInt8(ascii: ":")) {
        zone.insert(":", at: zone.index(zone.startIndex, offsetBy: 3))
      }
    }
    if time.utf8.count == 5 { time += ":00" }
    return time + zone
  }

  private static func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { Double(decimal: UnsafeRawBufferPointer($0)) }
  }

  /// The unit follows from the size: 10⁸ seconds is the year 1973, and 10¹¹ seconds the year 5138.
  private static func date(sinceEpoch number: Double) -> Date? {
    switch number {
    case 1e8..<1e11: Date(timeIntervalSince1970: number)
    case 1e11..<1e14: Date(timeIntervalSince1970: number / 1e3)
    case 1e14..<1e17: Date(timeIntervalSince1970: number / 1e6)
    default: nil
    }
  }
}
