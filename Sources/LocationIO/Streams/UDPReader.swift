package import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads datagrams, and ends each with a line's end.
package struct UDPReader: StreamReader {
  private let descriptor: Int32
  private let source: String
  /// A whole datagram and a line's end: a caller's buffer may be smaller, and what does not fit
  /// into a read would be lost.
  private var datagram = [UInt8](repeating: 0, count: 65536)
  /// What nobody has had yet of it.
  private var pending = 0..<0

  package init(receiving descriptor: Int32, source: String) {
    self.descriptor = descriptor
    self.source = source
  }

  /// Makes a socket that receives at an address, as a member where that is a multicast group's.
  package static func bind(to address: SocketAddress) throws(SystemError) -> Int32 {
    let descriptor = socket(address.family, Descriptor.datagramSocket, 0)
    guard descriptor >= 0 else { throw .last("socket") }
    do throws(SystemError) {
      Descriptor.secure(descriptor)
      Descriptor.makeNonBlocking(descriptor)
      if address.family == AF_INET6 {
        Descriptor.set(IPV6_V6ONLY, to: 0, at: Int32(IPPROTO_IPV6), of: descriptor)
      }
      // Every member of a group gets what is sent to it, so several may share its port.
      if address.isMulticast { Descriptor.set(SO_REUSEADDR, to: 1, at: SOL_SOCKET, of: descriptor) }
      let bound = address.withPointer { Self.systemBind(descriptor, $0, $1) }
      guard bound == 0 else { throw .last("bind") }
      if address.isMulticast { try address.join(descriptor) }
      return descriptor
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while pending.isEmpty {
      guard try wake.wait(for: descriptor, until: deadline) != nil else { return nil }
      try receive()
    }
    let part = pending.prefix(buffer.count)
    buffer.copyBytes(from: datagram[part])
    pending = part.upperBound..<pending.upperBound
    return part.count
  }

  package func release() { _ = close(descriptor) }

  /// Fills `pending`, unless there was nothing after all: the system drops a damaged datagram
  /// when it is read.
  private mutating func receive() throws(UserLocationError) {
    let last = datagram.count - 1
    let result = datagram.withUnsafeMutableBytes { room in
      Result { () throws(SystemError) in
        try Descriptor.read(
          descriptor, into: UnsafeMutableRawBufferPointer(rebasing: room[..<last]))
      }
    }
    do throws(SystemError) {
      guard let count = try result.get(), count > 0 else { return }
      pending = 0..<count
      guard datagram[count - 1] != UInt8(ascii: "\n") else { return }
      datagram[count] = UInt8(ascii: "\n")
      pending = 0..<count + 1
    } catch {
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
  }

  private static func systemBind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32 {
    #if canImport(Glibc)
      Glibc.bind(descriptor, address, length)
    #elseif canImport(Musl)
      Musl.bind(descriptor, address, length)
    #else
      Darwin.bind(descriptor, address, length)
    #endif
  }
}
