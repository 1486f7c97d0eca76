public import LocationCore

/// Scans with what this machine has: NetworkManager, or else the program `iw`.
public struct SystemWiFiScanner: WiFiScanner {
  private let manager: NetworkManagerScanner
  private let iw: IWScanner

  /// Makes a scanner.
  public init() { self.init(manager: NetworkManagerScanner(), iw: IWScanner()) }

  /// Makes a scanner from its parts.
  init(manager: NetworkManagerScanner, iw: IWScanner) {
    self.manager = manager
    self.iw = iw
  }

  /// Scans.
  ///
  /// - Throws: an error of `iw` if NetworkManager does not run, and otherwise an error of NetworkManager.
  public func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint] {
    guard await manager.isAvailable() else { return try await iw.accessPoints() }
    do throws(UserLocationError) {
      return try await manager.accessPoints()
    } catch {
      // NetworkManager may not manage the Wi-Fi device.
      guard error == .sourceUnavailable, let points = try? await iw.accessPoints() else {
        throw error
      }
      return points
    }
  }
}
