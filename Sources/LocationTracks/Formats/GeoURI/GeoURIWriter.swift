import LocationCore
import LocationText

extension FileFormat {
  static let geoURI = FileFormat(
    "geo", title: "geo URIs", writing: Writing(rank: 7) { _ in GeoURIWriter() })
}

extension TrackFormat {
  /// A `geo:` URI (RFC 5870) for each fix, one a line.
  public static let geoURI = TrackFormat(.geoURI)
}

/// `geo:` URIs (RFC 5870), one a line: `geo:48.1173,11.5167,592.3;u=4`. The third number is the height
/// above the WGS 84 ellipsoid in meters, and `u` is the estimated horizontal error in meters.
struct GeoURIWriter: FormatWriter {
  var holds: TrackContents { [.untimedPoint, .ellipsoidalAltitude, .accuracy] }

  func write(_ update: LocationUpdate, into text: inout ByteText) {
    guard case .fix(let fix) = update else { return }
    text.member("geo:", trimming: fix.coordinate.latitude, places: 9)
    // Section 3.4.2: at a pole all longitudes are the same place, which is written with 0.
    let isPole = fix.coordinate.latitude.magnitude == 90
    text.member(",", trimming: isPole ? 0 : fix.coordinate.longitude, places: 9)
    text.member(",", trimming: fix.ellipsoidalAltitude, places: 4)
    text.member(";u=", trimming: fix.horizontalAccuracy, places: 3)
    text.write("\n")
  }
}
