public import LocationCore

/// Scans with what this machine has: the program `iw`.
public struct SystemWiFiScanner: WiFiScanner {
  /// Makes a scanner.
  public init() {}

  /// Scans.
  public func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint] {
    try await IWScanner().accessPoints()
  }
}
