public import LocationCore
import LocationIO
import LocationPOSIX

/// Scans with NetworkManager, over D-Bus. It lets every user read the access points, and users of a local
/// session start a scan.
public struct NetworkManagerScanner: WiFiScanner {
  private let address: DBusConnection.Address
  private let bootTime: @Sendable () -> Duration

  /// Makes a scanner.
  public init() { self.init(address: .system) }

  /// Makes a scanner for another bus and another time since the start of the system.
  init(
    address: DBusConnection.Address, bootTime: @escaping @Sendable () -> Duration = Self.bootTime
  ) {
    self.address = address
    self.bootTime = bootTime
  }

  /// Starts a scan with each Wi-Fi device, waits for its end, and returns what all devices receive.
  ///
  /// - Throws: `.sourceUnavailable` if NetworkManager does not run, if the machine has no Wi-Fi device, or if
  ///   Wi-Fi is switched off; `.notAuthorized` if this user may not scan, and the last scan is too old.
  public func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint] {
    let found: NetworkManagerScan.Found
    do throws(DBusError) {
      found = try await DBusConnection.run(on: address) { [bootTime] bus throws(DBusError) in
        try NetworkManagerScan(bus: bus, bootTime: bootTime).run()
      }
    } catch {
      if case .cancelled = error { throw .cancelled }
      let code: UserLocationError.Code =
        error.isAccessDenied ? .notAuthorized : .sourceUnavailable
      throw UserLocationError(code, detail: "NetworkManager: \(error)", cause: error)
    }
    guard found.hasDevice else {
      throw UserLocationError(
        .sourceUnavailable,
        detail: "NetworkManager has no Wi-Fi device that is switched on; try nmcli radio wifi on")
    }
    let isFresh = found.accessPoints.contains { $0.exclusion != .old }
    if found.isScanRefused, !isFresh {
      throw UserLocationError(
        .notAuthorized,
        detail:
          "NetworkManager lets only users of a local session start a Wi-Fi scan; log in at this "
          + "machine, or allow the polkit action org.freedesktop.NetworkManager.wifi.scan")
    }
    return found.accessPoints
  }

  /// Whether NetworkManager runs.
  func isAvailable() async -> Bool {
    let isRunning = try? await DBusConnection.run(on: address) { bus throws(DBusError) in
      try bus.isRunning(NetworkManagerScan.service, timeout: .seconds(5))
    }
    return isRunning ?? false
  }

  /// The time since the start of the system, sleep included. NetworkManager uses this clock.
  private static func bootTime() -> Duration {
    #if os(Linux)
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    #else
      return .zero
    #endif
  }
}
