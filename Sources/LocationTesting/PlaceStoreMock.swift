public import LocationCore
public import LocationPlaces
import Synchronization

/// A `PlaceStore` in memory that records its calls, and fails if a test wants it to.
///
/// ```swift
/// @Test func aNewPlaceGetsAnID() async throws {
///   let store = PlaceStoreMock()
///   let place = try Place(name: "Pier", region: .circle(around: pier, radius: 50))
///   let added = try await PlaceService(store: store).add(place)
///   #expect(added.storeID != nil)
///   #expect(store.isAdded)
/// }
/// ```
public final class PlaceStoreMock: PlaceStore, Sendable {
  private struct State {
    var fetchCount = 0
    var added: [Place] = []
    var updated: [Place] = []
    var deleted: [String] = []
    var error: PlaceError?
  }

  private let store = InMemoryPlaceStore()
  private let state: Mutex<State>

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - places: the places that it contains at first. A place that a store would refuse is left out.
  ///   - error: what every call throws; `nil` to keep places.
  public init(places: [Place] = [], error: PlaceError? = nil) {
    state = Mutex(State(error: error))
    for place in places { try? store.add([place]) }
  }

  /// What calls throw from now on; with `nil` they work. A call that throws is recorded too.
  public var error: PlaceError? {
    get { state.withLock { $0.error } }
    set { state.withLock { $0.error = newValue } }
  }

  // MARK: Calls

  /// Whether places were asked for.
  public var isFetched: Bool { fetchCount > 0 }
  /// How often places were asked for: all, one by its id, or those near a position.
  public var fetchCount: Int { state.withLock { $0.fetchCount } }
  /// Whether a place was added.
  public var isAdded: Bool { !added.isEmpty }
  /// The places that were added, in order.
  public var added: [Place] { state.withLock { $0.added } }
  /// Whether a place was updated.
  public var isUpdated: Bool { !updated.isEmpty }
  /// The new values of the places that were updated, in order.
  public var updated: [Place] { state.withLock { $0.updated } }
  /// Whether a place was deleted.
  public var isDeleted: Bool { !deleted.isEmpty }
  /// The ids of the places that were deleted, in order.
  public var deleted: [String] { state.withLock { $0.deleted } }

  private func record(_ change: (inout State) -> Void) throws(PlaceError) {
    let error = state.withLock { state in
      change(&state)
      return state.error
    }
    if let error { throw error }
  }

  // MARK: PlaceStore

  /// All places.
  public func places() throws(PlaceError) -> [Place] {
    try record { $0.fetchCount += 1 }
    return store.places()
  }

  /// The place with an id.
  public func place(id: String) throws(PlaceError) -> Place? {
    try record { $0.fetchCount += 1 }
    return store.place(id: id)
  }

  /// The places near a position.
  public func places(
    near center: Coordinate, within distance: Double
  ) async throws(PlaceError) -> [Place] {
    try record { $0.fetchCount += 1 }
    return try await store.places(near: center, within: distance)
  }

  /// Adds places.
  public func add(_ places: [Place]) throws(PlaceError) {
    try record { $0.added += places }
    try store.add(places)
  }

  /// Updates a place.
  public func update(_ place: Place) throws(PlaceError) {
    try record { $0.updated.append(place) }
    try store.update(place)
  }

  /// Deletes a place.
  public func delete(id: String) throws(PlaceError) {
    try record { $0.deleted.append(id) }
    try store.delete(id: id)
  }

  /// The changes from now on.
  public func changes() -> AsyncStream<PlaceChange> { store.changes() }
}
