import LocationPOSIX

/// The file of a Unix stream socket at which this process listens. Only the file's owner can connect. Its
/// owner closes it.
package struct SocketFile: Sendable {
  /// The longest path that a socket can have, in bytes.
  package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  package let descriptor: Int32
  private let path: String
  private let file: (device: dev_t, node: ino_t)

  /// Makes the file, and listens. It replaces a socket at which no process listens any more, and nothing else.
  ///
  /// - Throws: `EADDRINUSE` if a process listens there, `EEXIST` if another file is there, `ENAMETOOLONG`
  ///   above ``longestPath``, or what the system reports.
  package init(_ path: String) throws(SystemError) {
    guard let address = SocketAddress(path: path) else { throw SystemError("bind", ENAMETOOLONG) }
    try Self.removeAbandoned(path, address)
    let descriptor = socket(address.family, Descriptor.streamSocket, 0)
    guard descriptor >= 0 else { throw .last("socket") }
    Descriptor.secure(descriptor)
    Descriptor.makeNonBlocking(descriptor)
    var isBound = false
    do throws(SystemError) {
      guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else { throw .last("bind") }
      isBound = true
      // Nobody can connect before the socket listens.
      guard chmod(path, 0o600) == 0 else { throw .last("chmod") }
      guard let info = stat(path: path, followsLinks: false) else { throw .last("stat") }
      guard LocationPOSIX.listen(descriptor, 64) == 0 else { throw .last("listen") }
      self.descriptor = descriptor
      self.path = path
      file = (info.st_dev, info.st_ino)
    } catch {
      if isBound { unlink(path) }
      _ = LocationPOSIX.close(descriptor)
      throw error
    }
  }

  /// Closes the socket and removes the file, unless another one is at its path now.
  package func close() {
    if let info = stat(path: path, followsLinks: false), info.st_dev == file.device,
      info.st_ino == file.node
    {
      unlink(path)
    }
    _ = LocationPOSIX.close(descriptor)
  }

  /// Removes the socket of a process that ended without removing it.
  private static func removeAbandoned(
    _ path: String, _ address: SocketAddress
  ) throws(SystemError) {
    guard let info = stat(path: path, followsLinks: false) else { return }
    guard info.st_mode & S_IFMT == S_IFSOCK else { throw SystemError("bind", EEXIST) }
    let client = try OwnedDescriptor(
      socket(address.family, Descriptor.streamSocket, 0), from: "socket")
    Descriptor.makeNonBlocking(client.number)
    guard address.withPointer({ connect(client.number, $0, $1) }) != 0 else {
      throw SystemError("bind", EADDRINUSE)
    }
    let failure = SystemError.last("connect")
    switch failure.number {
    case ECONNREFUSED: unlink(path)
    case ENOENT: break
    // Too many clients wait there, or they send datagrams.
    case EAGAIN, EPROTOTYPE: throw SystemError("bind", EADDRINUSE)
    default: throw failure
    }
  }
}
