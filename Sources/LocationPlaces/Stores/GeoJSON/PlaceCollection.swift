import LocationText

/// A GeoJSON FeatureCollection (RFC 7946 section 3.3) whose places can be changed. Everything that is not a
/// place stays as it was.
struct PlaceCollection: Sendable {
  private(set) var table = PlaceTable()
  private var root: JSONObject
  private var features: [JSONValue]
  /// The index of each place's feature.
  private var indexes: [String: Int] = [:]

  init() {
    root = JSONObject()
    root["type"] = .string("FeatureCollection")
    root["features"] = .array([])
    features = []
  }

  /// Reads a text.
  ///
  /// - Throws: an error that says which line or which feature is wrong.
  init(_ text: [UInt8]) throws(PlaceError) {
    let value = try PlaceFormat.json(text)
    guard let root = value.object, root["type"]?.string == "FeatureCollection",
      let features = root["features"]?.array
    else { throw PlaceError(.badData, detail: "it is not a GeoJSON FeatureCollection") }
    self.root = root
    // Only `features` is current.
    self.root["features"] = .array([])
    self.features = features
    for (index, feature) in features.enumerated() {
      do throws(PlaceError) {
        guard let place = try PlaceFeature.place(feature) else { continue }
        _ = try table.add([place])
        indexes[place.id] = index
      } catch {
        throw PlaceError(
          .badData, detail: "line \(feature.line), feature \(index + 1): \(error)", cause: error)
      }
    }
  }

  mutating func add(_ places: [Place]) throws(PlaceError) -> [PlaceChange] {
    let changes = try table.add(places)
    for place in places {
      indexes[place.id] = features.count
      features.append(.object(PlaceFeature.feature(place)))
    }
    return changes
  }

  mutating func update(_ place: Place) throws(PlaceError) -> [PlaceChange] {
    let changes = try table.update(place)
    if let index = indexes[place.id] {
      features[index] = .object(
        PlaceFeature.feature(place, replacing: features[index].object))
    }
    return changes
  }

  mutating func delete(id: String) throws(PlaceError) -> [PlaceChange] {
    let changes = try table.delete(id: id)
    if let removed = indexes.removeValue(forKey: id) {
      features.remove(at: removed)
      indexes = indexes.mapValues { $0 > removed ? $0 - 1 : $0 }
    }
    return changes
  }

  /// Writes the text, with each feature in a line of its own.
  func write(into text: inout ByteText) {
    text.write(root) { text, member in
      guard member.name == "features", !features.isEmpty else { return text.write(member.value) }
      text.write("[\n")
      text.write(list: features, separator: ",\n") { $0.write($1) }
      text.write("\n]")
    }
    text.write("\n")
  }
}
