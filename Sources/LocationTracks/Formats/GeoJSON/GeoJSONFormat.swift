extension FileFormat {
  /// GeoJSON (RFC 7946) of tracks.
  package static let geoJSON = FileFormat(
    "geojson", title: "GeoJSON",
    signature: .document(
      .json,
      [#""FeatureCollection""#, #""Feature""#, #""LineString""#, #""coordinates""#]),
    reading: .parser { GeoJSONParser(source: $0.fixSource, items: $0.items) },
    writing: Writing(rank: 4, isDocument: true) { settings in
      switch settings.shape {
      case .document, .unordered: GeoJSONTrackWriter()
      case .stream, .single: GeoJSONWriter(isCollection: false)
      }
    },
    help: .gpsbabel("geojson"))

  /// GeoJSON of points. A reader takes it for ``geoJSON``.
  static let geoJSONPoints = FileFormat(
    "geojson-points", title: "GeoJSON of points", hasExtension: false,
    writing: Writing(rank: 5, isDocument: true) {
      GeoJSONWriter(isCollection: $0.shape == .document || $0.shape == .unordered)
    })
}

extension TrackFormat {
  /// GeoJSON (RFC 7946): a line for each track, with the times of its positions in `coordTimes`, as Mapbox and
  /// others read them, and other values in `coordinateProperties`. The document is written at its end; until
  /// then it is in temporary files without names. A stream, and a single location, are as for
  /// ``geoJSONPoints``.
  public static let geoJSON = TrackFormat(.geoJSON)
  /// GeoJSON (RFC 7946): a point for each fix, with the other values as its properties.
  public static let geoJSONPoints = TrackFormat(.geoJSONPoints)
}

extension TrackInputFormat {
  /// GeoJSON (RFC 7946).
  public static let geojson = TrackInputFormat(.geoJSON)
}
