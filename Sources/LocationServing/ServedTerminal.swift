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

/// A pseudo-terminal that a program opens as it would a receiver's serial device, and a link to it
/// if there is to be one. Who made it removes it.
package struct ServedTerminal: Sendable {
  /// The receiver's side.
  package let master: Int32
  /// The side that programs open. It is held open here: with the last of them it would forget that
  /// it is raw, and echo.
  private let slave: Int32
  /// The path of the side that programs open.
  package let path: String
  private let link: String?

  /// - Parameter link: where a symbolic link to the terminal is to be. One that a program like this
  ///   has left behind is replaced, and nothing else is.
  /// - Throws: `LocationServerError` with what to do.
  package init(_ endpoint: ServeEndpoint, link: String?) throws(LocationServerError) {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else {
      throw LocationServerError(endpoint, .last("openpty"))
    }
    var settings = termios()
    tcgetattr(slave, &settings)
    cfmakeraw(&settings)
    tcsetattr(slave, TCSANOW, &settings)
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    Descriptor.makeNonBlocking(master)
    let path = Self.path(of: slave)
    do throws(LocationServerError) {
      if let link { try Self.makeLink(link, to: path) }
    } catch {
      _ = close(master)
      _ = close(slave)
      throw error
    }
    self.master = master
    self.slave = slave
    self.path = path
    self.link = link
  }

  /// What the user is told: the path to open, and what it leads to.
  package var name: String { link.map { "pty:\($0) -> \(path)" } ?? "pty:\(path)" }

  /// How many bytes nobody has read yet.
  package var unread: Int {
    var count: Int32 = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Forgets what nobody has read, as a serial line does that is full.
  package func discardUnread() { _ = tcflush(slave, TCIFLUSH) }

  /// Removes the link, if it still leads here, and the terminal.
  package func remove() {
    if let link, Self.target(of: link) == path { _ = unlink(link) }
    _ = close(master)
    _ = close(slave)
  }

  private static func path(of slave: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { room in
      guard let start = room.baseAddress, ttyname_r(slave, start, room.count) == 0 else {
        return ""
      }
      return String(cString: start)
    }
  }

  private static func makeLink(_ link: String, to path: String) throws(LocationServerError) {
    if symlink(path, link) == 0 { return }
    var error = SystemError.last("symlink")
    if error.number == EEXIST, isStale(link), unlink(link) == 0 {
      if symlink(path, link) == 0 { return }
      error = .last("symlink")
    }
    switch error.number {
    case EEXIST:
      throw LocationServerError(
        .cannotCreate, .terminal(link: link),
        "there is something at \(link) already; remove it, or "
          + "name another path")
    default:
      throw LocationServerError(
        .cannotCreate, .terminal(link: link),
        "cannot be created: \(error.clause)")
    }
  }

  /// Whether a link is one of ours that outlived its terminal: it leads to a pseudo-terminal that
  /// is not there any more.
  private static func isStale(_ link: String) -> Bool {
    guard let target = target(of: link), target.hasPrefix("/dev/pts/") else { return false }
    return access(target, F_OK) != 0 && errno == ENOENT
  }

  /// Where a symbolic link leads; `nil` for what is none.
  private static func target(of link: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
      guard let start = room.baseAddress else { return nil }
      let count = readlink(link, start, room.count - 1)
      guard count >= 0 else { return nil }
      room[count] = 0
      return String(cString: start)
    }
  }
}
