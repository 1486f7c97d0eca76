extension FileFormat {
  /// All formats, in the order in which people see those that are read. The readers of lines are asked in this
  /// order whether a text is theirs, and an archive that contains something is before any other archive.
  package static let all: [FileFormat] = [
    .nmea, .gpx, .kml, .kmz, .tcx, .gpsdJSON, .geoJSON, .geoJSONPoints, .igc, .fit, .csv, .updates,
    .geoURI, .xml, .json, .ubx, .utf16, .zip, .gzip, .bzip2, .xz, .zstandard,
  ]
}
