/// A source of locations: a receiver behind gpsd, a recording, a simulator, a mock. The one seam
/// of this library.
///
/// Everyone who implements it can check it with `LocationTesting`'s `ProviderConformance`.
public protocol LocationProvider: Sendable {
  /// Whether this program may use the source now. Cheap, and asks nobody.
  var authorizationStatus: AuthorizationStatus { get }

  /// Whether ``authorizationStatus`` allows starting.
  var isUserAuthorized: Bool { get }

  /// Why the source may not be used and what would help ("join the group dialout"); `nil` when
  /// there is nothing to say. Asked for only after a refusal.
  var authorizationRefusal: String? { get }

  /// Asks for the authorization, where there is somebody to ask, and returns the outcome.
  ///
  /// Where nobody needs asking it returns ``authorizationStatus`` at once. It ends early when its
  /// task is canceled, if it can.
  func requestWhenInUseAuthorization() async -> AuthorizationStatus

  /// Starts one subscription and returns what the source says from now on.
  ///
  /// Every call is a subscription of its own; ending or dropping the sequence stops it. A source
  /// that may not be used, or cannot be reached, says so by the error its sequence ends with.
  ///
  /// A new subscription is interested in everything; see ``LocationUpdates/interests``.
  func startUpdatingLocation() -> LocationUpdates
}

extension LocationProvider {
  /// Whether ``authorizationStatus`` allows starting.
  public var isUserAuthorized: Bool { authorizationStatus.isAuthorized }

  /// `nil`: there is nothing to say.
  public var authorizationRefusal: String? { nil }
}
