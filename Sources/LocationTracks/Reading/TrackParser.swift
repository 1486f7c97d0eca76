package import LocationCore
import LocationIO
package import LocationReplay

/// Parses the content of a track file that arrives in pieces of any size. It does no input and output.
///
/// ``ParsedTrackReader`` reads the bytes and calls these functions. A format becomes readable by a type
/// that conforms and a case in ``RecordedFormat/parser(source:keepsBytes:)``.
package protocol TrackParser {
  /// Parses the next bytes. The items before an error can still be taken.
  ///
  /// - Parameter receipt: when the bytes were received; `nil` if the items have to wait for their time.
  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError)

  /// Ends the file. The items before an error can still be taken.
  mutating func finish() throws(TrackFileError)

  /// Takes the next items that are complete; empty if there are none. A parser may give them in portions.
  mutating func takeItems() -> [TrackItem]

  /// The parts of the file, as far as it is parsed, that make no item and no value of one.
  var skipped: SkippedParts { get }

  /// The document whose elements the items carry; `nil` if they carry none.
  var original: OriginalDocument? { get }
}

extension TrackParser {
  /// Nothing: the parser does not count it.
  package var skipped: SkippedParts { SkippedParts() }

  /// `nil`: the format has no elements that are kept.
  package var original: OriginalDocument? { nil }
}

extension XMLTrackParser: TrackParser {}

extension RecordedFormat {
  /// Makes a parser of the format; `nil` if the format is not read.
  ///
  /// - Parameters:
  ///   - source: the name of the file, for the source of its fixes and for errors.
  ///   - keepsBytes: whether items carry their original bytes.
  ///   - keptElements: the elements that the items of a GPX file carry.
  /// - Throws: `.sourceUnavailable` if the format needs a C library that is not installed.
  package func parser(
    source: String, keepsBytes: Bool, keptElements: KeptElements = .none
  ) throws(UserLocationError) -> (any TrackParser)? {
    let items = ParsedItems(keepsBytes: keepsBytes)
    let fixSource = FixSource(kind: .replayed, name: source)
    switch self {
    case .gpx, .kml, .tcx:
      do throws(SystemLibraryError) {
        return try xmlParser(source, keepsBytes, keptElements)
      } catch {
        throw UserLocationError(error, source: source)
      }
    case .gpsdJSON: return LineParser(GPSDJSONLines(source: fixSource), items: items)
    case .geoJSON: return GeoJSONParser(source: fixSource, items: items)
    case .igc: return LineParser(IGCLines(source: fixSource), items: items)
    case .fit: return FITParser(source: fixSource, items: items)
    case .csv: return LineParser(CSVLines(source: fixSource), items: items)
    case .updates: return UpdatesParser(keepsKinds: false, keepsBytes: keepsBytes)
    case .kmz, .xml, .json, .ubx, .utf16, .zip, .gzip, .bzip2, .xz, .zstandard: return nil
    }
  }

  private func xmlParser(
    _ source: String, _ keepsBytes: Bool, _ keptElements: KeptElements
  ) throws(SystemLibraryError) -> XMLTrackParser {
    switch self {
    case .kml: try .kml(source: source, keepsBytes: keepsBytes)
    case .tcx: try .tcx(source: source, keepsBytes: keepsBytes)
    default: try .gpx(source: source, keepsBytes: keepsBytes, keptElements: keptElements)
    }
  }
}
