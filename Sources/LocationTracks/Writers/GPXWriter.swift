import GPSDProtocol
import LocationCore
import LocationText

/// GPX 1.1 (https://www.topografix.com/GPX/1/1/): a track that begins a new segment after each loss
/// of the fix, or one waypoint.
///
/// GPX 1.1 has no place for speed, course and errors in meters. Elements have the order of `wptType` in
/// the schema. Values that the schema does not allow are left out.
struct GPXWriter: FormatWriter {
  private let isWaypoint: Bool
  private var position = Position.beforeTrack

  private enum Position {
    case beforeTrack, inSegment, betweenSegments
  }

  /// Writes a waypoint, or a track.
  init(isWaypoint: Bool) { self.isWaypoint = isWaypoint }

  func begin(into text: inout ByteText) {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="swift-location" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation=\
      "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

      """)
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix: fix, into: &text)
    case .fixLost: if position == .inSegment { position = .betweenSegments }
    case .sky, .authorization: break
    }
  }

  func end(into text: inout ByteText) {
    if position != .beforeTrack { text.write("</trkseg>\n</trk>\n") }
    text.write("</gpx>\n")
  }

  mutating func write(fix: Fix, into text: inout ByteText) {
    if isWaypoint {
      point("<wpt lat=\"", fix, end: "</wpt>\n", into: &text)
      return
    }
    switch position {
    case .beforeTrack:
      text.write("<trk>\n")
      source(of: fix, into: &text)
      text.write("<trkseg>\n")
    case .betweenSegments: text.write("</trkseg>\n<trkseg>\n")
    case .inSegment: break
    }
    position = .inSegment
    point("<trkpt lat=\"", fix, end: "</trkpt>\n", into: &text)
  }

  private func point(
    _ start: StaticString, _ fix: Fix, end: StaticString, into text: inout ByteText
  ) {
    text.write(start)
    if let latitude = FixedPoint(fix.coordinate.latitude, places: 9) { text.write(latitude) }
    text.write("\" lon=\"")
    // The schema allows −180, but not 180.
    if let longitude = FixedPoint(fix.coordinate.longitude, places: 9) {
      text.write(longitude.wrappedTo180())
    }
    text.write("\">")
    text.element("<ele>", fix.altitude, places: 3, "</ele>")
    if let time = fix.timestamp.flatMap(UTCTime.init) {
      text.write("<time>")
      text.write(time)
      text.write("</time>")
    }
    if let variation = fix.magneticVariation.flatMap({ FixedPoint($0, places: 1) }) {
      text.write("<magvar>")
      text.write(variation.wrappedTo360())
      text.write("</magvar>")
    }
    text.element("<geoidheight>", fix.geoidSeparation, places: 3, "</geoidheight>")
    if isWaypoint { source(of: fix, into: &text) }
    text.write(kind(of: fix))
    if let used = fix.satellitesUsed, used >= 0 {
      text.write("<sat>")
      text.write(integer: used)
      text.write("</sat>")
    }
    text.element("<hdop>", fix.dilution.horizontal, places: 2, "</hdop>")
    text.element("<vdop>", fix.dilution.vertical, places: 2, "</vdop>")
    text.element("<pdop>", fix.dilution.position, places: 2, "</pdop>")
    text.element("<ageofdgpsdata>", fix.differentialAge, places: 1, "</ageofdgpsdata>")
    if let station = fix.differentialStation, (0...1023).contains(station) {
      text.write("<dgpsid>")
      text.write(integer: station)
      text.write("</dgpsid>")
    }
    text.write(end)
  }

  private func source(of fix: Fix, into text: inout ByteText) {
    text.write("<src>")
    text.write(xml: fix.source.name)
    if fix.isSimulated { text.write(" (simulated)") }
    text.write("</src>")
    if !isWaypoint { text.write("\n") }
  }

  private func kind(of fix: Fix) -> StaticString {
    switch fix.status {
    case .differential, .rtkFixed, .rtkFloat: "<fix>dgps</fix>"
    case .precise: "<fix>pps</fix>"
    default: fix.mode == .threeD ? "<fix>3d</fix>" : "<fix>2d</fix>"
    }
  }
}

extension ByteText {
  fileprivate mutating func element(
    _ start: StaticString, _ value: Double?, places: Int, _ end: StaticString
  ) {
    guard let value, let number = FixedPoint(value, places: places) else { return }
    write(start)
    write(number)
    write(end)
  }

  /// Writes character data. XML 1.0 cannot contain most control characters; they become U+FFFD.
  fileprivate mutating func write(xml string: String) {
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case 0..<0x20: write("\u{FFFD}")
      default: write(byte: byte)
      }
    }
  }
}
