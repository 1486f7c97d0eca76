import LocationCore
import Synchronization

/// Shows where the user is, on any thread: a class without an actor.
///
/// A provider may call back on another thread, so the state is behind a lock.
public final class PlaceController: Sendable {
  private struct State {
    var location: (any UserLocation)?
    var message: String?
  }

  private let provider: any UserLocationProvider
  private let state = Mutex(State())

  /// Makes a controller that shows nothing yet.
  public init(provider: any UserLocationProvider) { self.provider = provider }

  /// The location, after it was found.
  public var location: (any UserLocation)? { state.withLock { $0.location } }

  /// Why there is no location.
  public var message: String? { state.withLock { $0.message } }

  /// Finds the user, and stores the location or a message.
  public func requestUserLocation() {
    provider.findUserLocation { result in
      self.state.withLock { state in
        switch result {
        case .success(let location): state = State(location: location)
        case .failure(.notAuthorized):
          state = State(message: "Please allow access to the location.")
        case .failure(let error): state = State(message: error.description)
        }
      }
    }
  }
}
