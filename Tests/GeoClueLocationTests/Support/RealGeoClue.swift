import Foundation
import LocationCore
import LocationIO
import Synchronization
import TestSupport

@testable import GeoClueLocation

/// A real GeoClue on a bus of its own, with an agent and a receiver that sends a position every 50 ms, or a server's
/// socket.
///
/// GeoClue would also ask a server on the Internet. Its environment names a proxy that does not exist, so
/// nothing leaves this machine.
final class RealGeoClue: Sendable {
  static let path = "/usr/libexec/geoclue"
  /// Whether a test can start GeoClue.
  static var isInstalled: Bool { PrivateBus.hasMocks && access(path, X_OK) == 0 }
  static let advice = "GeoClue is missing (apt install geoclue-2.0), or: \(PrivateBus.advice)"

  let bus: PrivateBus
  private let isOver: Flag
  private let socket: String
  /// The folder of the receiver's socket.
  private let directory: TemporaryDirectory
  private let service: Mutex<ChildProcess>
  private let agentProcess: ChildProcess?

  /// The agent: a service of python-dbusmock that registers itself with GeoClue.
  private static let agent = DBusObject(
    service: "com.example.Agent", path: "/org/freedesktop/GeoClue2/Agent",
    interface: "org.freedesktop.GeoClue2.Agent")

  private init(
    _ bus: PrivateBus, _ isOver: Flag, _ socket: String, _ directory: TemporaryDirectory,
    _ service: ChildProcess, _ agent: ChildProcess?
  ) {
    self.bus = bus
    self.isOver = isOver
    self.socket = socket
    self.directory = directory
    self.service = Mutex(service)
    agentProcess = agent
  }

  deinit { isOver.raise() }

  /// Starts a bus, GeoClue, an agent and the receiver.
  ///
  /// - Parameter level: the accuracy that the agent allows, 8 for everything and 0 for nothing; `nil`
  ///   starts no agent.
  /// - Parameter hdop: the receiver's HDOP, from which GeoClue guesses the accuracy.
  /// - Parameter socket: the socket from which GeoClue reads instead of the receiver's.
  static func start(
    allowing level: UInt32? = 8, hdop: String = "2.5", from socket: String? = nil
  ) async throws -> RealGeoClue {
    let bus = try await PrivateBus.start()
    let directory = try TemporaryDirectory()
    let isOver = Flag()
    if socket == nil {
      let receiver = try TextFeed(path: directory.path("nmea"))
      Thread.detachNewThread {
        while !isOver.isRaised {
          receiver.send(gga(hdop: hdop))
          poll(nil, 0, 50)
        }
      }
    }
    let socket = socket ?? directory.path("nmea")
    let service = try await launch(on: bus, reading: socket)
    var agent: ChildProcess?
    if let level { agent = try await startAgent(on: bus, allowing: level) }
    return RealGeoClue(bus, isOver, socket, directory, service, agent)
  }

  private static func launch(
    on bus: PrivateBus, reading socket: String
  ) async throws -> ChildProcess {
    let proxy = "http://127.0.0.1:1"
    return try await bus.launch(
      path, ["--nmea-socket=\(socket)"],
      variables: [
        "GIO_USE_PROXY_RESOLVER": "libproxy", "http_proxy": proxy, "https_proxy": proxy,
        "all_proxy": proxy, "no_proxy": "",
      ], owning: GeoClueClient.service)
  }

  private static func startAgent(
    on bus: PrivateBus, allowing level: UInt32
  ) async throws -> ChildProcess {
    let process = try await bus.mock(agent)
    try await bus.use { bus throws(DBusError) in
      try bus.call(
        agent.mock, "AddProperty",
        [.string(agent.interface), .string("MaxAccuracyLevel"), .variant(.uint32(level))],
        timeout: .seconds(10))
      try bus.addMethod(
        "AuthorizeApp", to: agent, takes: "su", returns: "bu", code: "ret = (True, args[1])")
      try bus.addMethod(
        "Register", to: agent,
        code: """
          manager = self.connection.get_object(
            '\(GeoClueClient.service)', '\(GeoClueClient.manager.path)', introspect=False)
          manager.AddAgent(
            'geoclue-demo-agent', dbus_interface='\(GeoClueClient.manager.interface)',
            ignore_reply=True)
          """)
    }
    try await register(on: bus)
    return process
  }

  private static func register(on bus: PrivateBus) async throws {
    try await bus.use { bus throws(DBusError) in
      _ = try bus.call(agent, "Register", timeout: .seconds(10))
    }
  }

  /// Changes the accuracy that the agent allows, as the user does in the settings.
  func allow(_ level: UInt32) async throws {
    try await bus.use { bus throws(DBusError) in
      try bus.set("MaxAccuracyLevel", to: .uint32(level), of: Self.agent, timeout: .seconds(10))
    }
  }

  /// Waits until GeoClue has ended the read that the stop of a client canceled. GeoClue 2.6 forgets its
  /// receiver for ever if another client starts before that.
  func settles() async throws {
    try await bus.use { bus throws(DBusError) in
      // Each answer is a turn of GeoClue's main loop, and the end of a read takes a few turns.
      for _ in 0..<20 {
        _ = try bus.properties(of: GeoClueClient.manager, timeout: .seconds(10))
      }
    }
  }

  /// Ends GeoClue with SIGKILL, as in a crash.
  func kill() { service.withLock { $0.kill() } }

  /// Starts GeoClue again, and the agent registers itself again.
  func restart() async throws {
    let started = try await Self.launch(on: bus, reading: socket)
    service.withLock { $0 = started }
    try await Self.register(on: bus)
  }

  /// Waits until GeoClue has no running client.
  func becomesUnused() async throws {
    try await bus.use { bus throws(DBusError) in
      let manager = GeoClueClient.manager
      try bus.match(manager.propertyChanges, timeout: .seconds(10))
      while try bus.properties(of: manager, timeout: .seconds(10))["InUse"]?.boolean == true {
        _ = try bus.nextSignal(until: Deadline(after: .seconds(10)))
      }
    }
  }

  /// A provider that uses this GeoClue.
  func provider(
    accuracy: GeoClueAccuracyLevel = .exact, distance: Double = 0,
    agentTimeout: Duration = .seconds(30), retry: RetryPolicy? = nil,
    clock: any LocationClock = DatedClock { GeoClueProvider.testNow }
  ) -> GeoClueProvider {
    GeoClueProvider.test(
      on: bus, accuracy: accuracy, distance: distance, agentTimeout: agentTimeout, retry: retry,
      clock: clock)
  }
}

extension GeoClueProvider {
  /// The time of receipt of every fix.
  static let testNow = Date(timeIntervalSince1970: 1_720_094_400)

  /// A provider on a bus of a test.
  static func test(
    on bus: PrivateBus, desktopID: String = "locate-tests", accuracy: GeoClueAccuracyLevel = .exact,
    distance: Double = 0, agentTimeout: Duration = .seconds(30), retry: RetryPolicy? = nil,
    clock: any LocationClock = DatedClock { testNow }
  ) -> GeoClueProvider {
    GeoClueProvider(
      GeoClueRequest(desktopID: desktopID, accuracy: accuracy, distance: distance, time: .zero),
      on: bus.address, agentTimeout: agentTimeout, retry: retry, willRetry: { _, _ in },
      logger: nil, clock: clock)
  }
}

/// A GGA sentence of now, because GeoClue adds its host's date and ignores a location that is older than
/// the last one.
private func gga(hdop: String) -> String {
  var now = time(nil)
  var parts = tm()
  gmtime_r(&now, &parts)
  let clock = String(format: "%02d%02d%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
  return sentence("GPGGA,\(clock),4807.038,N,01131.000,E,1,08,\(hdop),545.4,M,46.9,M,,")
}
