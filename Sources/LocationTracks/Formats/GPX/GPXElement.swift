/// The elements of GPX 1.0 and 1.1, and of common extensions, that the reader uses.
enum GPXElement: String, CaseIterable {
  // The most frequent come first, because they are found fastest.
  case trkpt, ele, time, speed, course, extensions
  case trackPointExtension = "TrackPointExtension"
  case fix, sat, hdop, vdop, pdop, magvar, geoidheight, name, desc, heading, bearing
  case rtept, wpt, trkseg, trk, rte, src, ageofdgpsdata, dgpsid, gpx
  /// Any other element.
  case other = ""

  private static let names = XMLElementNames<GPXElement>()

  init(_ name: XMLName) { self = Self.names.element(name) ?? .other }

  /// Whether OsmAnd writes a value of a track point in an element of this name.
  var isOsmAndValue: Bool {
    self == .speed || self == .course || self == .bearing || self == .heading
  }
}
