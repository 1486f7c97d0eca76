/// A source of locations: a receiver behind gpsd, a recording, a simulator, a mock.
///
/// Everything in this library that needs a location gets it through this protocol. Check your own
/// implementation with `ProviderConformance` in the module `LocationTesting`.
public protocol LocationProvider: Sendable {
  /// Whether this program may use the source now. Reading it is cheap and asks nobody.
  var authorizationStatus: AuthorizationStatus { get }

  /// Whether ``authorizationStatus`` allows starting.
  var isUserAuthorized: Bool { get }

  /// Why the source may not be used, and what the user can do ("join the group dialout"); `nil`
  /// when the source knows nothing more. It is read only after a refusal.
  var authorizationRefusal: String? { get }

  /// Asks the user or the system for authorization, and returns the new status.
  ///
  /// A source that needs no question returns ``authorizationStatus`` at once, and every other question
  /// is answered some time. If possible, the method returns early when its task is canceled.
  func requestWhenInUseAuthorization() async -> AuthorizationStatus

  /// Starts one subscription and returns its updates from now on.
  ///
  /// Every call starts a separate subscription; ending or dropping the sequence stops it. If the
  /// source may not be used or cannot be reached, the sequence ends with an error.
  ///
  /// A new subscription is interested in everything; see ``LocationUpdates/interests``.
  func startUpdatingLocation() -> LocationUpdates
}

extension LocationProvider {
  /// Whether ``authorizationStatus`` allows starting.
  public var isUserAuthorized: Bool { authorizationStatus.isAuthorized }

  /// `nil`: the source knows nothing more.
  public var authorizationRefusal: String? { nil }
}
