import LocationCore

/// A provider whose updates are noted in a ``SourceObservation``. While the command waits, it also asks
/// for satellites, because their number is worth knowing then.
struct ObservedProvider: WrappingProvider {
  let base: any LocationProvider
  let observation: SourceObservation
  /// Called after a subscription has started.
  var onStart: @Sendable () -> Void = {}
  /// Gets each update after the observation.
  var onUpdate: @Sendable (LocationUpdate) -> Void = { _ in }

  func startUpdatingLocation() -> LocationUpdates {
    defer { onStart() }
    return base.startUpdatingLocation().changed(
      alsoInterestedIn: { [observation] in observation.isWaiting ? .satellites : [] }
    ) { [observation, onUpdate] update in
      observation.note(update)
      onUpdate(update)
      return update
    }
  }
}
