public import LocationCore
import LocationText

/// A format in which places are exchanged with other programs.
public enum PlaceFormat: String, Hashable, Sendable, CaseIterable {
  /// A GeoJSON FeatureCollection (RFC 7946), as a ``GeoJSONPlaceStore`` keeps it.
  case geoJSON = "geojson"
  /// A table with the columns `name`, `latitude`, `longitude`, `radius`, `tags`, `note` and `private`
  /// (RFC 4180). Several tags are separated by semicolons. It has circles only.
  case csv
  /// The waypoints of OwnTracks: JSON with `desc`, `lat`, `lon`, `rad` and `rid`. It has circles only.
  case ownTracks = "owntracks"

  /// The extensions of its files, without the dot; the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .geoJSON: ["geojson", "json"]
    case .csv: ["csv"]
    case .ownTracks: ["otrc"]
    }
  }

  /// Whether a file says which places are private.
  public var holdsPrivacy: Bool { self != .ownTracks }

  /// Writes places as a UTF-8 text.
  ///
  /// - Parameters:
  ///   - places: the places to export.
  ///   - now: the time of the export. OwnTracks wants a time for each waypoint, and tells waypoints apart
  ///     by it, so each one is a second later than the one before.
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a place that the format cannot hold.
  public func text(of places: [Place], now: Date) throws(PlaceError) -> [UInt8] {
    switch self {
    case .geoJSON:
      var collection = PlaceCollection()
      var names: Set<String> = []
      // Without ids, a name identifies a place, here and in another program.
      for place in places where names.insert(place.identity).inserted {
        _ = try collection.add([try place.identified(by: place.identity)])
      }
      var text = ByteText()
      collection.write(into: &text)
      return text.bytes
    case .csv: return try PlaceTableText.text(of: places)
    case .ownTracks: return try OwnTracksWaypoints.text(of: places, now: now)
    }
  }

  /// Reads the places of a text. They have no ids, so that a ``PlaceService`` gives them new ones.
  ///
  /// - Parameters:
  ///   - text: a file of this format.
  ///   - radius: the radius in meters of a place without one. With `nil`, such a place is an error, or is
  ///     no place in GeoJSON.
  /// - Throws: ``PlaceErrorCode/badData`` for a text of another format, ``PlaceErrorCode/invalidPlace`` for a
  ///   place that is not valid. The error names the line, the feature or the waypoint.
  public func places(
    from text: [UInt8], defaultRadius radius: Double? = nil
  ) throws(PlaceError) -> [Place] {
    switch self {
    case .geoJSON: try Self.features(text, radius)
    case .csv: try PlaceTableText.places(from: text, defaultRadius: radius)
    case .ownTracks: try OwnTracksWaypoints.places(from: text, defaultRadius: radius)
    }
  }

  private static func features(
    _ text: [UInt8], _ radius: Double?
  ) throws(PlaceError) -> [Place] {
    guard let root = try json(text).object, let features = root["features"]?.array else {
      throw PlaceError(.badData, detail: "it is not a GeoJSON FeatureCollection")
    }
    var places: [Place] = []
    for (index, feature) in features.enumerated() {
      do throws(PlaceError) {
        guard let feature = feature.object,
          let place = try PlaceFeature.place(feature, defaultRadius: radius)
        else { continue }
        places.append(place.withoutID)
      } catch {
        throw error.located("feature \(index + 1)")
      }
    }
    return places
  }

  /// Whether a text begins like a JSON object or array.
  package static func isJSON(_ text: [UInt8]) -> Bool {
    // A byte order mark may come first.
    let first = text.first { $0 > 0x20 && $0 < 0x80 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The format that a text has, by its content. A text of another format is taken for one of these.
  package static func recognize(_ text: [UInt8]) -> PlaceFormat {
    guard isJSON(text) else { return .csv }
    return (try? json(text))?.object?["features"] == nil ? .ownTracks : .geoJSON
  }

  static func json(_ text: [UInt8]) throws(PlaceError) -> JSONValue {
    do throws(JSONMistake) {
      return try JSONValue(text)
    } catch {
      let problem = error.reason.map { "not JSON (\($0))" } ?? error.problem
      throw PlaceError(.badData, detail: "line \(error.line): \(problem)")
    }
  }
}

extension PlaceError {
  /// The same error with its place in a text.
  func located(_ location: String) -> PlaceError {
    var error = self
    error.detail = "\(location): \(description)"
    error.subject = nil
    return error
  }

  /// An error for a format that has only circles.
  static func notACircle(_ place: Place, format: String) -> PlaceError {
    PlaceError(
      .invalidPlace, subject: place.name,
      detail: "\(format) has only circles; GeoJSON can hold every place")
  }
}
