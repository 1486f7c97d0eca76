import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

@testable import NetworkLocation

/// A ModemManager of python-dbusmock, on a bus of its own.
@Suite(.enabled(if: PrivateBus.hasMocks, "\(PrivateBus.advice)"), .inTurn)
struct ModemManagerScannerTests {
  static let lte = UInt32(1 << 14)
  static let manager = DBusObject(
    service: ModemManagerScanner.service, path: "/org/freedesktop/ModemManager1",
    interface: "org.freedesktop.DBus.ObjectManager")

  let bus: PrivateBus

  init() async throws { bus = try await PrivateBus.start() }

  var scanner: ModemManagerScanner { ModemManagerScanner(address: bus.address) }

  /// Starts ModemManager with modems.
  ///
  /// - Parameter modems: the technologies of each modem, and what its `GetLocation` does, in Python.
  func start(_ modems: [(technologies: UInt32, location: String)]) async throws -> ChildProcess {
    let service = try await bus.launch(
      "/usr/bin/python3",
      [
        "-m", "dbusmock", "--system", "-m", Self.manager.service, Self.manager.path,
        "\(Self.manager.service)",
      ],
      owning: Self.manager.service)
    try await bus.use { bus throws(DBusError) in
      for (number, modem) in modems.enumerated() {
        let path = "\(Self.manager.path)/Modem/\(number)"
        let location = DBusObject(
          service: Self.manager.service, path: path,
          interface: "\(Self.manager.service).Modem.Location")
        try bus.call(
          Self.manager.mock, "AddObject",
          [
            .string(path), .string("\(Self.manager.service).Modem"),
            .options(["AccessTechnologies": .uint32(modem.technologies)]),
            .array([], of: "(ssss)"),
          ], timeout: .seconds(10))
        try bus.call(
          location.mock, "AddProperty",
          [.string(location.interface), .string("Enabled"), .variant(.uint32(1))],
          timeout: .seconds(10))
        try bus.addMethod("GetLocation", to: location, returns: "a{uv}", code: modem.location)
      }
    }
    return service
  }

  static func says(_ text: String) -> String {
    "ret = dbus.Dictionary({dbus.UInt32(1): dbus.String('\(text)', variant_level=1)}, signature='uv')"
  }

  static func refuses(_ name: String) -> String {
    "raise dbus.exceptions.DBusException('no', name='\(name)')"
  }

  func error() async -> UserLocationError? {
    do throws(UserLocationError) {
      _ = try await scanner.cells()
      return nil
    } catch {
      return error
    }
  }

  /// Bits of MMModemAccessTechnology.
  static let technologies: [(UInt32, CellTower.Radio)] = [
    (1 << 14, .lte), (3 << 14, .lte), (1 << 5, .wcdma), (0x220, .wcdma), (1 << 3, .gsm),
  ]

  @Test(arguments: technologies)
  func theCellOfAModemIsRead(technologies: UInt32, radio: CellTower.Radio) async throws {
    let service = try await start([(technologies, Self.says("262,02,0012,01BC614E,007891"))])
    let expected = CellTower(
      radio: radio, countryCode: 262, networkCode: 2,
      areaCode: radio == .lte ? 0x7891 : 0x12, cellID: 29_122_894)
    #expect(try await scanner.cells() == [try #require(expected)])
    withExtendedLifetime(service) {}
  }

  /// Technologies and what `GetLocation` does.
  static let withoutCell: [(UInt32, String)] = [
    (lte, "ret = dbus.Dictionary({}, signature='uv')"), (lte, says("")),
    (lte, says("262,02,0012")), (lte, says("0,0,0,0,0")),
    (lte, says("262,02,0012,FFFFFFFF,007891")), (lte, says("262,02,0012,01BC614E,FFFFFF")),
    (0, says("262,02,0012,01BC614E,007891")), (1 << 15, says("262,02,0012,01BC614E,007891")),
    (lte, refuses("org.freedesktop.ModemManager1.Error.Core.WrongState")),
  ]

  @Test(arguments: withoutCell)
  func aModemThatDoesNotTellItsCellIsLeftOut(technologies: UInt32, location: String) async throws {
    let service = try await start([
      (technologies, location), (Self.lte, Self.says("262,02,0012,01BC614E,007891")),
    ])
    #expect(try await scanner.cells().map(\.cellID) == [29_122_894])
    withExtendedLifetime(service) {}
  }

  @Test func withoutModemManagerThereIsNoCell() async throws {
    #expect(try await scanner.cells() == [])
    bus.kill()
    #expect(try await scanner.cells() == [])
  }

  @Test(arguments: [
    "org.freedesktop.ModemManager1.Error.Core.Unauthorized",
    "org.freedesktop.DBus.Error.AccessDenied",
  ])
  func aRefusalNamesARemedy(name: String) async throws {
    let service = try await start([(Self.lte, Self.refuses(name))])
    let error = await error()
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail.contains("polkit") == true)
    withExtendedLifetime(service) {}
  }

  @Test func cancellationEndsACallThatGetsNoAnswer() async throws {
    let service = try await start([(Self.lte, "import time; time.sleep(50)")])
    let scanner = scanner
    let task = Task { try await scanner.cells() }
    task.cancel()
    await #expect(throws: UserLocationError.cancelled) { try await task.value }
    withExtendedLifetime(service) {}
  }
}
