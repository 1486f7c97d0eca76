/// Places in order, with unique ids and names.
struct PlaceTable: Sendable {
  private(set) var places: [Place] = []
  private var indexes: [String: Int] = [:]
  /// The id of each name's key.
  private var names: [String: String] = [:]

  func place(id: String) -> Place? { indexes[id].map { places[$0] } }

  /// Adds places at the end: all or none.
  mutating func add(_ new: [Place]) throws(PlaceError) -> [PlaceChange] {
    let count = places.count
    do throws(PlaceError) {
      for place in new { try add(place) }
    } catch {
      for place in places[count...] {
        if let id = place.storeID { indexes[id] = nil }
        names[place.nameKey] = nil
      }
      places.removeSubrange(count...)
      throw error
    }
    return new.map { .added($0) }
  }

  private mutating func add(_ place: Place) throws(PlaceError) {
    let id = try Self.id(of: place)
    guard indexes[id] == nil else {
      throw PlaceError(
        .duplicateID, subject: place.name, detail: "there is another place with the id \(id)")
    }
    try claimName(of: place, for: id)
    indexes[id] = places.count
    places.append(place)
  }

  mutating func update(_ place: Place) throws(PlaceError) -> [PlaceChange] {
    let id = try Self.id(of: place)
    guard let index = indexes[id] else { throw .unknown(id) }
    try claimName(of: place, for: id)
    if places[index].nameKey != place.nameKey { names[places[index].nameKey] = nil }
    places[index] = place
    return [.updated(place)]
  }

  mutating func delete(id: String) throws(PlaceError) -> [PlaceChange] {
    guard let index = indexes.removeValue(forKey: id) else { throw .unknown(id) }
    let place = places.remove(at: index)
    names[place.nameKey] = nil
    for index in index..<places.count {
      if let id = places[index].storeID { indexes[id] = index }
    }
    return [.deleted(place)]
  }

  private mutating func claimName(of place: Place, for id: String) throws(PlaceError) {
    guard names[place.nameKey, default: id] == id else { throw .duplicate(name: place.name) }
    names[place.nameKey] = id
  }

  static func id(of place: Place) throws(PlaceError) -> String {
    guard let id = place.storeID else {
      throw PlaceError(
        .invalidPlace, subject: place.name, detail: "a place in a store needs an id")
    }
    return id
  }
}

extension PlaceError {
  static func unknown(_ id: String) -> PlaceError {
    PlaceError(.unknownPlace, subject: id, detail: "there is no place with this id")
  }

  static func duplicate(name: String) -> PlaceError {
    PlaceError(.duplicateName, subject: name, detail: "there is another place with this name")
  }
}
