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

  /// Asks for authorization if nobody has been asked.
  ///
  /// - Parameter source: the name in the error.
  /// - Throws: `.notAuthorized` with the ``authorizationRefusal``.
  package func authorize(_ source: String? = nil) async throws(UserLocationError) {
    var status = authorizationStatus
    if status == .notDetermined { status = await requestWhenInUseAuthorization() }
    guard status.isAuthorized else {
      throw UserLocationError(.notAuthorized, source: source, detail: authorizationRefusal ?? "")
    }
  }
}

/// A provider around another one, whose authorization is its own.
package protocol WrappingProvider: LocationProvider {
  var base: any LocationProvider { get }
}

extension WrappingProvider {
  package var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  package var authorizationRefusal: String? { base.authorizationRefusal }

  package func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }
}

/// A provider whose subscriptions are those of another one, changed.
struct ChangedProvider: WrappingProvider {
  let base: any LocationProvider
  let change: @Sendable (LocationUpdates) -> LocationUpdates

  func startUpdatingLocation() -> LocationUpdates { change(base.startUpdatingLocation()) }
}

/// Whether this program may use a source of locations. The names are CoreLocation's.
public enum AuthorizationStatus: String, Hashable, Codable, Sendable, CaseIterable {
  /// The user has not been asked yet.
  case notDetermined
  /// A sandbox or a policy forbids it, not the user.
  case restricted
  /// The user refused, or a permission is missing.
  case denied
  /// Granted while the program is in use.
  case authorizedWhenInUse
  /// Granted at any time.
  case authorizedAlways

  /// Whether the source may be used now.
  public var isAuthorized: Bool {
    self == .authorizedWhenInUse || self == .authorizedAlways
  }

  /// Whether it was refused already, so that asking is pointless.
  public var isRefused: Bool { self == .denied || self == .restricted }
}

/// The kinds of updates that a consumer reads although a source may withhold them.
///
/// Fixes, lost fixes and authorization changes always reach every consumer. Interests are only a
/// hint: they spare a source work, and it may yield a kind that nobody is interested in.
public struct LocationInterests: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt8

  /// Makes a set from the bits of its kinds.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``LocationUpdate/sky(_:)``: gpsd sends satellites as often as fixes, and they are more work to
  /// decode.
  public static let satellites = LocationInterests(rawValue: 1)

  /// Every kind.
  public static let all: LocationInterests = [.satellites]
}
