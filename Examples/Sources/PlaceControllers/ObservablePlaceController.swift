import LocationCore
import Observation

/// Shows where the user is, in a user interface. The provider calls back on the main actor, so the
/// closure uses the class directly.
@MainActor @Observable public final class ObservablePlaceController {
  /// The location, after it was found.
  public private(set) var location: (any UserLocation)?
  /// Why there is no location.
  public private(set) var message: String?
  private let provider: any UserLocationProvider

  /// Makes a controller that shows nothing yet.
  public init(provider: any UserLocationProvider) { self.provider = provider }

  /// Finds the user, and stores the location or a message.
  public func requestUserLocation() {
    provider.findUserLocation { result in
      switch result {
      case .success(let location):
        self.location = location
        self.message = nil
      case .failure(let error):
        self.location = nil
        self.message = error.description
      }
    }
  }
}
