import LocationCore
import LocationIO
import LocationText

/// Where and how a file can be continued.
struct RecordingPlace {
  /// The size of the complete part of the file. Its footer is included, unless the file is cut off.
  let size: Int
  /// The text that continues it.
  let text: any RecordingText
  /// Whether the file ends in the middle of something, which is removed.
  var isCutOff = false
  /// Whether the last line is not ended.
  var needsLineEnd = false

  /// More than two pages, which is the most that can follow the footer of a killed recorder. More than the
  /// system keeps in memory of a recording, which a power failure can damage.
  private static let window = 1024 * 1024

  /// Examines a file; `nil` if it has other content than a recording in this format.
  init?(
    in file: any RecordingFile, format: RecordingFormat, now: @escaping @Sendable () -> Date
  ) throws(SystemError) {
    let size = try file.size()
    // Formats without a header begin with an empty file.
    if size == 0, format.newText(now: now).empty.isEmpty {
      (self.size, text) = (0, format.newText(now: now))
      return
    }
    let head = try file.read(Self.window, at: 0)
    let start = max(0, size - Self.window)
    let end = start == 0 ? head : try file.read(Self.window, at: start)
    guard format.begins(head) else { return nil }
    if format == .gpx {
      guard let place = try Self.place(inGPX: file, end, from: start) else { return nil }
      self = place
      return
    }
    text = format.newText(now: now)
    if format == .nmea {
      // A reader drops an incomplete sentence, because its checksum is wrong or missing.
      (self.size, needsLineEnd) = (size, end.last != UInt8(ascii: "\n"))
      return
    }
    // A line without an end is incomplete: the power failed, or the process was killed. A zero is a page that
    // was not stored before the power failed.
    let complete = end.prefix { $0 != 0 }
    guard let last = complete.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    self.size = start + last + 1
    isCutOff = self.size < size
  }

  private init(size: Int, text: any RecordingText, isCutOff: Bool = false) {
    self.size = size
    self.text = text
    self.isCutOff = isCutOff
  }

  // MARK: GPX

  /// - Parameters:
  ///   - end: the last bytes of the file.
  ///   - start: the offset of `end`.
  private static func place(
    inGPX file: any RecordingFile, _ end: [UInt8], from start: Int
  ) throws(SystemError) -> RecordingPlace? {
    let documentEnd = GPXRecordingText.documentEnd
    // A recorder that was killed may have left two footers. The first one counts if nothing but processing
    // instructions follows.
    var from = 0
    while let found = end.offset(of: documentEnd, from: from) {
      let after = found + documentEnd.count
      if end[after...].isInstructions {
        let track = GPXRecordingText.trackEnd
        guard end[..<found].hasSuffix(track) else {
          return RecordingPlace(size: start + after, text: GPXRecordingText())
        }
        guard let last = try lastTrack(in: file, before: start + found) else { return nil }
        return RecordingPlace(size: start + after, text: GPXRecordingText(continuing: last))
      }
      from = after
    }
    return try cutPlace(inGPX: file, end, from: start)
  }

  /// The place after the last whole point of a file without a footer; `nil` if there is something else than
  /// tracks before it, which the footer would not end.
  private static func cutPlace(
    inGPX file: any RecordingFile, _ end: [UInt8], from start: Int
  ) throws(SystemError) -> RecordingPlace? {
    let pointEnd = Array("</trkpt>".utf8)
    if let found = end.lastOffset(of: pointEnd) {
      let after = found + pointEnd.count
      let size = start + after + (end.dropFirst(after).first == UInt8(ascii: "\n") ? 1 : 0)
      guard let last = try lastTrack(in: file, before: size) else { return nil }
      return RecordingPlace(
        size: size, text: GPXRecordingText(continuing: last), isCutOff: true)
    }
    let header = GPXRecordingText.header
    guard start == 0,
      ["<wpt", "<rte"].allSatisfy({ end.offset(of: Array($0.utf8), from: 0) == nil })
    else { return nil }
    return RecordingPlace(size: header.count, text: GPXRecordingText(), isCutOff: true)
  }

  /// The beginning of the last track, up to its first point; `nil` if there is none.
  private static func lastTrack(
    in file: any RecordingFile, before offset: Int
  ) throws(SystemError) -> [UInt8]? {
    let (begin, point) = (Array("<trk>\n".utf8), Array("<trkpt".utf8))
    var end = offset
    while end > 0 {
      let start = max(0, end - window)
      // The overlap finds a beginning across the border of two windows.
      let bytes = try file.read(end - start + begin.count, at: start)
      if let found = bytes.lastOffset(of: begin) {
        let track = try file.read(window, at: start + found)
        return track.offset(of: point, from: 0).map { Array(track[..<$0]) }
      }
      end = start
    }
    return nil
  }
}

extension RecordingFormat {
  /// Whether a file with these first bytes is a recording in this format.
  fileprivate func begins(_ head: [UInt8]) -> Bool {
    switch self {
    case .gpx: head.starts(with: GPXRecordingText.header)
    case .csv, .updates: head.starts(with: newText().empty)
    case .json: head.starts(with: Array(#"{"class":""#.utf8))
    case .nmea: Self.beginsWithSentence(head)
    }
  }

  /// Whether the first line is a sentence with a checksum.
  private static func beginsWithSentence(_ head: [UInt8]) -> Bool {
    guard head.first == UInt8(ascii: "$") || head.first == UInt8(ascii: "!"),
      let end = head.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }), end > 3,
      head[end - 3] == UInt8(ascii: "*")
    else { return false }
    let sum = head[1..<end - 3].reduce(0, ^)
    return UInt8(String(decoding: head[end - 2..<end], as: UTF8.self), radix: 16) == sum
  }
}

extension [UInt8] {
  /// The first offset of a text at or after `start`.
  func offset(of text: [UInt8], from start: Int) -> Int? {
    guard let first = text.first else { return nil }
    var index = start
    while index + text.count <= count {
      if self[index] == first, self[index..<index + text.count].elementsEqual(text) {
        return index
      }
      index += 1
    }
    return nil
  }

  fileprivate func lastOffset(of text: [UInt8]) -> Int? {
    guard count >= text.count else { return nil }
    return (0...count - text.count).last { self[$0] == text[0] && self[$0...].starts(with: text) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: [UInt8]) -> Bool { suffix(text.count).elementsEqual(text) }

  /// Whether there is nothing but spaces, line feeds and processing instructions.
  fileprivate var isInstructions: Bool {
    var rest = self
    while let first = rest.first {
      if first == 0x20 || first == 0x0A {
        rest = rest.dropFirst()
      } else if rest.starts(with: Array("<?".utf8)) {
        let end = rest.indices.first {
          rest[$0] == UInt8(ascii: "?") && $0 + 1 < rest.endIndex
            && rest[$0 + 1] == UInt8(ascii: ">")
        }
        guard let end else { return false }
        rest = rest[(end + 2)...]
      } else {
        return false
      }
    }
    return true
  }
}
