import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

@testable import NetworkLocation

/// A NetworkManager of python-dbusmock, on a bus of its own.
@Suite(.enabled(if: PrivateBus.hasMocks, "\(PrivateBus.advice)"), .inTurn)
struct NetworkManagerScannerTests {
  static let device = "/org/freedesktop/NetworkManager/Devices/wifi0"
  /// The mock's access points were last seen one second after the start of the system.
  static let seen = Duration.seconds(1)

  let bus: PrivateBus

  init() async throws { bus = try await PrivateBus.start() }

  /// Starts NetworkManager with a device in a state of `NMDeviceState`.
  ///
  /// - Parameter scan: what `RequestScan` does, in Python.
  func start(state: Int32? = 100, scan: String = scanEnds) async throws -> ChildProcess {
    let service = try await bus.launch(
      "/usr/bin/python3", ["-m", "dbusmock", "--system", "--template", "networkmanager"],
      owning: NetworkManagerScan.service)
    guard let state else { return service }
    try await bus.use { bus throws(DBusError) in
      try bus.call(
        Self.mock, "AddWiFiDevice", [.string("wifi0"), .string("wlan0"), .int32(state)],
        timeout: .seconds(10))
      try bus.addMethod("RequestScan", to: Self.wireless, takes: "a{sv}", code: scan)
    }
    return service
  }

  func add(_ number: UInt8, name: String, strength: UInt8 = 80) async throws {
    _ = try await bus.use { bus throws(DBusError) in
      try bus.call(
        Self.mock, "AddAccessPoint",
        [
          .string(Self.device), .string("ap\(number)"), .string(name),
          .string(MACAddress.numbered(number).description.uppercased()), .uint32(2), .uint32(2437),
          .uint32(54000), .byte(strength), .uint32(0),
        ], timeout: .seconds(10))
    }
  }

  func scanner(after time: Duration = .zero) -> NetworkManagerScanner {
    NetworkManagerScanner(address: bus.address) { Self.seen + time }
  }

  func error(_ scanner: some WiFiScanner) async -> UserLocationError? {
    do throws(UserLocationError) {
      _ = try await scanner.accessPoints()
      return nil
    } catch {
      return error
    }
  }

  static let mock = DBusObject(
    service: NetworkManagerScan.service, path: "/org/freedesktop/NetworkManager",
    interface: "org.freedesktop.DBus.Mock")
  static let wireless = DBusObject(
    service: NetworkManagerScan.service, path: device,
    interface: "org.freedesktop.NetworkManager.Device.Wireless")

  static let scanEnds = """
    self.EmitSignal('org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as',
      ['org.freedesktop.NetworkManager.Device.Wireless',
       dbus.Dictionary({'LastScan': dbus.Int64(5)}, signature='sv'), dbus.Array([], signature='s')])
    """

  static func refusal(_ name: String) -> String {
    "raise dbus.exceptions.DBusException('no', name='org.freedesktop.NetworkManager.\(name)')"
  }

  @Test func accessPointsAreReadAfterAScan() async throws {
    let service = try await start()
    try await add(1, name: "Café", strength: 80)
    try await add(2, name: "", strength: 0)
    let points = try await scanner(after: .seconds(7)).accessPoints()
    let expected: Set = [
      WiFiAccessPoint(
        address: .numbered(1), networkName: Array("Café".utf8), signalStrength: -52,
        frequency: 2437, age: .seconds(7)),
      WiFiAccessPoint(
        address: .numbered(2), networkName: [], signalStrength: -100, frequency: 2437,
        age: .seconds(7)),
    ]
    #expect(Set(points) == expected)
    withExtendedLifetime(service) {}
  }

  @Test func aScanThatJustEndedIsUsed() async throws {
    let service = try await start(scan: Self.refusal("Device.NotAllowed"))
    try await add(1, name: "a")
    #expect(try await scanner().accessPoints().count == 1)
    withExtendedLifetime(service) {}
  }

  @Test func aUserWhoMayNotScanGetsTheLastScanOrARemedy() async throws {
    let service = try await start(scan: Self.refusal("PermissionDenied"))
    try await add(1, name: "a")
    #expect(try await scanner(after: .seconds(60)).accessPoints().count == 1)
    let error = await error(scanner(after: .seconds(600)))
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail.contains("polkit") == true)
    withExtendedLifetime(service) {}
  }

  @Test(arguments: [nil, 10, 20] as [Int32?])
  func withoutAUsableDeviceItIsUnavailable(state: Int32?) async throws {
    let service = try await start(state: state)
    let error = await error(scanner())
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.detail.contains("nmcli radio wifi on") == true)
    withExtendedLifetime(service) {}
  }

  @Test func withoutNetworkManagerIWIsUsed() async throws {
    #expect(await !scanner().isAvailable())
    #expect(await error(scanner())?.code == .sourceUnavailable)
    let system = SystemWiFiScanner(manager: scanner(), iw: IWScanner(path: "/nowhere/iw"))
    #expect(await error(system)?.source == "/nowhere/iw")
  }

  @Test func theErrorOfNetworkManagerCountsIfIWFailsToo() async throws {
    let service = try await start(state: nil)
    let system = SystemWiFiScanner(manager: scanner(), iw: IWScanner(path: "/nowhere/iw"))
    #expect(await error(system)?.detail.contains("nmcli radio wifi on") == true)
    withExtendedLifetime(service) {}
  }

  @Test func cancellationEndsAScanThatNeverEnds() async throws {
    let service = try await start(scan: "")
    let scanner = scanner()
    let task = Task { await error(scanner) }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    withExtendedLifetime(service) {}
  }
}
