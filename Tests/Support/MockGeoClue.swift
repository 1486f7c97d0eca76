package import LocationIO

/// A service of python-dbusmock that answers as GeoClue does.
package final class MockGeoClue: Sendable {
  /// What `Start` does.
  package enum Answer {
    /// Reports locations, one every 5 ms.
    case locations([String: DBusValue])
    /// Reports no locations.
    case silence
    /// Reports no locations. The second call crashes the service.
    case crash
    /// Refuses, with GeoClue's reason.
    case refusal(String)
  }

  package let bus: PrivateBus
  private let process: ChildProcess

  private static let service = "org.freedesktop.GeoClue2"
  private static let manager = DBusObject(
    service: service, path: "/org/freedesktop/GeoClue2/Manager", interface: "\(service).Manager")
  private static let client = DBusObject(
    service: service, path: "/org/freedesktop/GeoClue2/Client/1",
    interface: "\(service).Client")
  private static let location = "/org/freedesktop/GeoClue2/Client/1/Location/0"

  /// A location with everything known.
  package static let known: [String: DBusValue] = [
    "Latitude": .double(48.1173), "Longitude": .double(11.5167), "Accuracy": .double(25),
    "Altitude": .double(545.4), "Speed": .double(1.5), "Heading": .double(84.4),
    "Description": .string(""),
    "Timestamp": .structure([.uint64(1_720_094_399), .uint64(500_000)]),
  ]

  private init(_ bus: PrivateBus, _ process: ChildProcess) {
    self.bus = bus
    self.process = process
  }

  /// Starts a bus and the service.
  ///
  /// - Parameter answers: whether `GetClient` answers.
  package static func start(
    _ answer: Answer = .locations(known), answers: Bool = true
  ) async throws -> MockGeoClue {
    let bus = try await PrivateBus.start()
    let process = try await bus.mock(manager)
    try await bus.use { bus throws(DBusError) in
      try bus.addMethod(
        "GetClient", to: manager, returns: "o",
        code: answers ? "ret = dbus.ObjectPath('\(client.path)')" : "import time; time.sleep(3600)")
      try add(
        client.path, client.interface,
        [
          "DesktopId": .string(""), "RequestedAccuracyLevel": .uint32(0),
          "DistanceThreshold": .uint32(0), "TimeThreshold": .uint32(0), "Active": .boolean(false),
        ], to: bus)
      let code: String
      switch answer {
      case .locations(let properties):
        try add(location, "\(service).Location", properties, to: bus)
        code = """
          from gi.repository import GLib
          signal = ['\(client.interface)', 'LocationUpdated', 'oo',
            [dbus.ObjectPath('/'), dbus.ObjectPath('\(location)')]]
          if not hasattr(self, 'timer'):
            self.timer = GLib.timeout_add(
              5, lambda mock=self, signal=signal: mock.EmitSignal(*signal) or True)
          """
      case .silence: code = ""
      case .crash:
        code = """
          if hasattr(self, 'isStarted'):
            import os
            os._exit(1)
          self.isStarted = True
          """
      case .refusal(let reason):
        code = """
          raise dbus.exceptions.DBusException(
            "\(reason)", name='org.freedesktop.DBus.Error.AccessDenied')
          """
      }
      try bus.addMethod("Start", to: client, code: code)
    }
    return MockGeoClue(bus, process)
  }

  private static func add(
    _ path: String, _ interface: String, _ properties: [String: DBusValue], to bus: DBusConnection
  ) throws(DBusError) {
    try bus.call(
      manager.mock, "AddObject",
      [
        .string(path), .string(interface), .options(properties), .array([], of: "(ssss)"),
      ], timeout: .seconds(10))
  }

  /// The properties that the provider set.
  package func settings() async throws -> [String: DBusValue] {
    try await bus.use { bus throws(DBusError) in
      try bus.properties(of: Self.client, timeout: .seconds(10))
    }
  }

  /// Ends the service with SIGKILL.
  package func kill() { process.kill() }
}
