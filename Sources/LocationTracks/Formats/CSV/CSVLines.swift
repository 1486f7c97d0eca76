import LocationCore
import LocationReplay

/// Comma-separated values (RFC 4180) with a header, also with semicolons, tabs or bars.
///
/// A line is a fix. A line with a name and without a time is a waypoint, and a line without a place has no
/// item.
struct CSVLines: LineFormat {
  private static let longestRecord = 1 << 20

  private let source: FixSource
  private var header: CSVHeader?
  /// The fewest fields of a record so far. Some programs leave out the last fields if they are empty.
  private var fewestFields = Int.max
  /// The beginning of a record whose quotation marks are not closed yet, and its first line.
  private var open: (bytes: [UInt8], line: Int)?
  /// The first row without a possible position, until another row is read.
  private var impossible: TrackFileError?
  private var hasRow = false

  init(source: FixSource) { self.source = source }

  mutating func read(
    _ line: NumberedLines.Line, into items: inout ParsedItems
  ) throws(TrackFileError) {
    var open = open.take()
    if open != nil, isRow(line.bytes) {
      // The quotation mark of the lines before is never closed.
      items.skipped.add(unreadable: "line")
      open = nil
    }
    if var open {
      open.bytes.append(UInt8(ascii: "\n"))
      open.bytes += line.bytes
      guard open.bytes.count <= Self.longestRecord else { throw unclosed(open.line) }
      if open.bytes.withUnsafeBytes({ CSVRecord.isOpen($0) }) {
        self.open = open
      } else {
        try open.bytes.withUnsafeBufferPointer { bytes throws(TrackFileError) in
          try readRecord(UnsafeRawBufferPointer(bytes), open.line, into: &items, endingAt: line)
        }
      }
    } else if isComment(line.bytes) {
      return
    } else if CSVRecord.isOpen(line.bytes) {
      self.open = (Array(line.bytes), line.number)
    } else if line.bytes.contains(where: { $0 != 0x20 }) {
      try readRecord(line.bytes, line.number, into: &items, endingAt: line)
    }
  }

  func finish(afterLines lines: Int, into items: inout ParsedItems) throws(TrackFileError) {
    if let open { throw unclosed(open.line) }
    if header == nil { throw missingHeader(1) }
    if let impossible, !hasRow { throw impossible }
  }

  private mutating func readRecord(
    _ bytes: UnsafeRawBufferPointer, _ line: Int, into items: inout ParsedItems,
    endingAt last: NumberedLines.Line
  ) throws(TrackFileError) {
    guard let header else {
      guard let header = CSVHeader(bytes) else { throw missingHeader(line, bytes) }
      self.header = header
      for name in header.skipped { items.skipped.add(name) }
      return
    }
    let record = CSVRecord(bytes, separator: header.separator)
    // The last number of a line that is cut off is another one.
    let count = record.fields.count
    guard last.isEnded || count >= min(fewestFields, header.count) else {
      throw TrackFileError(line: line, problem: TrackFileError.cutOff, isCutOff: true)
    }
    fewestFields = min(fewestFields, count)
    let row: CSVRow
    do throws(CSVRow.Malformed) {
      row = try CSVRow(record, header, source: source, skipped: &items.skipped)
    } catch {
      // Files of the same program that were joined have a header each.
      if let another = CSVHeader(bytes) {
        self.header = another
        return items.beginSegment()
      }
      let cells = [
        header.latitude, header.latitudeHemisphere, header.longitude, header.longitudeHemisphere,
      ].compactMap { $0.map { "\"\(record.text($0))\"" } }
      impossible =
        impossible
        ?? TrackFileError(
          line: line,
          problem: "expected latitude and longitude in degrees, not "
            + cells.joined(separator: ", "))
      return items.skipped.addImpossiblePosition()
    }
    hasRow = true
    switch row.content {
    case .fix(let fix): return items.append(fix, sensors: row.sensors, endingAt: last.end)
    case .loss(let loss): items.append(.fixLost(loss), endingAt: last.end)
    case .waypoint(let mark): items.append(.waypoint(mark), endingAt: last.end)
    case nil: items.skipped.add("line without a place")
    }
    items.skipped.add(withoutPoint: row.sensors)
  }

  /// Whether a line is no record. OpenTracks begins the header with `#`, too.
  private func isComment(_ line: UnsafeRawBufferPointer) -> Bool {
    guard CSVHeader.mayPrecede(line) else { return false }
    guard let header else { return CSVHeader(line) == nil }
    let record = CSVRecord(line, separator: header.separator)
    return ((try? CSVRow.place(record, header)) ?? nil) == nil
  }

  /// Whether a line has all columns, so that it is no part of a note with several lines.
  private func isRow(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let header, !CSVRecord.isOpen(line) else { return false }
    return CSVRecord(line, separator: header.separator).fields.count == header.count
  }

  /// The error for a first line that names no columns of places.
  private func missingHeader(_ line: Int, _ bytes: UnsafeRawBufferPointer? = nil) -> TrackFileError
  {
    let expected = "expected a header with columns for latitude and longitude"
    guard let bytes else { return TrackFileError(line: line, problem: expected) }
    let found = String(decoding: bytes.prefix(100), as: UTF8.self)
    let words = found.lowercased()
    let isGrid = ["utm", "easting", "northing"].contains { words.contains($0) }
    return TrackFileError(
      line: line,
      problem: "\(expected), not \"\(found)\"" + (isGrid ? "; UTM is not read" : ""))
  }

  private func unclosed(_ line: Int) -> TrackFileError {
    TrackFileError(line: line, problem: "a quotation mark is not closed")
  }
}
