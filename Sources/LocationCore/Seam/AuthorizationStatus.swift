/// Whether this program may use a source of locations. The names are CoreLocation's.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
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
