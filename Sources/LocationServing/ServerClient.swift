import GPSDProtocol
import LocationIO
import LocationText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A client that is connected: what it wants, and what is on its way to it. It belongs to the
/// server's thread.
package final class ServerClient {
  /// How far a client may fall behind, in bytes, before it is let go: minutes, at a receiver's
  /// pace. It bounds what a client that never reads costs.
  package static let limit = 256 * 1024

  /// How much is read at once. Little: a request of six bytes may ask for thousands.
  private static let chunk = 512

  package let descriptor: Int32
  private var session: GPSDClientSession?
  private var outgoing = OutgoingBytes()
  /// It says nothing more, but may still listen.
  private var hasSaidAll = false
  /// It is gone, or has to go.
  package private(set) var isOver = false

  /// - Parameter session: gpsd's, for a client that speaks its protocol.
  package init(_ descriptor: Int32, session: GPSDClientSession?) {
    self.descriptor = descriptor
    self.session = session
    Descriptor.set(TCP_NODELAY, to: 1, at: Int32(IPPROTO_TCP), of: descriptor)
    // A client that vanished without a word is noticed in the end.
    Descriptor.set(SO_KEEPALIVE, to: 1, at: SOL_SOCKET, of: descriptor)
    // The system would let this grow to megabytes for somebody who does not read.
    Descriptor.set(SO_SNDBUF, to: Int32(Self.limit / 2), at: SOL_SOCKET, of: descriptor)
  }

  deinit { _ = close(descriptor) }

  /// What to wait for. A client is heard only when it has taken what it was told: one that asks
  /// and does not read holds itself up.
  package var events: Int16 {
    if !outgoing.isEmpty { return Int16(POLLOUT) }
    return hasSaidAll ? 0 : Int16(POLLIN)
  }

  /// Whether everything has gone out to it.
  package var isServed: Bool { outgoing.isEmpty }

  /// Whether it takes part: it watches, keeps up, and has not hung up.
  package var isInterested: Bool {
    outgoing.isEmpty && !hasSaidAll && session?.watch.enable ?? true
  }

  /// Whether a report is for this client.
  package func wants(_ kind: ServedReport.Kind) -> Bool {
    session?.wants(kind) ?? (kind == .nmea)
  }

  /// Sends bytes, as far as it takes them; keeps the rest.
  package func send(_ bytes: [UInt8]) {
    guard !isOver else { return }
    outgoing.append(bytes)
    flush()
    if outgoing.count > Self.limit { isOver = true }
  }

  /// Does what `poll` found to be possible.
  package func handle(_ events: Int16, daemon: GPSDDaemon?) {
    if events & Int16(POLLERR | POLLNVAL) != 0 || events & Int16(POLLHUP) != 0 { isOver = true }
    if events & Int16(POLLOUT) != 0 { flush() }
    if events & Int16(POLLIN) != 0 { hear(daemon) }
    // Whoever has no more to ask, and watches nothing, is done.
    if hasSaidAll, outgoing.isEmpty, session?.watch.enable == false { isOver = true }
  }

  /// Ends the connection, after what the client was sent.
  package func end() {
    // What it said and nobody read would make the system cut off what was sent. Who goes on and on
    // is not listened to for ever.
    for _ in 0..<1024 where !hasSaidAll && !isOver {
      if !receive({ _ in }) { break }
    }
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  private func flush() {
    do throws(SystemError) {
      try outgoing.flush { systemSend(descriptor, $0) }
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

  /// Reads once; whether there was something.
  private func receive(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { room in
      do throws(SystemError) {
        guard let count = try Descriptor.read(descriptor, into: room) else { return false }
        hasSaidAll = count == 0
        if count > 0 { body(UnsafeRawBufferPointer(rebasing: room[..<count])) }
        return count > 0
      } catch {
        isOver = true
        return false
      }
    }
  }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, Descriptor.sendFlags)
}
