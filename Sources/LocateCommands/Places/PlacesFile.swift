import LocationCore
import LocationIO
import LocationPlaces
import Synchronization

/// The user's places, which are read again after each change of their file. What hides places asks before each
/// location, so that a place is hidden from the moment in which it becomes private.
struct PlacesFile: Sendable {
  /// What a reader has to know.
  struct Change: Sendable {
    /// The places; `nil` if it is not known which places are private.
    let places: [Place]?
    /// What the user is told.
    let words: String
  }

  /// `nil` without a folder for places.
  private let store: GeoJSONPlaceStore?
  /// The file that was read last; `nil` if there was none.
  private var version: GeoJSONPlaceStore.Version?
  private var isUnreadable = false
  private var isGone = false
  /// The places at the start.
  private(set) var places: [Place] = []

  /// Reads the places.
  ///
  /// - Parameter path: the file of --places, which must exist; `nil` for the user's own, which may be missing.
  /// - Throws: `CommandFailure`, `PlaceError`.
  init(_ path: String?, in environment: LocateEnvironment) throws {
    store = path.map { GeoJSONPlaceStore(path: $0) } ?? (try? environment.placeStore)
    version = store?.version
    if let path, version == nil {
      throw CommandFailure(
        .noInput,
        "\(path.printablePath): no such file, or no permission to see it; --places names a file of places"
      )
    }
    places = try store?.blockingPlaces() ?? []
  }

  /// The names of the private places, and the file, in one line.
  var words: String { words(for: places) }

  private func words(for places: [Place]) -> String {
    guard let store else {
      return
        "no private place: there is no folder for places; set HOME, or name a file with --places"
    }
    let names = places.filter(\.isPrivate).map(\.name).joined(separator: ", ")
    let path = store.path.printablePath
    return names.isEmpty ? "no private place in \(path)" : "private: \(names) (\(path))"
  }

  /// Reads the places if their file has changed since the last call; `nil` if it has not.
  ///
  /// Without the file, the places stay as they were. With a file that cannot be read, any place might be private.
  mutating func change() -> Change? {
    guard let store else { return nil }
    let found = store.version
    guard found != version || isUnreadable else { return nil }
    guard let found else {
      defer { isGone = true }
      let words =
        "\(store.path.printablePath): no such file any more; its private places stay hidden"
      return isGone || isUnreadable ? nil : Change(places: places, words: words)
    }
    do throws(PlaceError) {
      places = try store.blockingPlaces()
      (version, isUnreadable, isGone) = (found, false, false)
      return Change(places: places, words: words)
    } catch {
      defer { isUnreadable = true }
      return isUnreadable
        ? nil : Change(places: nil, words: "\(error); everything is hidden until it can be read")
    }
  }

  private var zones: [PrivacyZone] { places.compactMap(\.privacyZone) }

  /// The places that may be named to others.
  var openPlaces: [Place] { PrivacyGate(zones: zones, devices: .each).open(places) }

  /// Hides what is in the zones of private places, also of those that become private later.
  ///
  /// - Parameter say: tells the user of changes.
  func gate(
    _ identity: DeviceIdentity, say: @escaping @Sendable (String) -> Void
  ) -> UpdateGate {
    let state = Mutex((file: self, gate: PrivacyGate(zones: zones, devices: identity)))
    return { update in
      state.withLock { state in
        if let change = state.file.change() {
          say(change.words)
          state.gate.zones = change.places?.compactMap(\.privacyZone)
        }
        return state.gate.pass(update)
      }
    }
  }
}
