import LocationPOSIX

/// The service manager that started this process, systemd: the process tells it that it is ready, alive and
/// ending, as sd_notify(3) describes.
package struct ServiceManager: Sendable {
  /// The time within which the manager expects ``alive(_:)`` again; `nil` if it does not watch the process.
  package let watchdog: Duration?
  private let notify: @Sendable (String) -> Void

  /// Makes a manager from its parts, for tests.
  package init(watchdog: Duration? = nil, notify: @escaping @Sendable (String) -> Void) {
    self.watchdog = watchdog
    self.notify = notify
  }

  /// The manager that `NOTIFY_SOCKET` and `WATCHDOG_USEC` name; `nil` if no manager expects messages.
  ///
  /// - Throws: an error that names libsystemd, if it can not be loaded.
  package static func ofThisProcess() throws(SystemLibraryError) -> ServiceManager? {
    guard getenv("NOTIFY_SOCKET") != nil else { return nil }
    let library = try SystemLibrary(
      "libsystemd", sonames: ["libsystemd.so.0"], package: "libsystemd0")
    let notify: @Sendable @convention(c) (CInt, UnsafePointer<CChar>) -> CInt =
      try library.function("sd_notify")
    let watchdogEnabled: @convention(c) (CInt, UnsafeMutablePointer<UInt64>) -> CInt =
      try library.function("sd_watchdog_enabled")
    var microseconds: UInt64 = 0
    let isWatched = watchdogEnabled(0, &microseconds) > 0
    return ServiceManager(watchdog: isWatched ? .microseconds(Int64(microseconds)) : nil) {
      _ = notify(0, $0)
    }
  }

  /// The service has started.
  package func ready() { notify("READY=1") }

  /// The service is alive.
  ///
  /// - Parameter status: a line that `systemctl status` shows; `nil` keeps the last one.
  package func alive(_ status: String?) {
    // A line feed would begin another message.
    let line = status.map { "\nSTATUS=\($0.prefix { !$0.isNewline })" } ?? ""
    notify("WATCHDOG=1\(line)")
  }

  /// The service ends now.
  package func stopping() { notify("STOPPING=1") }
}
