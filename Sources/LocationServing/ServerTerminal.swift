import LocationIO
import LocationPOSIX

/// A pseudo-terminal, and the bytes that it has not taken yet. Only the server's thread uses it.
final class ServerTerminal {
  private let terminal: ServedTerminal
  private var outgoing = OutgoingBytes()

  init(_ terminal: ServedTerminal) { self.terminal = terminal }

  deinit { terminal.remove() }

  var descriptor: Int32 { terminal.master }

  /// The events to wait for.
  var events: Int16 { Int16(outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT) }

  /// Whether the reader has read everything.
  var isServed: Bool { outgoing.isEmpty && terminal.unread == 0 }

  /// Sends bytes. A full terminal has no reader, or a reader that sleeps. Its bytes are old, so new
  /// ones replace them.
  func send(_ bytes: [UInt8]) {
    if !outgoing.isEmpty {
      terminal.discardUnread()
      outgoing.removeAll()
    }
    outgoing.append(bytes)
    flush()
  }

  /// Reacts to the events that `poll` reported. Bytes that programs send to the receiver are
  /// discarded.
  func handle(_ events: Int16) {
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
