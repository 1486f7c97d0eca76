private import Foundation

/// A real gpsd of a test's own, at a port of its own, stopped with its last reference at the latest.
///
/// Tests that need one are skipped where it is not installed:
///
///     @Suite(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"))
package final class RealGPSD: Sendable {
  /// Whether there is a gpsd to start.
  package static var isInstalled: Bool { ChildProcess.path(of: "gpsd") != nil }

  /// Where it listens for clients.
  package let port: UInt16
  private let process: ChildProcess
  private let control: String?

  /// Starts gpsd and waits until it answers.
  ///
  /// - Parameters:
  ///   - sources: its devices, as `tcp://127.0.0.1:4711`, which must be there already.
  ///   - port: where it listens; `nil` takes a free one.
  ///   - isReadOnly: whether it keeps from writing to its devices.
  ///   - control: the path of a control socket, which it needs when it starts without devices.
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
      // Every gpsd of one key would export its fixes into the same shared memory.
      variables: ["GPSD_SHM_KEY": String(0x4750_0000 + Int(port))])
    try awaitAnswer()
  }

  /// One that reads from a TCP server on this machine.
  package convenience init(servedAt source: UInt16, port: UInt16? = nil) throws {
    try self.init(["tcp://127.0.0.1:\(source)"], port: port)
  }

  /// Starts one on a thread that may block, which those of tasks may not.
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

  /// One that reads from a TCP server on this machine.
  package static func start(
    servedAt source: UInt16, port: UInt16? = nil
  ) async throws -> RealGPSD {
    try await start(["tcp://127.0.0.1:\(source)"], port: port)
  }

  /// Whether it still runs.
  package var isRunning: Bool { process.isRunning }

  /// Ends it in good order and waits for that.
  package func stop() { process.stop() }

  /// Ends it at once, as a crash would, and waits for that.
  package func kill() { process.kill() }

  /// Has it take a device on, over its control socket. Whether it did.
  package func add(_ device: String) -> Bool { command("+\(device)") }

  /// Has it drop a device. Whether it did.
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
