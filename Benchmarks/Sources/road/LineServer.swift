import Dispatch
import Glibc
import Synchronization

/// A gpsd without pauses. It greets its only client, reads its WATCH, sends all lines of a recording and
/// closes the connection.
final class LineServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let done = DispatchSemaphore(value: 0)
  private let used = Mutex(0.0)

  /// Seconds of CPU that serving took. Waits for the end of the server.
  var processorTime: Double {
    done.wait()
    return used.withLock { $0 }
  }

  init(_ recording: Recording) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, capacity) = (listener, size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, capacity) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isListening else { throw Failure("no port to serve on: errno \(errno)") }
    port = UInt16(bigEndian: address.sin_port)
    DispatchQueue.global().async { [self, bytes = recording.bytes] in serve(bytes) }
  }

  deinit { close(listener) }

  private func serve(_ bytes: [UInt8]) {
    let start = threadTime()
    defer {
      used.withLock { $0 = threadTime() - start }
      done.signal()
    }
    let client = accept(listener, nil, nil)
    defer { close(client) }
    let version =
      #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
    guard send(Array(version.utf8), to: client) else { return }
    var watch = [UInt8](repeating: 0, count: 4096)
    guard read(client, &watch, watch.count) > 0, send(bytes, to: client) else { return }
  }

  private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.send(client, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
