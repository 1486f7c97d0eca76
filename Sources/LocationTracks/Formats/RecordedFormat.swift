/// A format of recordings that has other content than NMEA 0183. It is recognized by its first bytes.
package enum RecordedFormat: String, Hashable, Sendable, CaseIterable {
  case gpx = "GPX"
  case kml = "KML"
  case kmz = "KMZ"
  case tcx = "TCX"
  case xml = "XML"
  /// ``TrackFormat/updates``.
  case updates = "recorded updates"
  case gpsdJSON = "gpsd JSON"
  case geoJSON = "GeoJSON"
  case json = "JSON"
  case fit = "FIT"
  case igc = "IGC"
  case csv = "CSV"
  case ubx = "UBX"
  /// Any text in UTF-16, as some programs for Windows write it.
  case utf16 = "UTF-16 text"
  case zip = "zip"
  case gzip = "gzip"
  case bzip2 = "bzip2"
  case xz = "xz"
  case zstandard = "zstd"

  /// The result of a recognition.
  package enum Recognition: Hashable, Sendable {
    /// More bytes are needed.
    case undecided
    /// None of the known formats: NMEA 0183, plain text, or anything else.
    case other
    case known(RecordedFormat)
  }

  /// The largest number of bytes that a recognition needs.
  package static let headSize = 1024

  /// Recognizes the format of a recording.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the recording.
  ///   - isWhole: whether the recording has no further bytes.
  package static func recognize(_ head: some Collection<UInt8>, isWhole: Bool) -> Recognition {
    let head = Array(head.prefix(headSize))
    let isEnough = isWhole || head.count == headSize
    if let format = signed(head) { return .known(format) }
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      // Google Earth calls the first file of a KMZ archive doc.kml.
      if find(Array(".kml".utf8), in: head) != nil { return .known(.kmz) }
      return isEnough ? .known(.zip) : .undecided
    }
    if !isEnough, head.count < 12, let first = head.first, firstOfSigned.contains(first) {
      return .undecided
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if !isEnough, head.count < mark.count, mark.starts(with: head) { return .undecided }
    let text = head.starts(with: mark) ? head.dropFirst(mark.count) : head[...]
    guard let start = text.firstIndex(where: { !$0.isSpace }) else {
      return isEnough ? .other : .undecided
    }
    // To wait for more bytes delays no receiver: these bytes begin no sentence.
    switch text[start] {
    case UInt8(ascii: "<"): return document(head, xmlElements, else: .xml, isEnough)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return document(head, jsonMembers, else: .json, isEnough)
    case UInt8(ascii: "A"):
      let recognition = flightRecord(text[start...], isEnough)
      return recognition == .other ? table(text[start...], isEnough) : recognition
    case let first where first.isLetterOrDigit || first == UInt8(ascii: "\""):
      return table(text[start...], isEnough)
    default: return .other
    }
  }

  /// A CSV file begins with a header that has columns for latitude and longitude. Any other table of text is
  /// CSV too: its error speaks of columns, and not of sentences.
  private static func table(_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Recognition {
    let lineEnd = text.firstIndex { $0 == 0x0A || $0 == 0x0D }
    guard let end = lineEnd ?? (isEnough ? text.endIndex : nil) else { return .undecided }
    if text[..<end].withUnsafeBytes({ CSVHeader($0) }) != nil { return .known(.csv) }
    // Sentences have separators too.
    if text.contains(where: { "$!".utf8.contains($0) }) { return .other }
    guard isEnough else { return .undecided }
    return CSVHeader.isTable(text) ? .known(.csv) : .other
  }

  /// The first bytes of formats with a signature. No signature needs more than twelve bytes.
  private static let firstOfSigned: [UInt8] = [
    0x0C, 0x0E, 0x1F, 0x28, 0x42, 0x50, 0xB5, 0xFD, 0xFE, 0xFF,
  ]

  /// A format with a signature of bytes.
  private static func signed(_ head: [UInt8]) -> RecordedFormat? {
    let signatures: [([UInt8], RecordedFormat)] = [
      ([0x1F, 0x8B], .gzip), ([0x42, 0x5A, 0x68], .bzip2), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .xz), ([0xB5, 0x62], .ubx),
    ]
    for (signature, format) in signatures where head.starts(with: signature) { return format }
    // A byte order mark, and a character below 256.
    if head.count >= 4,
      head.starts(with: [0xFF, 0xFE]) && head[3] == 0
        || head.starts(with: [0xFE, 0xFF]) && head[2] == 0
    {
      return .utf16
    }
    // The header of a FIT file is 12 or 14 bytes long, and names the format in the bytes 8 … 11.
    if head.count >= 12, head[0] == 12 || head[0] == 14,
      head[8..<12].elementsEqual(Array(".FIT".utf8))
    {
      return .fit
    }
    return nil
  }

  private static let xmlElements: [(String, RecordedFormat)] = [
    ("<gpx", .gpx), ("<kml", .kml), ("<TrainingCenterDatabase", .tcx),
  ]

  private static let jsonMembers: [(String, RecordedFormat)] = [
    ("\"swift-location updates\"", .updates),
    ("\"class\"", .gpsdJSON), ("\"FeatureCollection\"", .geoJSON), ("\"Feature\"", .geoJSON),
    ("\"LineString\"", .geoJSON), ("\"coordinates\"", .geoJSON),
  ]

  /// The format whose text comes first in the head.
  private static func document(
    _ head: [UInt8], _ texts: [(String, RecordedFormat)], else other: RecordedFormat,
    _ isEnough: Bool
  ) -> Recognition {
    let found = texts.compactMap { text, format in
      find(Array(text.utf8), in: head).map { ($0, format) }
    }
    if let first = found.min(by: { $0.0 < $1.0 }) { return .known(first.1) }
    return isEnough ? .known(other) : .undecided
  }

  /// An IGC file begins with a line of `A`, three letters or digits for the maker, and any identification of
  /// the recorder. The line of another record follows.
  private static func flightRecord(_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Recognition {
    let start = text.prefix(4)
    guard start.allSatisfy(\.isLetterOrDigit) else { return .other }
    guard let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return isEnough ? .other : .undecided
    }
    let line = text[..<end]
    // A header of CSV has several columns.
    guard start.count == 4, line.count >= 4, !line.contains(where: { ",;\t".utf8.contains($0) })
    else { return .other }
    guard let next = text[end...].first(where: { $0 != 0x0A && $0 != 0x0D }) else {
      return isEnough ? .other : .undecided
    }
    return "HBIOGLFDKCE".utf8.contains(next) ? .known(.igc) : .other
  }

  private static func find(_ pattern: [UInt8], in head: [UInt8]) -> Int? {
    guard head.count >= pattern.count else { return nil }
    return (0...(head.count - pattern.count)).first { head[$0...].starts(with: pattern) }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }

  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
