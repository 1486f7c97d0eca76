import LocationCore
import LocationReplay

/// A provider that changes the subscriptions of another provider.
struct WrappedProvider: LocationProvider {
  let base: any LocationProvider
  /// Replaces the base's authorization after it was withdrawn; `nil` if it cannot be withdrawn.
  var revocation: StatusBox?
  /// Changes a new subscription.
  let wrap: @Sendable (LocationUpdates) -> LocationUpdates

  var authorizationStatus: AuthorizationStatus {
    isRevoked ? .denied : base.authorizationStatus
  }

  var authorizationRefusal: String? {
    isRevoked ? LocationUpdates.revoked.detail : base.authorizationRefusal
  }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    isRevoked ? .denied : await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates {
    isRevoked
      ? LocationUpdates(failing: LocationUpdates.revoked) : wrap(base.startUpdatingLocation())
  }

  private var isRevoked: Bool { revocation?.value.isRefused ?? false }
}
