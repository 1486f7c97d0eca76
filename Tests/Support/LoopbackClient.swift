private import Foundation
private import Synchronization

/// A client of a TCP server on this machine. It never waits longer than ten seconds.
package final class LoopbackClient: Sendable {
  private let descriptor: Int32
  /// The bytes that were received and not read yet, in reverse order.
  private let received = Mutex<[UInt8]>([])

  /// Connects, and fails if nothing listens.
  ///
  /// - Parameters:
  ///   - own: the last number of its own address 127.0.0.x.
  ///   - receiveBuffer: the size of the system's receive buffer; `nil` for the default.
  package init(port: UInt16, from own: UInt8 = 1, receiveBuffer: Int32? = nil) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    if var receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    let descriptor = descriptor
    let isConnected =
      (own == 1 || Self.call(bind, descriptor, own, 0))
      && Self.call(connect, descriptor, 1, port)
    guard isConnected else {
      close(descriptor)
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECONNREFUSED)
    }
  }

  deinit { close(descriptor) }

  /// Calls a function of the system with the address 127.0.0.x.
  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ last: UInt8, _ port: UInt16
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (0x7F00_0000 + in_addr_t(last)).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Sends text and returns whether the system accepted it.
  @discardableResult
  package func send(_ text: String) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Closes the sending direction.
  package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends a text repeatedly until the buffers of both sides are full.
  package func flood(_ text: String) {
    let bytes = Array(text.utf8)
    // Room that becomes free in the buffer is filled again, for some time.
    var silence = 0
    while silence < 20 {
      let count = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT))
      silence = count > 0 ? 0 : silence + 1
      if count < 0 { poll(nil, 0, 5) }
    }
  }

  /// The next line without its line feed; `nil` at the end of the connection or after ten seconds.
  package func readLine() -> String? {
    var line: [UInt8] = []
    while let byte = readByte() {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
      }
      line.append(byte)
    }
    return nil
  }

  /// The next line that contains a text.
  package func readLine(with text: String) -> String? {
    while let line = readLine() {
      if line.contains(text) { return line }
    }
    return nil
  }

  /// All bytes up to the end of the connection.
  package func readToEnd() -> String {
    var all: [UInt8] = []
    while let byte = readByte() { all.append(byte) }
    return String(decoding: all, as: UTF8.self)
  }

  /// Waits for the server to end the connection, and returns whether it did.
  package var isClosedByPeer: Bool {
    while readByte() != nil {}
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0 || errno == ECONNRESET
  }

  private func readByte() -> UInt8? {
    received.withLock { received in
      if received.isEmpty {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 10_000) == 1 else { return nil }
        var room = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &room, room.count, 0)
        received = room[..<max(0, count)].reversed()
      }
      return received.popLast()
    }
  }
}
