import LocationCore
import LocationIO
import LocationPlaces
import Synchronization

/// The user's places, which are read again after each change of their file. What hides or monitors places asks before each
/// location, so that a place is hidden from the moment in which it becomes private.
struct PlacesFile: Sendable {
  /// What a command has to know that hides places.
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
    guard store != nil else {
      return
        "no private place: there is no folder for places; set HOME, or name a file with --places"
    }
    let names = places.filter(\.isPrivate).map(\.name).joined(separator: ", ")
    return names.isEmpty ? "no private place in \(path)" : "private: \(names) (\(path))"
  }

  /// What a look at the file finds.
  private enum Finding {
    /// Other places than before.
    case places
    /// No file any more. The places stay as they were.
    case nothing
    case unreadable(PlaceError)
  }

  /// Reads the places if their file has changed since the last call; `nil` if it has not.
  private mutating func look() -> Finding? {
    guard let store else { return nil }
    let found = store.version
    guard found != version || isUnreadable else { return nil }
    guard let found else {
      defer { isGone = true }
      return isGone || isUnreadable ? nil : .nothing
    }
    do throws(PlaceError) {
      places = try store.blockingPlaces()
      (version, isUnreadable, isGone) = (found, false, false)
      return .places
    } catch {
      defer { isUnreadable = true }
      return isUnreadable ? nil : .unreadable(error)
    }
  }

  private var path: String { store?.path.printablePath ?? "" }

  /// A change of the file since the last call, for what hides places; `nil` if there is none.
  ///
  /// Without the file, the places stay as they were. With a file that cannot be read, any place might be private.
  mutating func change() -> Change? {
    look().map { finding in
      switch finding {
      case .places: Change(places: places, words: words)
      case .nothing:
        Change(
          places: places, words: "\(path): no such file any more; its private places stay hidden")
      case .unreadable(let error):
        Change(places: nil, words: "\(error); everything is hidden until it can be read")
      }
    }
  }

  /// Replaces the places of a monitor after each change of the file, which the returned closure looks for.
  ///
  /// - Parameters:
  ///   - choose: the places to monitor, of those in the file.
  ///   - say: tells the user of changes.
  func keeping(
    _ monitored: MonitoredPlaces, choosing choose: @escaping @Sendable ([Place]) -> [Place],
    say: @escaping @Sendable (String) -> Void
  ) -> @Sendable () -> Void {
    let file = Mutex(self)
    return {
      file.withLock { file in
        switch file.look() {
        case .places:
          let places = choose(file.places)
          monitored.setPlaces(places)
          let names = places.map(\.name).joined(separator: ", ")
          say("monitored from now on: \(names.isEmpty ? "no place" : names) (\(file.path))")
        case .nothing: say("\(file.path): no such file any more; its places stay as they were")
        case .unreadable(let error): say("\(error); the places stay as they were")
        case nil: break
        }
      }
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
