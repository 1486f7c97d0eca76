/// Whether this program may use a source of locations. CoreLocation's words.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  /// Nobody has been asked yet.
  case notDetermined
  /// Something other than the user forbids it (a sandbox, a policy).
  case restricted
  /// The user or the system said no: a permission is missing.
  case denied
  /// Granted while the program is in use.
  case authorizedWhenInUse
  /// Granted at any time.
  case authorizedAlways

  /// Whether the source may be used now.
  public var isAuthorized: Bool {
    self == .authorizedWhenInUse || self == .authorizedAlways
  }

  /// Whether asking would be pointless: it was refused already.
  public var isRefused: Bool { self == .denied || self == .restricted }
}
