import LocationCore
import LocationText

/// A place as a GeoJSON Feature (RFC 7946 section 3.2).
///
/// A circle is a Point with the property `radius` in meters, a corridor a LineString with a `radius`,
/// and a polygon a Polygon. Other properties: `name`, `tags`, `note`, `private`, `privacyZone`, and `monitor`
/// with `enter`, `leave` and `stay` in seconds. Defaults are left out. ``PlacePrivacy`` reads whether it is private.
enum PlaceFeature {
  // MARK: Writing

  /// The feature of a place.
  ///
  /// - Parameter former: the feature that it replaces. Its unknown members stay.
  static func feature(_ place: Place, replacing former: JSONObject? = nil) -> JSONObject {
    var feature = former ?? JSONObject()
    feature["type"] = .string("Feature")
    // An id may also be a number; it stays the number.
    if feature["id"].flatMap(text) != place.storeID {
      feature["id"] = place.storeID.map { .string($0) }
    }
    let formerGeometry = feature["geometry"]?.object
    let isSameRegion = (try? region(of: feature, defaultRadius: nil)) == place.region
    if !isSameRegion || formerGeometry == nil {
      feature["bbox"] = nil
      feature["geometry"] = .object(geometry(place.region, replacing: formerGeometry))
    }
    var properties = feature["properties"]?.object ?? JSONObject()
    // One member says whether the place is private, in our word.
    feature.members.removeAll { PlacePrivacy.isAbout($0.name) }
    properties.members.removeAll {
      PlacePrivacy.isAbout($0.name) && $0.name != "private" && $0.name != "privacyZone"
    }
    properties["name"] = .string(place.name)
    properties["radius"] = place.region.radius.map { .number($0) }
    properties["tags"] = place.tags.isEmpty ? nil : .array(place.tags.map { .string($0) })
    properties["note"] = place.note.map { .string($0) }
    properties["private"] = place.isPrivate ? .bool(true) : nil
    properties["privacyZone"] = place.privacyZone.map { .string($0.text) }
    properties["monitor"] = monitor(
      place.monitoring, replacing: properties["monitor"]?.object)
    feature["properties"] = .object(properties)
    return feature
  }

  private static func geometry(
    _ region: PlaceRegion, replacing former: JSONObject?
  ) -> JSONObject {
    var geometry = former ?? JSONObject()
    switch region {
    case .circle(let circle):
      geometry["type"] = .string("Point")
      geometry["coordinates"] = position(circle.center)
    case .corridor(let corridor):
      geometry["type"] = .string("LineString")
      geometry["coordinates"] = .array(corridor.track.map(position))
    case .polygon(let polygon):
      geometry["type"] = .string("Polygon")
      // The last position of a ring repeats the first one.
      let rings = ([polygon.corners] + polygon.holes).map { $0 + $0.prefix(1) }
      geometry["coordinates"] = .array(rings.map { .array($0.map(position)) })
    }
    return geometry
  }

  private static func position(_ place: Coordinate) -> JSONValue {
    .array([.number(place.longitude), .number(place.latitude)])
  }

  private static func monitor(
    _ options: MonitoringOptions, replacing former: JSONObject?
  ) -> JSONValue? {
    var monitor = former ?? JSONObject()
    monitor["enter"] = options.reportsEntering ? nil : .bool(false)
    monitor["leave"] = options.reportsLeaving ? nil : .bool(false)
    monitor["stay"] = options.stay.map { .number($0 / .seconds(1)) }
    return monitor.members.isEmpty ? nil : .object(monitor)
  }

  // MARK: Reading

  /// The place of a feature; `nil` for a feature of another kind: without a name, without a geometry
  /// that a place can have, or a point or line without a radius.
  ///
  /// - Parameter defaultRadius: the radius in meters of a point or line that has none.
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a value that a place must not have, and for a feature of another kind
  ///   that might be a private place: if it were left out, the place would be published.
  static func place(
    _ value: JSONValue, defaultRadius: Double? = nil
  ) throws(PlaceError) -> Place? {
    guard let feature = value.object else { throw unclear("it is no object") }
    let properties = feature["properties"]?.object
    let privacy = PlacePrivacy([feature, properties ?? JSONObject()])
    guard feature["type"]?.string == "Feature", let properties,
      let name = properties["name"]?.string, !Place.key(ofName: name).isEmpty,
      let region = try region(of: feature, defaultRadius: defaultRadius)
    else {
      let isReadable =
        feature["type"]?.string == "Feature"
        && feature["properties"].map { $0.object != nil || $0.isNull } != false
      guard privacy.isPrivate || !isReadable else { return nil }
      throw unclear(obstacle(feature))
    }
    return try Place(
      // A feature of another program may have no id. Its name identifies it too.
      id: feature["id"].flatMap(text) ?? name, name: name, region: region,
      tags: properties["tags"]?.array?.compactMap(\.string) ?? [],
      note: properties["note"]?.string, monitoring: monitoring(properties["monitor"]),
      isPrivate: privacy.isPrivate, privacyZone: try PrivacyZone(text: privacy.zone))
  }

  private static func unclear(_ problem: String) -> PlaceError {
    PlaceError(.invalidPlace, detail: "it might be a private place, but \(problem)")
  }

  /// Why a feature is no place.
  private static func obstacle(_ feature: JSONObject) -> String {
    guard feature["type"]?.string == "Feature" else { return "its type is not Feature" }
    guard let properties = feature["properties"]?.object else {
      return "its properties are no object"
    }
    guard let name = properties["name"]?.string, !Place.key(ofName: name).isEmpty else {
      return "it has no name"
    }
    guard let type = feature["geometry"]?["type"]?.string else { return "it has no geometry" }
    if !["Point", "LineString"].contains(type) {
      return "a \(type) is no area of a place; make it a Polygon, or one place for each part"
    }
    let radius = properties["radius"].map { "not \($0.summary)" } ?? "and it has none"
    return "its radius must be a number of meters, \(radius)"
  }

  private static func text(_ id: JSONValue) -> String? {
    switch id.content {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  /// The area of a feature; `nil` for a geometry that a place cannot have.
  static func region(
    of feature: JSONObject, defaultRadius: Double?
  ) throws(PlaceError) -> PlaceRegion? {
    guard let geometry = feature["geometry"]?.object, var type = geometry["type"]?.string,
      var coordinates = geometry["coordinates"]
    else { return nil }
    // Map programs write a MultiPolygon even for one Polygon.
    if type.hasPrefix("Multi"), let parts = coordinates.array, parts.count == 1 {
      (type, coordinates) = (String(type.dropFirst("Multi".count)), parts[0])
    }
    switch (type, radius(of: feature, defaultRadius)) {
    case ("Point", let radius?):
      return .circle(try CircleRegion(center: try place(coordinates), radius: radius))
    case ("LineString", let radius?):
      return .corridor(try CorridorRegion(along: try places(coordinates), radius: radius))
    case ("Polygon", _):
      guard let rings = coordinates.array, let border = rings.first else {
        throw PlaceError(.invalidPlace, detail: "a polygon has no ring")
      }
      var holes: [[Coordinate]] = []
      for ring in rings.dropFirst() { holes.append(try places(ring)) }
      return .polygon(try PolygonRegion(corners: try places(border), holes: holes))
    default: return nil
    }
  }

  /// The radius in meters. A text is read too; with one that is no number, the place has none.
  private static func radius(of feature: JSONObject, _ standard: Double?) -> Double? {
    guard let radius = feature["properties"]?["radius"], !radius.isNull else { return standard }
    return radius.double ?? radius.string.flatMap(Place.meters)
  }

  private static func places(_ positions: JSONValue) throws(PlaceError) -> [Coordinate] {
    guard let positions = positions.array else {
      throw PlaceError(.invalidPlace, detail: "expected an array of positions")
    }
    var places: [Coordinate] = []
    for position in positions { places.append(try place(position)) }
    return places
  }

  private static func place(_ position: JSONValue) throws(PlaceError) -> Coordinate {
    guard let numbers = position.array, numbers.count >= 2, let longitude = numbers[0].double,
      let latitude = numbers[1].double
    else {
      throw PlaceError(.invalidPlace, detail: "expected a longitude and a latitude")
    }
    do {
      // Some programs continue beyond 180° at the antimeridian.
      let isBeyond = longitude.magnitude > 180 && longitude.magnitude <= 540
      return try Coordinate(
        latitude: latitude,
        longitude: isBeyond ? longitude.remainder(dividingBy: 360) : longitude)
    } catch {
      throw PlaceError(.invalidPlace, detail: "\(error)")
    }
  }

  private static func monitoring(_ value: JSONValue?) -> MonitoringOptions {
    let object = value?.object
    return MonitoringOptions(
      reportsEntering: object?["enter"]?.bool ?? true,
      reportsLeaving: object?["leave"]?.bool ?? true,
      // A number that no `Duration` can hold becomes one that a place refuses.
      stay: object?["stay"]?.double.map { .seconds(min(max($0, -1), 1e9)) })
  }
}
