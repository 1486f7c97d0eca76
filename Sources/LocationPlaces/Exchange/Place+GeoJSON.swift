import LocationText

extension Place {
  /// Writes the place as a GeoJSON Feature (RFC 7946) in one line, without the line feed.
  ///
  /// - Parameter distance: meters from a position to the border, negative inside. It becomes the property
  ///   `distance`; `nil` leaves it out.
  package func write(featureInto text: inout ByteText, distance: Double? = nil) {
    var feature = PlaceFeature.feature(self)
    if let distance {
      var properties = feature["properties"]?.object ?? JSONObject()
      properties["distance"] = .number((distance * 10).rounded() / 10)
      feature["properties"] = .object(properties)
    }
    text.write(.object(feature))
  }
}

extension PlaceRegion {
  /// The area of a GeoJSON text: a geometry, a Feature, or a FeatureCollection with one area.
  ///
  /// - Parameter radius: the radius in meters of a point or line that has none.
  /// - Throws: ``PlaceErrorCode/badData`` if the text is something else, ``PlaceErrorCode/invalidPlace`` for an area
  ///   that a place cannot have.
  package init(geoJSON text: [UInt8], defaultRadius radius: Double) throws(PlaceError) {
    guard let root = try PlaceFormat.json(text).object else {
      throw PlaceError(.badData, detail: "it is not GeoJSON")
    }
    var features = [root]
    if let members = root["features"]?.array {
      features = members.compactMap(\.object)
    } else if root["geometry"] == nil {
      var feature = JSONObject()
      feature["geometry"] = .object(root)
      features = [feature]
    }
    var regions: [PlaceRegion] = []
    for feature in features {
      if let region = try PlaceFeature.region(of: feature, defaultRadius: radius) {
        regions.append(region)
      }
    }
    guard let region = regions.first, regions.count == 1 else {
      throw PlaceError(
        .badData,
        detail: regions.isEmpty
          ? "it has no Point, LineString or Polygon"
          : "it has \(regions.count) areas; keep one, or import them as places")
    }
    self = region
  }

  /// The same area with another radius.
  ///
  /// - Parameter radius: in meters, 1 … 5,000,000.
  /// - Throws: ``PlaceErrorCode/invalidPlace`` if the radius is out of range, and for a polygon.
  package func withRadius(_ radius: Double) throws(PlaceError) -> PlaceRegion {
    switch self {
    case .circle(let circle): return try .circle(around: circle.center, radius: radius)
    case .corridor(let corridor):
      return .corridor(try CorridorRegion(along: corridor.track, radius: radius))
    case .polygon: throw PlaceError(.invalidPlace, detail: "a polygon has no radius")
    }
  }
}
