import LocationCore
import LocationReplay
import LocationText

/// Makes features of the tokens of GeoJSON.
///
/// A feature is kept until its end, because its type and its times may follow its coordinates. Members that
/// are not known are skipped.
struct GeoJSONDocument {
  /// What an open bracket or brace belongs to.
  private enum Level {
    /// A GeoJSON object: the whole text, a feature, or a geometry.
    case object(isGeometry: Bool)
    case features, geometries, coordinates
    case properties, coordinateProperties
    /// An array of values, or an array in it.
    case list(GeoJSONProperties.List)
    case skipped
  }

  /// Whether the open document is Overland's, `{"locations":[…]}`, which states no type.
  private var hasLocations = false
  /// Whether an object was read.
  private(set) var hasObject = false

  /// The features that are complete and not taken yet.
  var features: [GeoJSONFeature] = []

  /// The properties and geometries that are not read.
  private(set) var skipped = SkippedParts()

  private var levels: [Level] = []
  /// The name of the member whose value follows.
  private var member = ""
  /// The types of the open GeoJSON objects.
  private var types: [String?] = []
  private var geometry = GeoJSONGeometry()
  /// The geometries of the open feature that are complete.
  private var shapes: [GeoJSONFeature.Shape] = []
  private var properties = GeoJSONProperties()

  /// Reads a token.
  ///
  /// - Parameter offset: the offset in the file of the first byte after the token.
  mutating func read(
    _ token: JSONScanner.Token, _ json: JSONScanner, endingAt offset: Int
  ) throws(FormatProblem) {
    switch levels.last {
    case nil:
      guard token == .beginObject else { throw FormatProblem("expected a GeoJSON object") }
      beginObject(isGeometry: false)
    case .object: try readMember(token, json, endingAt: offset)
    case .features, .geometries: readElement(token)
    case .coordinates:
      if geometry.read(token, json) {
        levels.removeLast()
      } else if token == .beginObject {
        levels.append(.skipped)
      }
    case .properties: readProperty(token, json)
    case .coordinateProperties:
      switch token {
      case .name: member = json.text
      case .beginArray:
        let list = GeoJSONProperties.List(member)
        if list == nil { skipped.add(member) }
        levels.append(list.map { .list($0) } ?? .skipped)
      default: skip(token)
      }
    case .list(let list): readValue(of: list, token, json)
    case .skipped: skip(token)
    }
  }

  private mutating func beginObject(isGeometry: Bool) {
    levels.append(.object(isGeometry: isGeometry))
    types.append(nil)
    if !isGeometry {
      shapes = []
      properties = GeoJSONProperties()
    }
  }

  // MARK: GeoJSON objects

  private mutating func readMember(
    _ token: JSONScanner.Token, _ json: JSONScanner, endingAt offset: Int
  ) throws(FormatProblem) {
    switch (token, member) {
    case (.name, _): member = json.text
    case (.endObject, _): try endObject(endingAt: offset)
    case (.string, "type"): types[types.count - 1] = json.text
    case (.beginArray, "features"): levels.append(.features)
    case (.beginArray, "locations") where levels.count == 1:
      hasLocations = true
      levels.append(.features)
    case (.beginArray, "geometries"): levels.append(.geometries)
    case (.beginArray, "coordinates"):
      geometry = GeoJSONGeometry()
      _ = geometry.read(token, json)
      levels.append(.coordinates)
    case (.beginObject, "geometry"): beginObject(isGeometry: true)
    case (.beginObject, "properties"): levels.append(.properties)
    default: skip(token)
    }
  }

  private mutating func readElement(_ token: JSONScanner.Token) {
    let isGeometry = if case .geometries = levels.last { true } else { false }
    switch token {
    case .beginObject: beginObject(isGeometry: isGeometry)
    case .endArray: levels.removeLast()
    default:
      skipped.add(unreadable: isGeometry ? "geometry" : "feature")
      skip(token)
    }
  }

  private mutating func endObject(endingAt offset: Int) throws(FormatProblem) {
    let type = types.removeLast()
    if let kind = type.flatMap(GeoJSONGeometry.Kind.init) {
      for case nil in geometry.positions { skipped.addImpossiblePosition() }
      shapes.append((kind, geometry))
    } else if let type, type.hasSuffix("Polygon") {
      skipped.add(type)
    }
    geometry = GeoJSONGeometry()
    guard case .object(isGeometry: false) = levels.removeLast() else { return }
    if !shapes.isEmpty {
      features.append(GeoJSONFeature(shapes, properties, endingAt: offset))
      shapes = []
    }
    guard levels.isEmpty else { return }
    defer { hasLocations = false }
    guard hasLocations || type.map(Self.types.contains) == true else {
      throw FormatProblem(
        "expected a type of GeoJSON, such as FeatureCollection, not \"\(type ?? "")\"")
    }
    hasObject = true
  }

  private static let types: Set<String> = [
    "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString",
    "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  // MARK: Properties

  private mutating func readProperty(_ token: JSONScanner.Token, _ json: JSONScanner) {
    switch token {
    case .name: member = json.text
    case .string:
      if !properties.read(member, string: json.text) { skipped.add(member) }
      if properties.takeUnreadable() { skipped.add(unreadable: member) }
    case .number:
      if !properties.read(member, number: json.number) { skipped.add(member) }
    case .true where member == "speedIsDerived": properties.derived.insert(.speed)
    case .true where member == "courseIsDerived": properties.derived.insert(.course)
    case .true where member == "positionIsDerived": properties.derived.insert(.position)
    // The file's values are taken as they are. Whether they were smoothed before is not known.
    case .true where member == "isSmoothed": break
    case .beginArray where ["coordTimes", "times"].contains(member): levels.append(.list(.times))
    case .beginObject where member == "coordinateProperties": levels.append(.coordinateProperties)
    case .beginArray, .beginObject, .true, .false:
      skipped.add(member)
      skip(token)
    default: skip(token)
    }
  }

  private mutating func readValue(
    of list: GeoJSONProperties.List, _ token: JSONScanner.Token, _ json: JSONScanner
  ) {
    switch token {
    case .beginArray: levels.append(.list(list))
    case .endArray: levels.removeLast()
    case .beginObject:
      properties.read(list, token, json)
      levels.append(.skipped)
    default: properties.read(list, token, json)
    }
    if properties.takeUnreadable() { skipped.add(unreadable: "time") }
  }

  /// Passes over a token that has no meaning, and over the arrays and objects that begin with it.
  private mutating func skip(_ token: JSONScanner.Token) {
    switch token {
    case .beginObject, .beginArray: levels.append(.skipped)
    case .endObject, .endArray: levels.removeLast()
    default: break
    }
  }
}
