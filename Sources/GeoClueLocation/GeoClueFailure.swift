import LocationCore
import LocationIO

/// Why GeoClue gives no locations.
enum GeoClueFailure: Error {
  /// GeoClue runs, but does not serve this user.
  case noAgent(after: Duration)
  /// GeoClue has ended.
  case stopped
  /// A call failed.
  case bus(DBusError)

  /// The error for the user of the provider, who stated `desktopID`.
  func error(source: String, desktopID: String) -> UserLocationError {
    switch self {
    case .noAgent(let time):
      UserLocationError(
        .sourceUnavailable, source: source,
        detail:
          "GeoClue did not answer within \(time.words): this user has no agent, the program that allows the "
          + "use of the location; log in to a desktop that has one, or start "
          + "/usr/libexec/geoclue-2.0/demos/agent"
      )
    // The bus answers with NoReply if the service ended during a call.
    case .stopped, .bus(.refused(name: "org.freedesktop.DBus.Error.NoReply", message: _)):
      UserLocationError(.sourceUnavailable, source: source, detail: "GeoClue stopped")
    case .bus(.library(let error)): UserLocationError(error, source: source)
    case .bus(.cancelled): .cancelled
    case .bus(let error):
      UserLocationError(
        error.isAccessDenied ? .notAuthorized : .sourceUnavailable, source: source,
        detail: Self.detail(error, desktopID), cause: error)
    }
  }

  private static func detail(_ error: DBusError, _ desktopID: String) -> String {
    switch error {
    case .noBus(let cause):
      "GeoClue needs the system's D-Bus, which cannot be reached: \(cause.clause)"
    case .refused where error.isAccessDenied:
      "GeoClue refuses: \(error); switch location services on in the desktop's settings, or allow "
        + "'\(desktopID)' in /etc/geoclue/geoclue.conf"
    case .refused where error.isServiceMissing:
      "GeoClue is not installed or cannot be started: \(error); install it with "
        + "apt-get install geoclue-2.0"
    default: "GeoClue fails: \(error)"
    }
  }
}
