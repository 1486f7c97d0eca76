/// A format that ``TrackWriter`` writes.
public enum TrackFormat: Hashable, Sendable {
  /// GPX 1.1 (<https://www.topografix.com/GPX/1/1/>): a track for each receiver, which begins a new
  /// segment after each loss of the fix. The track of the first receiver is written at once. The tracks
  /// of other receivers behind the same source follow at the end; until then they are in a temporary
  /// file without a name. Speed and course are in Garmin's extension, the heading in OsmAnd's. GPX has no
  /// place for errors in meters.
  case gpx
  /// GeoJSON (RFC 7946): a line for each track, with the times of its positions in `coordTimes`, as Mapbox and
  /// others read them, and other values in `coordinateProperties`. The document is written at its end; until
  /// then it is in temporary files without names. A stream, and a single location, are as for
  /// ``geoJSONPoints``.
  case geoJSON
  /// GeoJSON (RFC 7946): a point for each fix, with the other values as its properties.
  case geoJSONPoints
  /// Comma-separated values (RFC 4180): a header with names and units, then a line for each fix.
  case csv
  /// gpsd's `TPV` and `SKY` objects (gpsd_json(5)), one object a line. It is the only format besides
  /// ``nmea`` that contains satellites, and the only one that says why a fix was lost.
  case json
  /// NMEA 0183 4.1: the sentences of a receiver, with satellites.
  case nmea
  /// A `geo:` URI (RFC 5870) for each fix, one a line.
  case geoURI
  /// KML 2.2 (<https://www.ogc.org/standard/kml/>) with Google's `gx:Track`: a placemark for each track, with
  /// times, speed, course and accuracy. The document is written at its end; until then it is in temporary
  /// files without names.
  case kml
  /// TCX, Garmin's Training Center Database: an activity for each track. The document is written at its end;
  /// until then it is in temporary files without names. Fixes without a date have no place in it.
  case tcx
  /// JSON lines with everything that a provider delivers, from which it can be replayed exactly; see
  /// <doc:RecordedUpdates>.
  case updates
  /// A line for each fix, made from a template.
  case template(Template)

  /// The format of files whose elements are copied into this one; `nil` if there is none.
  package var copiedFormat: RecordedFormat? { self == .gpx ? .gpx : nil }

  /// The names of all formats except templates, in the order of a list for people.
  public static let names = named.map(\.name)

  /// Finds a format by its name in ``names``, in upper or lower case; `nil` if there is none.
  public init?(name: String) {
    let wanted = name.lowercased()
    guard let format = Self.named.first(where: { $0.name == wanted })?.format else { return nil }
    self = format
  }

  private static let named: [(name: String, format: TrackFormat)] = [
    ("json", .json), ("csv", .csv), ("gpx", .gpx), ("geojson", .geoJSON),
    ("geojson-points", .geoJSONPoints), ("nmea", .nmea), ("geo", .geoURI), ("kml", .kml),
    ("tcx", .tcx), ("updates", .updates),
  ]
}
