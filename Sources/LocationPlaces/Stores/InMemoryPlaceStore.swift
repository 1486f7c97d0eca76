public import LocationCore
import Synchronization

/// Keeps places in memory, as long as it lives.
public final class InMemoryPlaceStore: PlaceStore, Sendable {
  private let table: Mutex<PlaceTable>
  private let broadcaster = Broadcaster<PlaceChange>()

  /// Makes an empty store.
  public init() { table = Mutex(PlaceTable()) }

  /// All places in the order in which they were added.
  public func places() -> [Place] { table.withLock { $0.places } }

  /// The place with an id; `nil` if there is none.
  public func place(id: String) -> Place? { table.withLock { $0.place(id: id) } }

  /// Adds places at the end: all, or none if it fails.
  public func add(_ places: [Place]) throws(PlaceError) {
    try change { table throws(PlaceError) in try table.add(places) }
  }

  /// Replaces the place that has the id of `place`.
  public func update(_ place: Place) throws(PlaceError) {
    try change { table throws(PlaceError) in try table.update(place) }
  }

  /// Deletes the place with an id.
  public func delete(id: String) throws(PlaceError) {
    try change { table throws(PlaceError) in try table.delete(id: id) }
  }

  /// The changes from now on, in order.
  public func changes() -> AsyncStream<PlaceChange> { broadcaster.values() }

  private func change(
    _ body: (inout PlaceTable) throws(PlaceError) -> [PlaceChange]
  ) throws(PlaceError) {
    try table.withLock { table throws(PlaceError) in broadcaster.send(try body(&table)) }
  }
}
