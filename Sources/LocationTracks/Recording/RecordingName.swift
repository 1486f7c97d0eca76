import LocationCore
import LocationIO
import LocationText

/// The name of a file of a recording: a text with `{date}` and `{time}` of its first location, and with its
/// `{device}`.
///
/// The name `{date}T{time}.gpx` becomes `2025-03-01T120000.gpx`. A slash makes a folder. With `{device}` each
/// device has files of its own. What a file name cannot contain is percent-encoded there, so that different
/// devices have different names; a name that is too long for a file name ends with a hash instead, and a source that does
/// not name its device is `unnamed`.
public struct RecordingName: Hashable, Sendable {
  /// The text with names in braces.
  public let template: String
  /// Whether days and times are those of the local time zone; otherwise they are UTC.
  public let usesLocalTime: Bool

  /// Why a text is not a name.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// What is wrong, and what to write instead.
    public let description: String
  }

  /// Makes a name.
  ///
  /// - Throws: for an unknown name in braces, and for a text without any.
  public init(_ template: String, usesLocalTime: Bool = false) throws(Mistake) {
    let rest = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    let isKnown = rest.allSatisfy { part in
      ["date}", "time}", "device}"].contains { part.hasPrefix($0) }
    }
    guard isKnown, !rest.isEmpty else {
      throw Mistake(
        description: "a name has {date}, {time} or {device} in it, as '{date}T{time}.gpx'")
    }
    self.template = template
    self.usesLocalTime = usesLocalTime
  }

  /// The name of a file that never splits.
  init() { (template, usesLocalTime) = ("{date}", false) }

  /// Whether each device has files of its own.
  public var isForEachDevice: Bool { template.contains("{device}") }

  /// The name of a file whose first location has this time.
  func text(at time: Date, of device: String?) -> String {
    let clock = clock(at: time)
    let date = ByteText.text { text in
      if let clock { text.write(date: clock) } else { text.write("undated") }
    }
    let hour = ByteText.text { text in
      guard let clock else { return text.write("000000") }
      text.write(pair: clock.hour)
      text.write(pair: clock.minute)
      text.write(pair: clock.second)
    }
    var name = ""
    for part in template.split(separator: "{", omittingEmptySubsequences: false) {
      if part.hasPrefix("date}") {
        name += date + part.dropFirst(5)
      } else if part.hasPrefix("time}") {
        name += hour + part.dropFirst(5)
      } else if part.hasPrefix("device}") {
        name += Self.fileName(of: device) + part.dropFirst(7)
      } else {
        name += part
      }
    }
    return name
  }

  /// How many bytes of a device's name are in a file name, which may have 255 and has a date, a time and an extension, too.
  private static let lengthLimit = 180

  private static func fileName(of device: String?) -> String {
    guard let device, !device.isEmpty else { return "unnamed" }
    let name = encoded(device)
    guard name.utf8.count > lengthLimit else { return name }
    // A whole character each, so that the name stays text.
    var start = ""
    for character in device {
      let next = start + String(character)
      if encoded(next).utf8.count > lengthLimit - 20 { break }
      start = next
    }
    return "\(encoded(start))-\(StableHash.text(device))"
  }

  private static func encoded(_ device: String) -> String {
    ByteText.text { text in
      var isFirst = true
      text.write(percentEncoding: device) { byte in
        defer { isFirst = false }
        // A file whose name begins with a dot is hidden, and ".." is a folder.
        return isFirst && byte == UInt8(ascii: ".") || byte < 0x20 || byte == 0x7F
          || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "%")
      }
    }
  }

  /// The day of a time: two times of the same day have the same text.
  func day(of time: Date) -> String {
    guard let clock = clock(at: time) else { return "" }
    return ByteText.text { $0.write(date: clock) }
  }

  private func clock(at time: Date) -> UTCTime? {
    let offset = usesLocalTime ? LocalTime.offset(at: time) ?? 0 : 0
    return UTCTime(secondsSince2001: time.timeIntervalSinceReferenceDate + Double(offset))
  }
}
