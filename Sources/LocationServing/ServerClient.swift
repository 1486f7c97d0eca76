import GPSDProtocol
import LocationIO
import LocationPOSIX
import LocationText

/// A connected client: its requests, and the bytes that it has not taken yet. Only the server's thread
/// uses it.
final class ServerClient {
  /// How many bytes a client may fall behind before the server disconnects it: minutes of a
  /// receiver's output. It bounds the memory for a client that never reads.
  static let limit = 256 * 1024

  /// How many bytes are read at once. Few, because the answer to six bytes may have thousands.
  private static let chunk = 512

  let descriptor: Int32
  private var session: GPSDClientSession?
  private var outgoing = OutgoingBytes()
  /// The client sends nothing more, but may still read.
  private var hasSentAll = false
  /// The client has gone, or must be disconnected.
  private(set) var isOver = false

  /// - Parameter session: the client's requests, if it speaks gpsd's protocol.
  init(_ descriptor: Int32, session: GPSDClientSession?) {
    self.descriptor = descriptor
    self.session = session
    Descriptor.set(TCP_NODELAY, to: 1, at: Int32(IPPROTO_TCP), of: descriptor)
    // The system reports a client that vanished without closing its connection.
    Descriptor.set(SO_KEEPALIVE, to: 1, at: SOL_SOCKET, of: descriptor)
    // Otherwise the system keeps megabytes for a client that does not read.
    Descriptor.set(SO_SNDBUF, to: Int32(Self.limit / 2), at: SOL_SOCKET, of: descriptor)
  }

  deinit { _ = close(descriptor) }

  /// Whether the client speaks gpsd's protocol. Otherwise it only reads NMEA.
  var speaksGPSD: Bool { session != nil }

  /// The events to wait for. The server reads a client's requests only after the client has taken all
  /// answers, so a client that asks and does not read stops only itself.
  var events: Int16 {
    if !outgoing.isEmpty { return Int16(POLLOUT) }
    return hasSentAll ? 0 : Int16(POLLIN)
  }

  /// Whether the client has taken everything.
  var isServed: Bool { outgoing.isEmpty }

  /// Whether the client watches, keeps up, and has not closed its side.
  var isInterested: Bool {
    outgoing.isEmpty && !hasSentAll && session?.watch.enable ?? true
  }

  /// Whether the client wants reports of this kind, of a device or of any.
  func wants(_ kind: ServedReport.Kind, of device: String?) -> Bool {
    session?.wants(kind, of: device) ?? (kind == .nmea)
  }

  /// Sends as many bytes as the client takes at once, and keeps the rest.
  func send(_ bytes: [UInt8]) {
    guard !isOver else { return }
    outgoing.append(bytes)
    flush()
    if outgoing.count > Self.limit { isOver = true }
  }

  /// Reacts to the events that `poll` reported.
  func handle(_ events: Int16, daemon: GPSDDaemon?) {
    if events & Int16(POLLERR | POLLNVAL) != 0 || events & Int16(POLLHUP) != 0 { isOver = true }
    if events & Int16(POLLOUT) != 0 { flush() }
    if events & Int16(POLLIN) != 0 { hear(daemon) }
    // A client that can ask nothing more and watches nothing is done.
    if hasSentAll, outgoing.isEmpty, session?.watch.enable == false { isOver = true }
  }

  /// Ends the connection after the bytes that were sent.
  func end() {
    // If requests are still unread, the system resets the connection and the client loses the last
    // bytes. The loop is bounded for a client that never stops sending.
    for _ in 0..<1024 where !hasSentAll && !isOver {
      if !receive({ _ in }) { break }
    }
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  private func flush() {
    do throws(SystemError) {
      try outgoing.flush {
        LocationPOSIX.send(descriptor, $0.baseAddress, $0.count, Descriptor.sendFlags)
      }
    } catch {
      isOver = true
    }
  }

  private func hear(_ daemon: GPSDDaemon?) {
    var answers = ByteText()
    _ = receive { bytes in
      if let daemon { session?.take(bytes, from: daemon, into: &answers) }
    }
    if !answers.isEmpty { send(answers.bytes) }
  }

  /// Reads once. Returns whether there were bytes.
  private func receive(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { room in
      do throws(SystemError) {
        guard let count = try Descriptor.read(descriptor, into: room) else { return false }
        hasSentAll = count == 0
        if count > 0 { body(UnsafeRawBufferPointer(rebasing: room[..<count])) }
        return count > 0
      } catch {
        isOver = true
        return false
      }
    }
  }
}
