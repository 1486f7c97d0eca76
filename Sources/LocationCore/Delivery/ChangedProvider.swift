/// A provider whose subscriptions are those of another one, changed.
struct ChangedProvider<Base: LocationProvider>: LocationProvider {
  let base: Base
  let change: @Sendable (LocationUpdates) -> LocationUpdates

  var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  var authorizationRefusal: String? { base.authorizationRefusal }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates { change(base.startUpdatingLocation()) }
}
