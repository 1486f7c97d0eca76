public import LocationCore

/// The places of a user, in front of a store.
///
/// It gives new places their ids, finds places by name, and reports duplicate, unknown and invalid places
/// as a ``PlaceError``. The store keeps names unique, so that two programs cannot add the same name at
/// the same time.
///
/// ```swift
/// let service = PlaceService(store: InMemoryPlaceStore())
/// let home = try await service.add(Place(name: "Home", region: .circle(around: here, radius: 100)))
/// ```
public struct PlaceService: Sendable {
  private let store: any PlaceStore
  private let makeID: @Sendable () -> String

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - store: where the places are kept.
  ///   - makeID: makes the id of a new place: one line of 1 … 200 bytes that no other place has.
  public init(
    store: any PlaceStore, makeID: @escaping @Sendable () -> String = PlaceService.randomID
  ) {
    self.store = store
    self.makeID = makeID
  }

  /// A random id of 16 hexadecimal digits.
  @Sendable public static func randomID() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// All places in the order in which they were added.
  public func places() async throws(PlaceError) -> [Place] { try await store.places() }

  /// The place with an id.
  ///
  /// - Throws: ``PlaceErrorCode/unknownPlace`` if there is none.
  public func place(id: String) async throws(PlaceError) -> Place {
    guard let place = try await store.place(id: id) else { throw .unknown(id) }
    return place
  }

  /// The place with a name. Upper and lower case make no difference.
  ///
  /// - Throws: ``PlaceErrorCode/unknownPlace`` if there is none.
  public func place(named name: String) async throws(PlaceError) -> Place {
    let key = Place.key(ofName: name)
    guard let place = try await store.places().first(where: { $0.nameKey == key }) else {
      throw PlaceError(.unknownPlace, subject: name, detail: "there is no place with this name")
    }
    return place
  }

  /// The places whose area is not farther from `center` than a distance in meters, and their distances:
  /// the nearest first. The distance is negative inside the area.
  public func places(
    near center: Coordinate, within distance: Double
  ) async throws(PlaceError) -> [(place: Place, distance: Double)] {
    try await store.places(near: center, within: distance)
      .map { ($0, $0.region.borderDistance(from: center)) }
      .sorted { $0.1 < $1.1 }
  }

  /// Adds a place, and returns it with its id.
  ///
  /// - Throws: ``PlaceErrorCode/duplicateName`` or ``PlaceErrorCode/duplicateID`` if there is such a place.
  @discardableResult
  public func add(_ place: Place) async throws(PlaceError) -> Place {
    let added = try await add([place])
    return added[0]
  }

  /// Adds places, all or none, and returns them with their ids.
  ///
  /// - Throws: ``PlaceErrorCode/duplicateName`` or ``PlaceErrorCode/duplicateID`` if there is such a place, or
  ///   two of the places are alike.
  @discardableResult
  public func add(_ places: [Place]) async throws(PlaceError) -> [Place] {
    var identified: [Place] = []
    for place in places {
      identified.append(place.storeID == nil ? try place.identified(by: makeID()) : place)
    }
    try await store.add(identified)
    return identified
  }

  /// Replaces the place that has the id of `place`.
  ///
  /// - Throws: ``PlaceErrorCode/unknownPlace`` if there is no place with the id or `place` has none,
  ///   ``PlaceErrorCode/duplicateName`` if another place has the name.
  public func update(_ place: Place) async throws(PlaceError) {
    guard place.storeID != nil else {
      throw PlaceError(
        .unknownPlace, subject: place.name, detail: "this place was never added, so it has no id")
    }
    try await store.update(place)
  }

  /// Deletes the place with an id.
  ///
  /// - Throws: ``PlaceErrorCode/unknownPlace`` if there is none.
  public func delete(id: String) async throws(PlaceError) { try await store.delete(id: id) }

  /// The changes made through the store from now on, in order.
  public func changes() -> AsyncStream<PlaceChange> { store.changes() }
}
