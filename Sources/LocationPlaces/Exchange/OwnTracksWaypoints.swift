import LocationCore
import LocationText

/// The waypoints that OwnTracks exports and imports: `{"_type":"waypoints","waypoints":[…]}`.
enum OwnTracksWaypoints {
  static func text(of places: [Place], now: Date) throws(PlaceError) -> [UInt8] {
    var waypoints: [JSONValue] = []
    let start = now.timeIntervalSince1970.rounded(.down)
    for (index, place) in places.enumerated() {
      guard case .circle(let circle) = place.region else {
        throw .notACircle(place, format: "OwnTracks")
      }
      var waypoint = JSONObject()
      waypoint["_type"] = .string("waypoint")
      waypoint["desc"] = .string(place.name)
      waypoint["lat"] = .number(circle.center.latitude)
      waypoint["lon"] = .number(circle.center.longitude)
      waypoint["rad"] = .number(circle.radius.rounded())
      waypoint["tst"] = .number(start + Double(index))
      waypoint["rid"] = place.storeID.map { .string($0) }
      waypoints.append(.object(waypoint))
    }
    var root = JSONObject()
    root["_type"] = .string("waypoints")
    root["waypoints"] = .array(waypoints)
    var text = ByteText()
    text.write(.object(root))
    text.write("\n")
    return text.bytes
  }

  static func places(
    from text: [UInt8], defaultRadius: Double?
  ) throws(PlaceError) -> [Place] {
    let root = try PlaceFormat.json(text)
    // An export is an object; a configuration has the array alone.
    guard let waypoints = root.array ?? root.object?["waypoints"]?.array else {
      throw PlaceError(.badData, detail: "it has no OwnTracks waypoints")
    }
    var places: [Place] = []
    for (index, waypoint) in waypoints.enumerated() {
      do throws(PlaceError) {
        places.append(try place(waypoint.object ?? JSONObject(), defaultRadius))
      } catch {
        throw error.located("waypoint \(index + 1)")
      }
    }
    return places
  }

  private static func place(
    _ waypoint: JSONObject, _ defaultRadius: Double?
  ) throws(PlaceError) -> Place {
    guard let name = waypoint["desc"]?.string, let latitude = waypoint["lat"]?.double,
      let longitude = waypoint["lon"]?.double
    else { throw PlaceError(.badData, detail: "expected desc, lat and lon") }
    // A waypoint that is not monitored has the radius 0.
    let radius = waypoint["rad"]?.double.flatMap { $0 > 0 ? $0 : nil } ?? defaultRadius
    var place = try Place.circle(name, latitude, longitude, radius)
    place.isPrivate = PlacePrivacy([waypoint]).isPrivate
    return place
  }
}

extension Place {
  /// A circle read from a text.
  static func circle(
    _ name: String, _ latitude: Double, _ longitude: Double, _ radius: Double?
  ) throws(PlaceError) -> Place {
    guard let radius else { throw .noRadius(name) }
    let center: Coordinate
    do throws(CoordinateError) {
      center = try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      throw PlaceError(.invalidPlace, subject: name, detail: error.description)
    }
    return try Place(name: name, region: .circle(around: center, radius: radius))
  }
}
