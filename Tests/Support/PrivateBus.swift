private import Foundation
package import LocationIO

/// A D-Bus of its own for one test. It stops when its last reference goes away.
///
/// Tests that need one are skipped if dbus-daemon or libsystemd is not installed:
///
///     @Suite(.enabled(if: PrivateBus.isInstalled, "\(PrivateBus.advice)"))
package final class PrivateBus: Sendable {
  /// Whether a test can start and use a bus.
  package static var isInstalled: Bool {
    ChildProcess.path(of: "dbus-daemon") != nil
      && (try? SystemLibrary("libsystemd", sonames: ["libsystemd.so.0"], package: "")) != nil
  }

  /// Whether a test can also start services with python-dbusmock.
  package static var hasMocks: Bool {
    isInstalled && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock")
  }

  /// What to install.
  package static let advice =
    "dbus-daemon, libsystemd or python-dbusmock is missing "
    + "(apt install dbus libsystemd0 python3-dbusmock)"

  /// The path of the bus's socket.
  package var socket: String { directory.path("bus") }
  /// The bus for a `DBusConnection`.
  package var address: DBusConnection.Address { .other("unix:path=\(socket)") }
  /// The environment variables with which a program takes this bus for the system's.
  package var variables: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(socket)"] }

  private let directory: TemporaryDirectory
  private let process: ChildProcess

  /// Starts a bus and waits until it accepts connections. Blocks the thread.
  package init() throws {
    guard let path = ChildProcess.path(of: "dbus-daemon") else { throw POSIXError(.ENOENT) }
    directory = try TemporaryDirectory()
    let configuration = try directory.file(
      "bus.conf",
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>system</type>
        <listen>unix:path=\(directory.path("bus"))</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
          <allow user="*"/>
        </policy>
      </busconfig>
      """)
    process = try ChildProcess(path, ["--config-file=\(configuration)", "--nofork", "--nopidfile"])
    let deadline = ContinuousClock.now + .seconds(10)
    while LoopbackSocket.connect(toPath: directory.path("bus")) == nil {
      guard ContinuousClock.now < deadline, process.isRunning else { throw POSIXError(.ETIMEDOUT) }
      poll(nil, 0, 2)
    }
  }

  /// Starts a bus on a thread of its own, because starting blocks.
  package static func start() async throws -> PrivateBus {
    try await onThread { Result { try PrivateBus() } }.get()
  }

  /// Ends the bus with SIGKILL, as in a crash.
  package func kill() { process.kill() }

  /// Runs `work` with a new connection to this bus, on a thread of its own.
  package func use<Value: Sendable>(
    _ work: @escaping @Sendable (DBusConnection) throws(DBusError) -> Value
  ) async throws(DBusError) -> Value {
    try await DBusConnection.run(on: address, work)
  }

  /// Starts a program that takes this bus for the system's, and waits until it owns the name `service`.
  package func launch(
    _ path: String, _ arguments: [String] = [], variables: [String: String] = [:],
    owning service: String
  ) async throws -> ChildProcess {
    let process = try ChildProcess(
      path, arguments, variables: self.variables.merging(variables) { $1 })
    try await use { bus throws(DBusError) in
      try bus.match(DBusObject.ownerChanges(of: service), timeout: .seconds(10))
      let deadline = Deadline(after: .seconds(20))
      while try !bus.isRunning(service, timeout: .seconds(10)) {
        guard try bus.nextSignal(until: deadline) != nil else {
          throw .noAnswer(member: "the start of \(service)", after: .seconds(20))
        }
      }
    }
    return process
  }

  /// Starts a service of python-dbusmock with one object. Its methods are added through
  /// ``DBusObject/mock``.
  package func mock(_ object: DBusObject) async throws -> ChildProcess {
    try await launch(
      "/usr/bin/python3",
      ["-m", "dbusmock", "--system", object.service, object.path, object.interface],
      owning: object.service)
  }
}

extension DBusObject {
  /// The same object of python-dbusmock, with the interface that changes the object.
  package var mock: DBusObject {
    DBusObject(service: service, path: path, interface: "org.freedesktop.DBus.Mock")
  }
}

extension DBusConnection {
  /// Adds a method to an object of python-dbusmock. `code` is Python; it gets `args` and sets `ret`.
  package func addMethod(
    _ name: String, to object: DBusObject, takes inputs: String = "", returns outputs: String = "",
    code: String = ""
  ) throws(DBusError) {
    try call(
      object.mock, "AddMethod",
      [object.interface, name, inputs, outputs, code].map { .string($0) }, timeout: .seconds(10))
  }
}
