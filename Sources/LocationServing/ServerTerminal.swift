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

/// A pseudo-terminal and what is on its way into it. It belongs to the server's thread.
package final class ServerTerminal {
  private let terminal: ServedTerminal
  private var outgoing = OutgoingBytes()

  package init(_ terminal: ServedTerminal) { self.terminal = terminal }

  deinit { terminal.remove() }

  package var descriptor: Int32 { terminal.master }

  /// What to wait for.
  package var events: Int16 { Int16(outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT) }

  /// Whether whoever reads has read everything.
  package var isServed: Bool { outgoing.isEmpty && terminal.unread == 0 }

  /// Sends bytes. A terminal that is full has no reader, or one that sleeps: what is in it is old,
  /// and gives way to what is new.
  package func send(_ bytes: [UInt8]) {
    if !outgoing.isEmpty {
      terminal.discardUnread()
      outgoing.removeAll()
    }
    outgoing.append(bytes)
    flush()
  }

  /// Does what `poll` found to be possible. What programs say to the receiver is thrown away.
  package func handle(_ events: Int16) {
    if events & Int16(POLLOUT) != 0 { flush() }
    guard events & Int16(POLLIN) != 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { room in
      _ = try? Descriptor.read(descriptor, into: room)
    }
  }

  private func flush() {
    try? outgoing.flush { write(descriptor, $0.baseAddress, $0.count) }
  }
}
