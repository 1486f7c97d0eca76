import LocationCore
import LocationIO
public import LocationPlaces
import LocationReplay
import LocationText

extension PlaceFormat {
  /// The waypoints of GPX 1.1. A waypoint has no radius, no tags, and does not say that a place is private.
  public static let gpx = PlaceFormat(
    "gpx", fileExtensions: ["gpx"], holdsPrivacy: false, leftOut: "waypoints without a name",
    text: { places, _ throws(PlaceError) in try GPXPlaces.text(of: places) },
    read: { text, radius throws(PlaceError) in try GPXPlaces.read(text, defaultRadius: radius) })
}

/// Places as waypoints of GPX 1.1.
private enum GPXPlaces {
  /// Writes circles. A waypoint has no radius.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a place that is not a circle.
  static func text(of places: [Place]) throws(PlaceError) -> [UInt8] {
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
      text.member("<wpt lat=\"", trimming: circle.center.latitude, places: 9)
      text.member("\" lon=\"", trimming: circle.center.longitude, places: 9)
      text.write("\">")
      text.element("<name>", place.name, "</name>")
      text.element("<desc>", place.note, "</desc>")
      text.write("</wpt>\n")
    }
    text.write("</gpx>\n")
    return text.bytes
  }

  static func read(
    _ text: [UInt8], defaultRadius radius: Double?
  ) throws(PlaceError) -> PlaceFormat.Content {
    var content = PlaceFormat.Content([])
    for waypoint in try waypoints(of: text) {
      guard let name = waypoint.name?.inOneLine, !name.isEmpty else {
        content.leftOutCount += 1
        continue
      }
      guard let radius else { throw .noRadius(name) }
      content.places.append(
        try Place(
          name: name, region: .circle(around: waypoint.coordinate, radius: radius),
          note: waypoint.note))
    }
    return content
  }

  private static func waypoints(of text: [UInt8]) throws(PlaceError) -> [TrackWaypoint] {
    do throws(UserLocationError) {
      let reader = try GPXReader(DataByteSource(bytes: text))
      var waypoints: [TrackWaypoint] = []
      while let item = try reader.blockingNext() {
        if case .waypoint(let waypoint) = item.content { waypoints.append(waypoint) }
      }
      return waypoints
    } catch {
      throw PlaceError(error)
    }
  }
}
