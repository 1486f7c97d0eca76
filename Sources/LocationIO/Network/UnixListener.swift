import LocationPOSIX

/// A Unix domain socket at a path, which only its user can connect to.
package final class UnixListener: Sendable {
  private let socket: OwnedDescriptor
  private let path: String
  /// The file that the socket has made, so that no other file of the name is removed.
  private let file: (device: dev_t, inode: ino_t)?

  /// Listens at a path. Replaces the socket of a program that has ended, and nothing else.
  ///
  /// - Throws: `EADDRINUSE` if a program listens there or another kind of file has the name; `ENAMETOOLONG` if the path
  ///   is longer than the system allows for sockets, 107 bytes on Linux; …
  package init(path: String) throws(SystemError) {
    let socket = try OwnedDescriptor(
      LocationPOSIX.socket(AF_UNIX, Descriptor.streamSocket, 0), from: "socket")
    Descriptor.secure(socket.number)
    Descriptor.makeNonBlocking(socket.number)
    do throws(SystemError) {
      try Self.call("bind", bind, socket, path)
    } catch {
      guard error.number == EADDRINUSE, try Self.isLeftBehind(path) else { throw error }
      unlink(path)
      try Self.call("bind", bind, socket, path)
    }
    // Nobody can connect before it listens.
    guard path.withPath({ chmod($0, 0o600) }) == 0, listen(socket.number, 16) == 0 else {
      let error = SystemError.last("listen")
      unlink(path)
      throw error
    }
    self.socket = socket
    self.path = path
    file = stat(path: path, followsLinks: false).map { ($0.st_dev, $0.st_ino) }
  }

  package var descriptor: Int32 { socket.number }

  /// Accepts the next waiting client; `nil` if none waits.
  package func accept() throws(SystemError) -> OwnedDescriptor? {
    while true {
      let connection = LocationPOSIX.accept(socket.number, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Descriptor.secure(connection)
        Descriptor.makeNonBlocking(connection)
        return OwnedDescriptor(connection)
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw .last("accept")
      }
    }
  }

  /// Removes the path. Clients that are connected stay connected.
  package func remove() {
    let found = stat(path: path, followsLinks: false)
    guard let file, let found, found.st_dev == file.device, found.st_ino == file.inode else {
      return
    }
    unlink(path)
  }

  /// Whether a path is a socket at which nothing listens.
  private static func isLeftBehind(_ path: String) throws(SystemError) -> Bool {
    guard let found = stat(path: path, followsLinks: false), found.st_mode & S_IFMT == S_IFSOCK
    else { return false }
    let caller = try OwnedDescriptor(
      LocationPOSIX.socket(AF_UNIX, Descriptor.streamSocket, 0), from: "socket")
    Descriptor.makeNonBlocking(caller.number)
    do throws(SystemError) {
      try call("connect", connect, caller, path)
      return false
    } catch {
      return error.isConnectionRefused
    }
  }

  /// Calls `bind` or `connect` with a path.
  private static func call(
    _ name: String, _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32,
    _ socket: OwnedDescriptor, _ path: String
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = path.pathBytes
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: bytes.prefix(room.count - 1))
      return bytes.count < room.count
    }
    guard fits else { throw SystemError(name, ENAMETOOLONG) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(socket.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw .last(name) }
  }
}
