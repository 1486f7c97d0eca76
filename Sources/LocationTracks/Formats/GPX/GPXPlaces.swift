import LocationCore
import LocationIO
package import LocationPlaces
import LocationText

/// Places as waypoints of GPX 1.1.
package enum GPXPlaces {
  /// Writes circles. A waypoint has no radius.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a place that is not a circle.
  package static func text(of places: [Place]) throws(PlaceError) -> [UInt8] {
    var text = ByteText()
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="swift-location" xmlns="http://www.topografix.com/GPX/1/1">

      """)
    for place in places {
      guard case .circle(let circle) = place.region else {
        throw PlaceError(
          .invalidPlace, subject: place.name,
          detail: "a waypoint has no area; export it as GeoJSON or KML")
      }
      text.write("<wpt lat=\"")
      text.write(degrees: circle.center.latitude)
      text.write("\" lon=\"")
      text.write(degrees: circle.center.longitude)
      text.write("\"><name>")
      text.write(xml: place.name)
      text.write("</name>")
      if let note = place.note {
        text.write("<desc>")
        text.write(xml: note)
        text.write("</desc>")
      }
      text.write("</wpt>\n")
    }
    text.write("</gpx>\n")
    return text.bytes
  }

  /// The waypoints of a GPX file that have a name, and the number of the others.
  package static func places(
    of text: [UInt8], name: String, radius: Double
  ) throws -> (places: [Place], leftOut: Int) {
    let reader = try GPXReader(DataByteSource(bytes: text, name: name))
    var places: [Place] = []
    var leftOut = 0
    while let item = try reader.blockingNext() {
      guard case .waypoint(let mark) = item.content else { continue }
      guard let name = mark.name?.inOneLine, !name.isEmpty else {
        leftOut += 1
        continue
      }
      places.append(
        try Place(
          name: name, region: .circle(around: mark.coordinate, radius: radius), note: mark.note))
    }
    return (places, leftOut)
  }
}

extension ByteText {
  /// Writes an angle in degrees without an exponent, which GPX does not allow.
  fileprivate mutating func write(degrees angle: Double) {
    if let number = FixedPoint(angle, places: 9) { write(trimming: number) }
  }
}

extension String {
  /// The text in one line. Names in XML may have line breaks.
  var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
