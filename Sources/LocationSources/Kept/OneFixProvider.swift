import LocationCore

/// A provider of one fix: a place that the user names, or the last known location. It then stays open, so
/// that a fallback keeps it.
struct OneFixProvider: LocationProvider {
  /// Makes the fix for a subscription.
  let fix: @Sendable () throws(UserLocationError) -> Fix

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }

  func startUpdatingLocation() -> LocationUpdates {
    do throws(UserLocationError) {
      let fix = try fix()
      let (updates, continuation) = LocationUpdates.makeStream()
      continuation.yield(.fix(fix))
      return updates
    } catch {
      return LocationUpdates(failing: error)
    }
  }
}
