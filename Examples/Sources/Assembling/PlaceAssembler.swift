import LocationCore
import LocationSources
import PlaceControllers

/// Builds the objects of an app: one function for each object.
///
/// Each function has a default implementation, which builds its object from the results of the other
/// functions. `SourceAssembler` does the same for everything below the service. A conforming type
/// replaces the functions that it implements, and the compiler checks that nothing is missing.
public protocol PlaceAssembler: SourceAssembler {
  /// The service in front of a source such as `gpsd://localhost`.
  func service(for source: String) throws(UserLocationError) -> UserLocationService

  /// Finds the user for a controller.
  func userLocationProvider(
    for source: String
  ) throws(UserLocationError) -> any UserLocationProvider

  /// Shows where the user is.
  func placeController(for source: String) throws(UserLocationError) -> PlaceController
}

/// Builds the real objects.
public struct AppAssembler: PlaceAssembler {
  /// Makes an assembler that replaces nothing.
  public init() {}
}

extension PlaceAssembler {
  /// A service with the assembler's provider and clock.
  public func service(for source: String) throws(UserLocationError) -> UserLocationService {
    let clock = self.clock()
    return UserLocationService(provider: try provider(for: source), clock: clock)
  }

  /// The service.
  public func userLocationProvider(
    for source: String
  ) throws(UserLocationError) -> any UserLocationProvider {
    try service(for: source)
  }

  /// A controller with the assembler's provider.
  public func placeController(for source: String) throws(UserLocationError) -> PlaceController {
    PlaceController(provider: try userLocationProvider(for: source))
  }
}
