import LocationIO

// Where a GPX file is continued.
extension GPXRecordingText {
  func continuation(
    of file: any WritableFile, _ end: [UInt8], from start: Int
  ) throws(SystemError) -> RecordingContinuation? {
    let documentEnd = Self.documentEnd
    // A recorder that was killed may have left two footers. The first one counts if nothing but processing
    // instructions follows.
    var from = 0
    while let found = end.offset(of: documentEnd, from: from) {
      let after = found + documentEnd.count
      if end[after...].isInstructions {
        guard end[..<found].hasSuffix(Self.trackEnd) else {
          return RecordingContinuation(size: start + after, text: GPXRecordingText())
        }
        guard let last = try Self.lastTrack(in: file, before: start + found) else { return nil }
        return RecordingContinuation(size: start + after, text: GPXRecordingText(continuing: last))
      }
      from = after
    }
    return try Self.continuationOfCutFile(in: file, end, from: start)
  }

  /// Continues after the last whole point of a file without a footer; `nil` if there is something else than
  /// tracks before it, which the footer would not end.
  private static func continuationOfCutFile(
    in file: any WritableFile, _ end: [UInt8], from start: Int
  ) throws(SystemError) -> RecordingContinuation? {
    let pointEnd = Array("</trkpt>".utf8)
    if let found = end.lastOffset(of: pointEnd) {
      let after = found + pointEnd.count
      let size = start + after + (end.dropFirst(after).first == UInt8(ascii: "\n") ? 1 : 0)
      guard let last = try lastTrack(in: file, before: size) else { return nil }
      return RecordingContinuation(
        size: size, text: GPXRecordingText(continuing: last), isCutOff: true)
    }
    guard start == 0,
      ["<wpt", "<rte"].allSatisfy({ end.offset(of: Array($0.utf8), from: 0) == nil })
    else { return nil }
    return RecordingContinuation(size: Self.header.count, text: GPXRecordingText(), isCutOff: true)
  }

  /// The beginning of the last track, up to its first point; `nil` if there is none.
  private static func lastTrack(
    in file: any WritableFile, before offset: Int
  ) throws(SystemError) -> [UInt8]? {
    let (begin, point) = (Array("<trk>\n".utf8), Array("<trkpt".utf8))
    var end = offset
    while end > 0 {
      let start = max(0, end - RecordingContinuation.window)
      // The overlap finds a beginning across the border of two windows.
      let bytes = try file.read(end - start + begin.count, at: start)
      if let found = bytes.lastOffset(of: begin) {
        let track = try file.read(RecordingContinuation.window, at: start + found)
        return track.offset(of: point, from: 0).map { Array(track[..<$0]) }
      }
      end = start
    }
    return nil
  }
}

extension [UInt8] {
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
