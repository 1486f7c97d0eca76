/// The elements of GPX 1.0 and 1.1 that the reader uses.
enum GPXElement: String, CaseIterable {
  case gpx, trk, trkseg, trkpt, rte, rtept, wpt
  case ele, time, magvar, geoidheight, name, desc, src, fix, sat, hdop, vdop, pdop
  case ageofdgpsdata, dgpsid
  /// Only GPX 1.0 has these two.
  case course, speed
  /// Any other element.
  case other = ""

  init(_ name: XMLName) {
    self = Self.named.first { name == $0.name }?.element ?? .other
  }

  /// Whether it is a place.
  var isPoint: Bool { self == .trkpt || self == .rtept || self == .wpt }

  // The most frequent come first.
  private static let named: [(name: StaticString, element: GPXElement)] = [
    ("trkpt", .trkpt), ("ele", .ele), ("time", .time), ("speed", .speed), ("course", .course),
    ("fix", .fix), ("sat", .sat), ("hdop", .hdop), ("vdop", .vdop), ("pdop", .pdop),
    ("magvar", .magvar), ("geoidheight", .geoidheight), ("name", .name), ("desc", .desc),
    ("rtept", .rtept),
    ("wpt", .wpt), ("trkseg", .trkseg), ("trk", .trk), ("rte", .rte), ("src", .src),
    ("ageofdgpsdata", .ageofdgpsdata), ("dgpsid", .dgpsid), ("gpx", .gpx),
  ]
}
