import GPSDProtocol
import LocationCore

/// The `.rec` files of OwnTracks' recorder: on each line the time of receipt, a word and a message, with tabs between them.
///
///     2025-03-01T12:00:00Z\t*                 \t{"_type":"location","lat":48.5,"lon":11.25,"tst":1740830400}
///
/// Messages that are no location, such as `transition` and `lwt`, have no item.
struct OwnTracksLines: LineFormat {
  private let reader: OwnTracksReader

  init(source: FixSource) { reader = OwnTracksReader(source: source) }

  mutating func read(
    _ line: NumberedLines.Line, into items: inout ParsedItems
  ) throws(TrackFileError) {
    if line.bytes.allSatisfy({ $0 == 0x20 }) { return }
    guard let start = line.bytes.firstIndex(of: UInt8(ascii: "{")),
      line.isEnded || line.bytes.last == UInt8(ascii: "}")
    else {
      throw TrackFileError(
        line: line.number, problem: "expected a time, a word and a message of OwnTracks")
    }
    let update = reader.update(
      Array(line.bytes[start...]), of: nil, receivedAt: items.receipt)
    guard case .fix(let fix)? = update else {
      return items.skipped.add("message without a location")
    }
    items.append(fix, endingAt: line.end)
  }

  func finish(afterLines lines: Int, into items: inout ParsedItems) {}
}

extension FileFormat {
  /// The recordings of OwnTracks' recorder.
  package static let ownTracks = FileFormat(
    "owntracks", title: "OwnTracks", hasExtension: false, signature: .lines(isRecording),
    reading: .parser { LineParser(OwnTracksLines(source: $0.fixSource), items: $0.items) },
    help: ReadingHelp(advice: ReadingHelp.noSentences))

  /// A line begins with a time such as `2025-03-01T12:00:00Z` and a tab.
  private static func isRecording(_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Bool? {
    let form = Array("0000-00-00T00:00:00Z\t".utf8)
    let start = text.prefix(form.count).map { (0x30...0x39).contains($0) ? 0x30 : $0 }
    guard form.starts(with: start) else { return false }
    return start.count == form.count ? true : isEnough ? false : nil
  }
}

extension TrackInputFormat {
  /// The recordings of OwnTracks' recorder.
  public static let ownTracks = TrackInputFormat(.ownTracks)
}
