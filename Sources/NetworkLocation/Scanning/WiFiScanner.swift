public import LocationCore

/// Finds the access points of Wi-Fi networks that this machine receives now. It sends nothing to a server.
public protocol WiFiScanner: Sendable {
  /// Scans, or returns what a scan of the last minutes found. It may take several seconds, and it ends
  /// early when its task is canceled.
  ///
  /// - Returns: all access points, hidden networks included; an empty array if there are none.
  /// - Throws: `.notAuthorized` with a remedy if the system refuses, `.sourceUnavailable` if this machine
  ///   can not scan, `.cancelled`.
  func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint]
}
