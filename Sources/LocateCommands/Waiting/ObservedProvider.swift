import LocationCore

/// A provider whose updates are noted in a ``SourceObservation``. While the command waits, it also asks
/// for satellites, because their number is worth knowing then.
struct ObservedProvider: LocationProvider {
  let base: any LocationProvider
  let observation: SourceObservation

  var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  var authorizationRefusal: String? { base.authorizationRefusal }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates {
    base.startUpdatingLocation().changed(
      alsoInterestedIn: { [observation] in observation.isWaiting ? .satellites : [] }
    ) { [observation] update in
      observation.note(update)
      return update
    }
  }
}
