import LocationCore
import LocationReplay

extension FileFormat {
  /// The subtitles of a drone's film.
  package static let srt = FileFormat(
    "srt", title: "DJI SRT", signature: .lines(isSubtitles),
    reading: .parser { LineParser(SRTLines(source: $0.fixSource), items: $0.items) },
    help: ReadingHelp(advice: ReadingHelp.noSentences))

  /// A file of subtitles begins with a number and the times of the first one:
  ///
  ///     1
  ///     00:00:00,000 --> 00:00:00,033
  private static func isSubtitles(_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Bool? {
    let number = text.prefix { (0x30...0x39).contains($0) }
    let rest = text[number.endIndex...].drop { $0 == 0x20 || $0 == 0x0D }
    guard !number.isEmpty, number.count < 8 else { return false }
    guard let lineFeed = rest.first else { return isEnough ? false : nil }
    guard lineFeed == 0x0A else { return false }
    let times = rest.dropFirst().prefix { $0 != 0x0A }
    if times.firstRange(of: Array("-->".utf8)) != nil { return true }
    return times.endIndex < text.endIndex || isEnough ? false : nil
  }
}

extension TrackInputFormat {
  /// The subtitles of a drone's film.
  public static let srt = TrackInputFormat(.srt)
}

/// The subtitles that a drone of DJI writes beside its film: one for each frame or each second. They differ by model:
///
///     2023-08-06 09:44:53.811
///     [latitude: 22.1] [longitude: 113.2] [rel_alt: 1.200 abs_alt: 50.3]
///
///     [latitude : 22.1] [longtitude : 113.2] [altitude: 50.3]
///     GPS(113.2,22.1,19) BAROMETER:1.9                          2017.08.05 14:11:51
///     GPS (113.2, 22.1, 19), D 24.2m, H 6.0m, H.S 2.10m/s, V.S 0.00m/s
///
/// The third number after GPS is the number of satellites of some models and the height of others, and H and the
/// barometer are heights above the start, so no altitude is made of them. The time is that of the drone's clock, without a
/// zone: it counts as UTC, as in other formats.
struct SRTLines: LineFormat {
  private let source: FixSource
  /// The text of the current subtitle.
  private var text = ""
  /// Longer subtitles are damaged.
  private static let longest = 1 << 14

  init(source: FixSource) { self.source = source }

  mutating func read(
    _ line: NumberedLines.Line, into items: inout ParsedItems
  ) throws(TrackFileError) {
    let words = String(decoding: line.bytes, as: UTF8.self)
    // A subtitle ends with an empty line. Without one, the times of the next one show it.
    let isBlank = words.allSatisfy(\.isWhitespace)
    if isBlank || words.contains("-->") {
      append(endingAt: line.end, to: &items)
      text = ""
    } else if text.utf8.count < Self.longest {
      text += words.lowercased() + "\n"
    }
  }

  mutating func finish(afterLines lines: Int, into items: inout ParsedItems) {
    append(endingAt: nil, to: &items)
  }

  // MARK: Subtitles

  /// Appends the fix of the subtitle.
  private func append(endingAt end: Int?, to items: inout ParsedItems) {
    // The number before the times.
    guard text.contains(where: \.isLetter) else { return }
    guard let place = place else { return items.skipped.add("subtitle without a position") }
    var fix = Fix(coordinate: place, source: source)
    fix.altitude = number(after: "abs_alt") ?? number(after: "[altitude")
    fix.speed = number(after: "h.s ")
    fix.climb = number(after: "v.s ")
    fix.timestamp = time
    if fix.timestamp != nil { items.skipped.add("time zone") }
    items.append(fix, endingAt: end)
  }

  /// The place; `nil` before the drone knows it: it states 0, 0 then.
  private var place: Coordinate? {
    var degrees = (
      number(after: "[latitude"), number(after: "[longitude") ?? number(after: "[longtitude")
    )
    if degrees.0 == nil, let start = text.firstRange(of: "gps")?.upperBound {
      let parts = text[start...].drop { " (:".contains($0) }.prefix { $0 != ")" && $0 != "\n" }
        .split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
      guard parts.count >= 2 else { return nil }
      degrees = (parts[1], parts[0])
    }
    guard let latitude = degrees.0, let longitude = degrees.1, latitude != 0 || longitude != 0
    else {
      return nil
    }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The number after a name, with or without a colon.
  private func number(after name: String) -> Double? {
    guard let start = text.firstRange(of: name)?.upperBound else { return nil }
    let rest = text[start...].drop { $0 == " " || $0 == ":" }
    return Double(rest.prefix { "+-.0123456789".contains($0) })
  }

  /// The time in the line that begins or ends with it.
  private var time: Date? {
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      for (day, clock) in zip(words, words.dropFirst()) {
        guard day.count >= 8, day.first?.isNumber ?? false, clock.contains(":") else { continue }
        // Some models write milliseconds and microseconds: 09:44:53,811,238.
        let parts = clock.split { $0 == "," || $0 == "." }.prefix(2)
        let time = FileTime.instant(date: String(day), time: parts.joined(separator: "."))
        if let time { return time }
      }
    }
    return nil
  }
}
