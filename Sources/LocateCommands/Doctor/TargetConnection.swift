import LocationCore
import LocationIO

/// Examines the first two links to a server: its name, and a connection to its port.
struct TargetConnection {
  /// A server that speaks first does so in this time.
  private static let greetingTime = Duration.milliseconds(200)

  let host: String
  let port: UInt16
  let timeout: Duration
  let environment: LocateEnvironment

  /// Connects, sends nothing, and disconnects.
  ///
  /// - Parameter stranger: the remedy if the server speaks first, which a broker and a web server never do.
  func examine(_ diagnosis: inout Diagnosis, stranger: String) async throws {
    let first: [UInt8]?
    do {
      let stream = try environment.sources.conversation(
        host: host, port: port, greeting: "", connectTimeout: timeout)
      defer { stream.close() }
      first = try await stream.chunk(upTo: 64, timeout: Self.greetingTime)
    } catch {
      if error.code == .cancelled { throw error }
      if error.code == .hostNotFound {
        throw BrokenLink(
          .address, error, remedy: "is the name right, and is this machine on the network?")
      }
      try diagnosis.pass(.address, host)
      throw BrokenLink(
        .connection, error,
        remedy: "is the server running, and is the port right? is there a firewall in between?")
    }
    try diagnosis.pass(.address, host)
    if let first, !first.isEmpty {
      let start = String(decoding: first.prefix { $0 >= 0x20 }.prefix(40), as: UTF8.self)
      throw BrokenLink(
        name: .connection, status: .protocolViolation,
        detail: "port \(port) is another service: it sends '\(start)'", remedy: stranger)
    }
    try diagnosis.pass(.connection, "port \(port) answers")
  }

  /// Tells that a connection is not secured, except on this machine.
  ///
  /// - Parameter secure: the scheme of a secure connection.
  func skipTLS(_ diagnosis: inout Diagnosis, secure: String) throws {
    let isLocal = HostAndPort.isThisMachine(host)
    try diagnosis.skip(
      .tls,
      isLocal
        ? "" : "none: others on the way can read the password and the locations; \(secure) has it")
  }
}
