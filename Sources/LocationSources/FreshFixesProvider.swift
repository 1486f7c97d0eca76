import LocationCore

/// A provider that drops a live source's fixes if they are too old on arrival. Some receivers start with
/// the place at which they were switched off.
package struct FreshFixesProvider: WrappingProvider {
  package let base: any LocationProvider
  /// The largest age by the receiver's time. A fix without a time passes.
  package let maximumAge: Duration
  package let now: @Sendable () -> Date

  package init(
    base: any LocationProvider, maximumAge: Duration, now: @escaping @Sendable () -> Date
  ) {
    self.base = base
    self.maximumAge = maximumAge
    self.now = now
  }

  package func startUpdatingLocation() -> LocationUpdates {
    base.startUpdatingLocation().changed { [maximumAge, now] update in
      guard case .fix(let fix) = update, let age = fix.liveAge(at: now) else { return update }
      return .seconds(age) > maximumAge ? nil : update
    }
  }
}
