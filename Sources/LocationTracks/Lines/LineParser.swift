import LocationCore
import LocationReplay

/// A format whose items are in lines of text.
protocol LineFormat {
  /// Reads a line, and appends the items that it completes.
  mutating func read(
    _ line: NumberedLines.Line, into items: inout ParsedItems
  ) throws(TrackFileError)

  /// Checks that the file may end here.
  ///
  /// - Parameter lines: the number of lines of the file.
  func finish(afterLines lines: Int) throws(TrackFileError)
}

/// Parses a file line by line.
struct LineParser<Format: LineFormat>: TrackParser {
  private var lines = NumberedLines()
  private var format: Format
  private var items: ParsedItems

  init(_ format: Format, items: ParsedItems) {
    self.format = format
    self.items = items
  }

  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError) {
    items.receive(bytes, at: receipt)
    try lines.split(bytes) { line throws(TrackFileError) in try format.read(line, into: &items) }
  }

  mutating func finish() throws(TrackFileError) {
    try lines.finish { line throws(TrackFileError) in
      do throws(TrackFileError) {
        try format.read(line, into: &items)
      } catch {
        guard line.number > 1 else { throw error }
        throw TrackFileError(line: line.number, problem: TrackFileError.cutOff, isCutOff: true)
      }
    }
    try format.finish(afterLines: lines.count)
    items.end(at: lines.offset)
  }

  mutating func takeItems() -> [TrackItem] { items.take() }

  var skipped: SkippedParts { items.skipped }
}
