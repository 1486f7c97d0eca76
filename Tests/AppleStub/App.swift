import AppleLocation
import CoreLocation
import LocationCore

/// How an app uses AppleLocation.
@MainActor final class App {
  let service = UserLocationService(
    provider: CoreLocationProvider { $0.desiredAccuracy = 100 })

  func location() async throws -> any UserLocation { try await service.userLocation() }

  func fix(_ location: CLLocation) -> Fix? { Fix(location) }
}
