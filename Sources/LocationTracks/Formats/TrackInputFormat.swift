/// A format of recordings that is read.
///
/// The content of a recording decides its format. A program that knows better names it, for example for a
/// CSV file whose header is not recognized as one.
public enum TrackInputFormat: String, Hashable, Sendable, CaseIterable {
  /// NMEA 0183.
  case nmea
  /// GPX 1.0 and 1.1.
  case gpx
  /// KML 2.2 and 2.3.
  case kml
  /// A zip archive with a KML document.
  case kmz
  /// Garmin's Training Center Database.
  case tcx
  /// gpsd's JSON, one object a line.
  case json
  /// GeoJSON (RFC 7946).
  case geojson
  /// A flight record of the FAI.
  case igc
  /// Garmin's Flexible and Interoperable Data Transfer.
  case fit
  /// Comma-separated values with a header.
  case csv
  /// ``TrackFormat/updates``.
  case updates

  /// The same format as the recognition names it; `nil` for NMEA 0183.
  var recorded: RecordedFormat? {
    switch self {
    case .nmea: nil
    case .gpx: .gpx
    case .kml: .kml
    case .kmz: .kmz
    case .tcx: .tcx
    case .json: .gpsdJSON
    case .geojson: .geoJSON
    case .igc: .igc
    case .fit: .fit
    case .csv: .csv
    case .updates: .updates
    }
  }
}
