package import LocationCore
package import LocationIO

/// A recording in a format that is recognized but not read. It is the cause of a `UserLocationError`.
package struct UnreadableRecording: Error, Hashable, Sendable {
  /// The format.
  package let format: RecordedFormat
  /// The path of the file; `nil` for standard input.
  package let path: String?

  /// Names a format and a file.
  package init(_ format: RecordedFormat, path: String?) {
    self.format = format
    self.path = path
  }

  /// A shell command that makes a format that is read, and writes it to standard output; `nil` if no
  /// common program does.
  package var conversion: String? {
    let file = path.map(Self.quoted)
    func read(_ program: String) -> String { program + (file.map { " \($0)" } ?? "") }
    func babel(_ type: String) -> String { "gpsbabel -i \(type) -f \(file ?? "-") -o gpx -F -" }
    switch format {
    case .gzip: return read("zcat")
    case .bzip2: return read("bzcat")
    case .xz: return read("xzcat")
    case .zstandard: return read("zstdcat")
    case .zip: return "unzip -p \(file ?? "FILE")"
    case .kmz: return "unzip -p \(file ?? "FILE") | gpsbabel -i kml -f - -o gpx -F -"
    case .utf16: return read("iconv -f UTF-16 -t UTF-8")
    case .kml: return babel("kml")
    case .tcx: return babel("gtrnctr")
    case .fit: return babel("garmin_fit")
    case .igc: return babel("igc")
    case .geoJSON: return babel("geojson")
    case .gpx, .xml, .json, .gpsdJSON, .updates, .csv, .ubx: return nil
    }
  }

  /// How to get a recording that is read, if ``conversion`` is `nil`.
  package var advice: String {
    switch format {
    case .gpsdJSON: "gpspipe -r records NMEA, which is read"
    case .ubx: "gpsd reads it: gpsfake \(path.map(Self.quoted) ?? "FILE")"
    case .gpx, .csv: "it has no sentences"
    default: "NMEA 0183, GPX, KML, TCX, gpsd JSON, GeoJSON, IGC, FIT and CSV are read"
    }
  }

  /// The path as a shell reads it.
  private static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
        || [UInt8](".,_-/+:=@".utf8).contains(byte)
    }
    if plain, !path.hasPrefix("-") { return path }
    return "'"
      + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

extension UserLocationError {
  /// A recording that has no track point, or only lost fixes.
  ///
  /// - Parameter format: `nil` for NMEA 0183.
  package init(withoutTrackPoint format: RecordedFormat?, of source: String) {
    self.init(
      .sourceEnded, source: source,
      detail: "it is \(format?.rawValue ?? "NMEA 0183") without a track point")
  }

  /// A recording in a format that is not read.
  package init(unreadable format: RecordedFormat, of source: any ByteSource) {
    let path = (source as? FileByteSource)?.path
    self.init(
      .badData, source: source.name, detail: "it is \(format.rawValue), not NMEA 0183",
      cause: UnreadableRecording(format, path: path))
  }
}
