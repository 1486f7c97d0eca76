private import Foundation

/// A real gpsd for one test, at its own port. It stops when its last reference goes away.
///
/// Tests that need gpsd are skipped if it is not installed:
///
///     @Suite(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"))
package final class RealGPSD: Sendable {
  /// Whether gpsd is installed.
  package static var isInstalled: Bool { ChildProcess.path(of: "gpsd") != nil }

  /// The port at which it listens for clients.
  package let port: UInt16
  private let process: ChildProcess
  private let control: String?

  /// Starts gpsd and waits until it answers.
  ///
  /// - Parameters:
  ///   - sources: its devices, such as `tcp://127.0.0.1:4711`. They must exist.
  ///   - port: the port at which it listens; `nil` takes a free port.
  ///   - isReadOnly: whether it never writes to its devices.
  ///   - control: the path of a control socket. Without devices gpsd needs one.
  package init(
    _ sources: [String], port: UInt16? = nil, isReadOnly: Bool = true, control: String? = nil
  ) throws {
    guard let path = ChildProcess.path(of: "gpsd") else { throw POSIXError(.ENOENT) }
    let port = try port ?? LoopbackSocket.freePort()
    self.port = port
    self.control = control
    process = try ChildProcess(
      path,
      ["-N", "-n", "-S", String(port)] + (isReadOnly ? ["-b"] : [])
        + (control.map { ["-F", $0] } ?? []) + sources,
      // All gpsds with the same key export their fixes to the same shared memory.
      variables: ["GPSD_SHM_KEY": String(0x4750_0000 + Int(port))])
    try awaitAnswer()
  }

  /// Starts a gpsd that reads from a TCP server on this machine.
  package convenience init(servedAt source: UInt16, port: UInt16? = nil) throws {
    try self.init(["tcp://127.0.0.1:\(source)"], port: port)
  }

  /// Starts a gpsd on a thread of its own, because starting blocks.
  package static func start(
    _ sources: [String], port: UInt16? = nil, control: String? = nil
  ) async throws -> RealGPSD {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try RealGPSD(sources, port: port, control: control) })
      }
    }
  }

  /// Starts a gpsd that reads from a TCP server on this machine.
  package static func start(
    servedAt source: UInt16, port: UInt16? = nil
  ) async throws -> RealGPSD {
    try await start(["tcp://127.0.0.1:\(source)"], port: port)
  }

  /// Whether gpsd still runs.
  package var isRunning: Bool { process.isRunning }

  /// Ends gpsd with SIGTERM and waits for the end.
  package func stop() { process.stop() }

  /// Ends gpsd with SIGKILL, as in a crash, and waits for the end.
  package func kill() { process.kill() }

  /// Adds a device through the control socket, and returns whether gpsd accepted it.
  package func add(_ device: String) -> Bool { command("+\(device)") }

  /// Removes a device through the control socket, and returns whether gpsd did so.
  package func remove(_ device: String) -> Bool { command("-\(device)") }

  private func awaitAnswer() throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline, process.isRunning {
      if let client = LoopbackSocket.connect(to: port),
        client.readLine()?.contains("VERSION") == true
      {
        return
      }
      poll(nil, 0, 2)
    }
    process.stop()
    throw POSIXError(.ETIMEDOUT)
  }

  private func command(_ line: String) -> Bool {
    guard let control, let connection = LoopbackSocket.connect(toPath: control) else {
      return false
    }
    return connection.send(line + "\r\n") && connection.readLine()?.hasPrefix("OK") == true
  }
}
