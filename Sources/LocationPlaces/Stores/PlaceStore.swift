public import LocationCore

/// Where places are kept: memory, a file, a database, a mock.
///
/// Use a store through a ``PlaceService``. Check your own store with `PlaceStoreConformance` in the
/// module `LocationTesting`.
public protocol PlaceStore: Sendable {
  /// All places in the order in which they were added.
  func places() async throws(PlaceError) -> [Place]

  /// The place with an id; `nil` if there is none.
  func place(id: String) async throws(PlaceError) -> Place?

  /// The places whose area is not farther from `center` than a distance in meters, in any order.
  func places(
    near center: Coordinate, within distance: Double
  ) async throws(PlaceError) -> [Place]

  /// Adds places at the end: all, or none if it fails. When it returns, they survive a crash.
  ///
  /// - Throws: ``PlaceErrorCode/duplicateID`` or ``PlaceErrorCode/duplicateName`` if the store has such a place
  ///   already, or two of the places are alike; ``PlaceErrorCode/invalidPlace`` for a place without an id.
  func add(_ places: [Place]) async throws(PlaceError)

  /// Replaces the place that has the id of `place`. It keeps its position among the places.
  ///
  /// - Throws: ``PlaceErrorCode/unknownPlace`` if there is no place with the id,
  ///   ``PlaceErrorCode/duplicateName`` if another place has the name.
  func update(_ place: Place) async throws(PlaceError)

  /// Deletes the place with an id.
  ///
  /// - Throws: ``PlaceErrorCode/unknownPlace`` if there is no place with the id.
  func delete(id: String) async throws(PlaceError)

  /// The changes made through this object from now on, in order. Every sequence receives all changes.
  /// Changes by other programs are not among them.
  func changes() -> AsyncStream<PlaceChange>
}

/// A change of a store.
public enum PlaceChange: Hashable, Sendable {
  /// A new place.
  case added(Place)
  /// The new value of a place.
  case updated(Place)
  /// The last value of a place that was deleted.
  case deleted(Place)
}

extension PlaceStore {
  /// Asks for all places and measures each distance.
  public func places(
    near center: Coordinate, within distance: Double
  ) async throws(PlaceError) -> [Place] {
    try await places().filter { $0.region.borderDistance(from: center) <= distance }
  }

  /// Adds a place at the end.
  public func add(_ place: Place) async throws(PlaceError) { try await add([place]) }
}
