import Synchronization

/// The places that a ``PlaceMonitor`` watches. They may change while it runs, on any thread.
///
/// ```swift
/// let places = MonitoredPlaces([home])
/// let monitoring = Task {
///   for try await event in PlaceMonitor(provider: provider).events(of: places) { print(event) }
/// }
/// places.add(work)
/// ```
///
/// A change counts from the next update of the source on. A place that is added begins with the event that says on
/// which side of its border the device is, as all places do at the start. A place that is removed has no further
/// event, not even that it was left. What is known about the others stays.
public final class MonitoredPlaces: Sendable {
  private let state: Mutex<(places: [Place], changes: Int)>

  /// Makes a set of places. Of two places with the same ``Place/id`` the second one is left out.
  public init(_ places: [Place] = []) { state = Mutex((places, 0)) }

  /// The places, in the order in which they were added.
  public var places: [Place] { state.withLock { $0.places } }

  /// Adds a place. It replaces the one with the same ``Place/id``, if there is one.
  public func add(_ place: Place) {
    state.withLock { state in
      if let index = state.places.firstIndex(where: { $0.id == place.id }) {
        state.places[index] = place
      } else {
        state.places.append(place)
      }
      state.changes += 1
    }
  }

  /// Replaces all places. What is known about those with a known ``Place/id`` stays.
  public func setPlaces(_ places: [Place]) {
    state.withLock { state in state = (places, state.changes + 1) }
  }

  /// Removes a place. Nothing happens if there is none with this ``Place/id``.
  public func remove(id: Place.ID) {
    state.withLock { state in
      state.places.removeAll { $0.id == id }
      state.changes += 1
    }
  }

  /// The places, if they changed after so many changes, which become the present number.
  func places(changedAfter changes: inout Int) -> [Place]? {
    state.withLock { state in
      defer { changes = state.changes }
      return state.changes == changes ? nil : state.places
    }
  }
}
