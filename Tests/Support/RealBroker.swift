private import Foundation
private import Synchronization

/// A real mosquitto for one test, at its own port. It stops when its last reference goes away.
///
/// Tests that need it are skipped if mosquitto or its clients are not installed.
package final class RealBroker: Sendable {
  /// Whether the broker and its clients are installed.
  package static var isInstalled: Bool {
    ChildProcess.path(of: "mosquitto") != nil && ChildProcess.path(of: "mosquitto_sub") != nil
  }

  /// The port at which it listens.
  package let port: UInt16
  private let directory: TemporaryDirectory
  private let process = Mutex<ChildProcess?>(nil)

  /// Starts a broker.
  ///
  /// - Parameter settings: lines of its configuration.
  package init(_ settings: [String] = ["allow_anonymous true"]) throws {
    port = try LoopbackSocket.freePort()
    directory = try TemporaryDirectory()
    let lines = [
      "listener \(port) 127.0.0.1", "user root", "persistence true",
      "persistence_location \(directory.url.path)/",
      // By default mosquitto drops messages of a subscriber that is away or slow after the first 1,000.
      "max_queued_messages 0",
    ]
    _ = try directory.file("broker.conf", (lines + settings).joined(separator: "\n") + "\n")
    try start()
  }

  /// A broker that knows one user.
  ///
  /// - Parameter settings: more lines of its configuration.
  package convenience init(
    user: String, password: String, directory: TemporaryDirectory, _ settings: [String] = []
  ) throws {
    let path = directory.path("passwords")
    guard let program = ChildProcess.path(of: "mosquitto_passwd") else { throw POSIXError(.ENOENT) }
    let child = try ChildProcess(program, ["-b", "-c", path, user, password])
    while child.isRunning { poll(nil, 0, 1) }
    try self.init(["allow_anonymous false", "password_file \(path)"] + settings)
  }

  /// Starts the broker again, at the same port and with the same subscriptions.
  package func start() throws {
    guard let path = ChildProcess.path(of: "mosquitto") else { throw POSIXError(.ENOENT) }
    let child = try ChildProcess(path, ["-c", directory.path("broker.conf")])
    process.withLock { $0 = child }
    for _ in 0..<5_000 where child.isRunning {
      if LoopbackSocket.connect(to: port) != nil { return }
      poll(nil, 0, 2)
    }
    throw POSIXError(.ETIMEDOUT)
  }

  /// Stops the broker with SIGSTOP: its connections stay and it does nothing, until ``thaw()``.
  package func freeze() { signal(SIGSTOP) }

  /// Lets a frozen broker continue.
  package func thaw() { signal(SIGCONT) }

  private func signal(_ number: Int32) {
    process.withLock { child in
      if let child { _ = Foundation.kill(child.id, number) }
    }
  }

  /// Ends the broker with SIGTERM and waits for the end.
  package func stop() {
    let child = process.withLock { process in
      defer { process = nil }
      return process
    }
    child?.stop()
  }

  /// Ends the broker with SIGKILL: its connections break.
  package func kill() {
    process.withLock { process in
      process?.kill()
      process = nil
    }
  }

  /// Starts a subscriber.
  package func subscriber(to topic: String, name: String? = nil) throws -> Subscriber {
    try Subscriber(port: port, topic: topic, name: name)
  }

  /// A `mosquitto_sub -v`. It connects again by itself.
  package final class Subscriber: Sendable {
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// - Parameter name: the broker keeps messages for a subscriber with a name while it is away.
    fileprivate init(port: UInt16, topic: String, name: String?) throws {
      guard let path = ChildProcess.path(of: "mosquitto_sub") else { throw POSIXError(.ENOENT) }
      directory = try TemporaryDirectory()
      var arguments = ["-h", "127.0.0.1", "-p", String(port), "-t", topic, "-v", "-q", "1"]
      if let name { arguments += ["-c", "-i", name] }
      process = try ChildProcess(path, arguments, output: directory.path("lines"))
    }

    /// The lines so far: a topic, a space and a payload.
    package var lines: [String] {
      let text = (try? String(contentsOfFile: directory.path("lines"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }
  }
}
