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
    let updates = base.startUpdatingLocation()
    return LocationUpdates(
      pulling: { [maximumAge, now] () async throws(UserLocationError) in
        // All iterators of one sequence share its one subscription.
        var iterator = updates.makeAsyncIterator()
        while let update = try await iterator.next() {
          if case .fix(let fix) = update, let age = fix.liveAge(at: now),
            .seconds(age) > maximumAge
          {
            continue
          }
          return update
        }
        return nil
      }, onLeavingOut: { updates.leaveOut($0) })
  }
}
