import LocationCore
import LocationIO
import LocationText

/// The name of a file of a recording: a text with `{date}` and `{time}` of its first location in braces.
///
/// The name `{date}T{time}.gpx` becomes `2025-03-01T120000.gpx`. A slash makes a folder.
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
  /// - Throws: for an unknown name in braces, and for a text without a date.
  public init(_ template: String, usesLocalTime: Bool = false) throws(Mistake) {
    let rest = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    let known = rest.allSatisfy { $0.hasPrefix("date}") || $0.hasPrefix("time}") }
    guard known, !rest.isEmpty else {
      throw Mistake(description: "a name has {date} or {time} in it, as '{date}T{time}.gpx'")
    }
    self.template = template
    self.usesLocalTime = usesLocalTime
  }

  /// The name of a file that never splits.
  init() { (template, usesLocalTime) = ("{date}", false) }

  /// The name of a file whose first location has this time.
  func text(at time: Date) -> String {
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
      } else {
        name += part
      }
    }
    return name
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

extension ByteText {
  fileprivate static func text(_ body: (inout ByteText) -> Void) -> String {
    var text = ByteText()
    body(&text)
    return text.string
  }
}
