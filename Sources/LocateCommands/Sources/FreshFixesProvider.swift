import LocationCore

/// A provider without the fixes of a live source that were old already when they came: a receiver
/// may repeat the place where it was switched off.
struct FreshFixesProvider: LocationProvider {
  let base: any LocationProvider
  /// The oldest that will do, by the receiver's time; a fix that gives none passes.
  let maximumAge: Duration
  let now: @Sendable () -> Date

  var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  var authorizationRefusal: String? { base.authorizationRefusal }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates {
    base.startUpdatingLocation().changed { [maximumAge, now] update in
      guard case .fix(let fix) = update, let age = fix.liveAge(at: now) else { return update }
      return .seconds(age) > maximumAge ? nil : update
    }
  }
}
