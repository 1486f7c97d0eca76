import LocationCore

/// A provider whose subscriptions are another one's, changed on the way.
struct WrappedProvider: LocationProvider {
  let base: any LocationProvider
  /// What has been taken back overrules the base; `nil` leaves the authorization to it.
  var revocation: StatusBox?
  /// Changes a subscription that has just begun.
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

extension LocationUpdates {
  static let revoked = UserLocationError(
    .notAuthorized, detail: "the authorization was taken back")
}
