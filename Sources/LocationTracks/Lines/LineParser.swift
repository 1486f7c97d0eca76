import LocationCore
import LocationReplay

/// A format whose items are in lines of text.
protocol LineFormat {
  /// Reads a line, and appends the items that it completes.
  mutating func read(
    _ line: NumberedLines.Line, into items: inout ParsedItems
  ) throws(TrackFileError)

  /// Appends what the end of the file completes, and checks that it may end here.
  ///
  /// - Parameter lines: the number of lines of the file.
  mutating func finish(afterLines lines: Int, into items: inout ParsedItems) throws(TrackFileError)
}

/// Parses a file line by line.
struct LineParser<Format: LineFormat>: TrackParser {
  private var lines = NumberedLines()
  private var format: Format
  private var items: ParsedItems
  private var unreadable = UnreadableLines()

  init(_ format: Format, items: ParsedItems) {
    self.format = format
    self.items = items
  }

  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError) {
    items.receive(bytes, at: receipt)
    try lines.split(bytes) { line throws(TrackFileError) in
      do throws(TrackFileError) {
        try format.read(line, into: &items)
      } catch {
        try unreadable.leaveOut(error, &items.skipped)
      }
    }
  }

  mutating func finish() throws(TrackFileError) {
    try lines.finish { line throws(TrackFileError) in
      do throws(TrackFileError) {
        try format.read(line, into: &items)
      } catch {
        guard line.number > 1 else { throw error }
        try unreadable.finish(hasItems: !items.isEmpty)
        throw TrackFileError(line: line.number, problem: TrackFileError.cutOff, isCutOff: true)
      }
    }
    try unreadable.finish(hasItems: !items.isEmpty)
    try format.finish(afterLines: lines.count, into: &items)
    items.end(at: lines.offset)
  }

  mutating func takeItems() -> [TrackItem] {
    let taken = items.take()
    if !taken.isEmpty { unreadable.hasItems = true }
    return taken
  }

  var skipped: SkippedParts { items.skipped }
}

/// The lines of a file that cannot be read: they are left out, unless the whole file cannot be read.
struct UnreadableLines {
  /// A stream of another format must not be read for ever.
  private static let mostWithoutItem = 1000

  /// Whether the file has an item.
  var hasItems = false
  private var first: TrackFileError?
  private var count = 0

  /// Leaves out a line.
  mutating func leaveOut(
    _ error: TrackFileError, _ skipped: inout SkippedParts
  ) throws(TrackFileError) {
    let first = first ?? error
    self.first = first
    count += 1
    if !hasItems, count > Self.mostWithoutItem { throw first }
    skipped.add(unreadable: "line")
  }

  /// Throws the error of the first line if the file has nothing else.
  func finish(hasItems: Bool) throws(TrackFileError) {
    if let first, !hasItems, !self.hasItems { throw first }
  }
}
