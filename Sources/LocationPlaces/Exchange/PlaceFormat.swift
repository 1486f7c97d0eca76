public import LocationCore
import LocationText

/// A format in which places are exchanged with other programs.
///
/// `LocationTracks` adds the waypoints of GPX and the placemarks of KML, the list of all formats, and finds the format of
/// a text.
public struct PlaceFormat: Sendable {
  /// The places of a text.
  public struct Content: Sendable {
    /// The places, without ids, so that a ``PlaceService`` gives them new ones.
    public var places: [Place]
    /// How many elements are no places. ``PlaceFormat/leftOut`` says which ones.
    public var leftOutCount = 0

    /// Makes a content.
    public init(_ places: [Place], leftOutCount: Int = 0) {
      self.places = places
      self.leftOutCount = leftOutCount
    }
  }

  /// The name for people, in lower case, as "geojson".
  public let name: String
  /// The extensions of its files, without the dot; the usual one first.
  public let fileExtensions: [String]
  /// Whether a file says which places are private.
  public let holdsPrivacy: Bool
  /// Which elements ``read(_:defaultRadius:)`` leaves out and counts, as "waypoints without a name"; `nil` for none.
  public let leftOut: String?
  private let writer: @Sendable ([Place], Date) throws(PlaceError) -> [UInt8]
  private let reader: @Sendable ([UInt8], Double?) throws(PlaceError) -> Content

  /// Makes a format. The parameters are the properties of the same names, ``text(of:now:)`` and
  /// ``read(_:defaultRadius:)``.
  public init(
    _ name: String, fileExtensions: [String], holdsPrivacy: Bool, leftOut: String? = nil,
    text: @escaping @Sendable (_ places: [Place], _ now: Date) throws(PlaceError) -> [UInt8],
    read: @escaping @Sendable (_ text: [UInt8], _ radius: Double?) throws(PlaceError) -> Content
  ) {
    self.name = name
    self.fileExtensions = fileExtensions
    self.holdsPrivacy = holdsPrivacy
    self.leftOut = leftOut
    writer = text
    reader = read
  }

  /// Writes places as a UTF-8 text.
  ///
  /// - Parameters:
  ///   - places: the places to export.
  ///   - now: the time of the export. OwnTracks wants a time for each waypoint, and tells waypoints apart
  ///     by it, so each one is a second later than the one before.
  /// - Throws: ``PlaceErrorCode/invalidPlace`` for a place that the format cannot hold.
  public func text(of places: [Place], now: Date) throws(PlaceError) -> [UInt8] {
    try writer(places, now)
  }

  /// Reads the places of a text.
  ///
  /// - Parameters:
  ///   - text: a file of this format.
  ///   - radius: the radius in meters of a place without one. With `nil`, such a place is an error, or is
  ///     no place in GeoJSON.
  /// - Throws: ``PlaceErrorCode/badData`` for a text of another format, ``PlaceErrorCode/invalidPlace`` for a
  ///   place that is not valid. The error names the line, the feature or the waypoint.
  public func read(
    _ text: [UInt8], defaultRadius radius: Double? = nil
  ) throws(PlaceError) -> Content {
    try reader(text, radius)
  }
}

extension PlaceFormat: Hashable {
  /// Compares the names.
  public static func == (first: PlaceFormat, second: PlaceFormat) -> Bool {
    first.name == second.name
  }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PlaceFormat {
  /// A GeoJSON FeatureCollection (RFC 7946), as a ``GeoJSONPlaceStore`` keeps it.
  public static let geoJSON = PlaceFormat(
    "geojson", fileExtensions: ["geojson", "json"], holdsPrivacy: true,
    leftOut: "features without a name or with no area",
    text: { places, _ throws(PlaceError) in try geoJSONText(of: places) },
    read: { text, radius throws(PlaceError) in try features(text, radius) })

  /// A table with the columns `name`, `latitude`, `longitude`, `radius`, `tags`, `note`, `private` and
  /// `privacyZone` (RFC 4180). Several tags are separated by semicolons. It has circles only.
  public static let csv = PlaceFormat(
    "csv", fileExtensions: ["csv"], holdsPrivacy: true,
    text: { places, _ throws(PlaceError) in try PlaceTableText.text(of: places) },
    read: { text, radius throws(PlaceError) in
      Content(try PlaceTableText.places(from: text, defaultRadius: radius))
    })

  /// The waypoints of OwnTracks: JSON with `desc`, `lat`, `lon`, `rad` and `rid`. It has circles only.
  public static let ownTracks = PlaceFormat(
    "owntracks", fileExtensions: ["otrc"], holdsPrivacy: false,
    text: { places, now throws(PlaceError) in try OwnTracksWaypoints.text(of: places, now: now) },
    read: { text, radius throws(PlaceError) in
      Content(try OwnTracksWaypoints.places(from: text, defaultRadius: radius))
    })

  private static func geoJSONText(of places: [Place]) throws(PlaceError) -> [UInt8] {
    var collection = PlaceCollection()
    var names: Set<String> = []
    // Without ids, a name identifies a place, here and in another program.
    for place in places where names.insert(place.id).inserted {
      _ = try collection.add([try place.identified(by: place.id)])
    }
    var text = ByteText()
    collection.write(into: &text)
    return text.bytes
  }

  private static func features(
    _ text: [UInt8], _ radius: Double?
  ) throws(PlaceError) -> Content {
    guard let root = try json(text).object, let features = root["features"]?.array else {
      throw PlaceError(.badData, detail: "it is not a GeoJSON FeatureCollection")
    }
    var content = Content([])
    for (index, feature) in features.enumerated() {
      do throws(PlaceError) {
        guard let place = try PlaceFeature.place(feature, defaultRadius: radius) else {
          content.leftOutCount += 1
          continue
        }
        content.places.append(place.withoutID)
      } catch {
        throw error.located("line \(feature.line), feature \(index + 1)")
      }
    }
    return content
  }

  /// Whether a text begins like a JSON object or array.
  package static func isJSON(_ text: [UInt8]) -> Bool {
    let first = firstByte(of: text)
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The first byte that is neither space nor a part of a byte order mark.
  package static func firstByte(of text: [UInt8]) -> UInt8? {
    text.first { $0 > 0x20 && $0 < 0x80 }
  }

  static func json(_ text: [UInt8]) throws(PlaceError) -> JSONValue {
    do throws(JSONMistake) {
      return try JSONValue(text)
    } catch {
      let problem = error.reason.map { "not JSON: \($0.problem)" } ?? error.problem
      throw PlaceError(.badData, detail: "line \(error.line): \(problem)")
    }
  }
}

extension PlaceError {
  /// The same error with its place in a text.
  package func located(_ location: String) -> PlaceError {
    var error = self
    error.detail = "\(location): \(description)"
    error.subject = nil
    return error
  }

  /// An error for a place whose radius neither the file nor the caller gives.
  package static func noRadius(_ name: String) -> PlaceError {
    PlaceError(.invalidPlace, subject: name, detail: "it has no radius")
  }

  /// An error for a format that has only circles.
  static func notACircle(_ place: Place, format: String) -> PlaceError {
    PlaceError(
      .invalidPlace, subject: place.name,
      detail: "\(format) has only circles; GeoJSON can hold every place")
  }
}
