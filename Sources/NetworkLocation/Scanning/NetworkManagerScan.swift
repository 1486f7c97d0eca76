import LocationIO

/// One scan by NetworkManager, on a thread that may wait.
///
/// The names are those of NetworkManager's D-Bus API, https://networkmanager.dev/docs/api/latest/spec.html.
struct NetworkManagerScan {
  static let service = "org.freedesktop.NetworkManager"
  private static let path = "/org/freedesktop/NetworkManager"
  /// NM_DEVICE_TYPE_WIFI.
  private static let wifi = 2
  /// NM_DEVICE_STATE_DISCONNECTED. A device in a lower state is off, or not managed.
  private static let usable = 30
  private static let timeout = Duration.seconds(5)
  /// A scan of all channels takes about four seconds.
  private static let scanTime = Duration.seconds(10)

  let bus: DBusConnection
  let bootTime: @Sendable () -> Duration

  /// What all Wi-Fi devices receive.
  struct Found: Sendable {
    var accessPoints: [WiFiAccessPoint] = []
    /// Whether there is a device that is switched on.
    var hasDevice = false
    /// Whether this user may not start a scan.
    var isScanRefused = false
  }

  /// Scans with all Wi-Fi devices.
  func run() throws(DBusError) -> Found {
    let manager = DBusObject(service: Self.service, path: Self.path, interface: Self.service)
    let devices = try bus.call(manager, "GetDevices", timeout: Self.timeout).first?.elements ?? []
    var found = Found()
    for path in devices.compactMap(\.string) where try isUsable(path) {
      let device = object(path, "Device.Wireless")
      found.hasDevice = true
      if try !scan(device) { found.isScanRefused = true }
      found.accessPoints += try accessPoints(of: device)
    }
    return found
  }

  private func isUsable(_ path: String) throws(DBusError) -> Bool {
    let device = try bus.properties(of: object(path, "Device"), timeout: Self.timeout)
    return device["DeviceType"]?.integer == Self.wifi
      && (device["State"]?.integer ?? Self.usable) >= Self.usable
  }

  private func accessPoints(of device: DBusObject) throws(DBusError) -> [WiFiAccessPoint] {
    let paths = try bus.call(device, "GetAllAccessPoints", timeout: Self.timeout).first?.elements
    var points: [WiFiAccessPoint] = []
    for path in (paths ?? []).compactMap(\.string) {
      do throws(DBusError) {
        let point = object(path, "AccessPoint")
        if let point = accessPoint(try bus.properties(of: point, timeout: Self.timeout)) {
          points.append(point)
        }
      } catch {
        // The access point may be gone since the list was made.
        guard case .refused = error else { throw error }
      }
    }
    return points
  }

  /// Starts a scan and waits for its end; `false` if this user may not scan.
  private func scan(_ device: DBusObject) throws(DBusError) -> Bool {
    try bus.match(device.propertyChanges, timeout: Self.timeout)
    do throws(DBusError) {
      try bus.call(device, "RequestScan", [.options([:])], timeout: Self.timeout)
    } catch {
      // A user without a local session may not scan. Nobody may scan during another scan and soon after it;
      // the access points of that scan are good enough.
      guard case .refused(let name, _) = error else { throw error }
      return !name.hasSuffix("PermissionDenied") && !name.hasSuffix("AccessDenied")
    }
    let deadline = Deadline(after: Self.scanTime)
    while let signal = try bus.nextSignal(until: deadline) {
      let changes =
        signal.path == device.path ? signal.changedProperties(of: device.interface) : nil
      if changes?["LastScan"] != nil { break }
    }
    return true
  }

  private func accessPoint(_ properties: [String: DBusValue]) -> WiFiAccessPoint? {
    guard let text = properties["HwAddress"]?.string, let address = MACAddress(text) else {
      return nil
    }
    // Percent; NetworkManager computes them from −100 … −40 dBm.
    let strength = properties["Strength"]?.integer.map { -100 + ($0 * 6 + 5) / 10 }
    // −1 means that it was never seen, and the bus has no value for "not known".
    let seen = properties["LastSeen"]?.integer.flatMap { $0 >= 0 ? Duration.seconds($0) : nil }
    return WiFiAccessPoint(
      address: address, networkName: properties["Ssid"]?.bytes ?? [], signalStrength: strength,
      frequency: properties["Frequency"]?.integer.flatMap { $0 > 0 ? $0 : nil },
      age: seen.map { max(.zero, bootTime() - $0) })
  }

  private func object(_ path: String, _ interface: String) -> DBusObject {
    DBusObject(service: Self.service, path: path, interface: "\(Self.service).\(interface)")
  }
}
