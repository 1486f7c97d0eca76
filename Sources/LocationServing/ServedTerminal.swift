import LocationIO
import LocationPOSIX

/// A pseudo-terminal that programs open like a receiver's serial device, and an optional link to it.
/// Its owner removes it.
struct ServedTerminal: Sendable {
  /// The receiver's side.
  let master: Int32
  /// The side that programs open. It stays open here: when its last descriptor closes, the system
  /// resets it from raw mode, and it would echo.
  private let slave: Int32
  /// The path of the side that programs open.
  let path: String
  private let link: String?

  /// - Parameter link: the path of the symbolic link. A link that an earlier server left behind is
  ///   replaced; nothing else is.
  /// - Throws: `.cannotCreate` for the link, or what the system reports.
  init(_ endpoint: ServeEndpoint, link: String?) throws(LocationServerError) {
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

  /// How many bytes have not been read yet.
  var unread: Int {
    var count: Int32 = 0
    return ioctl(slave, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Discards the unread bytes, as a full serial line does.
  func discardUnread() { _ = tcflush(slave, TCIFLUSH) }

  /// Removes the terminal, and the link if it still leads here.
  func remove() {
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
        "\(link) exists already; remove it, or name another path")
    default:
      throw LocationServerError(
        .cannotCreate, .terminal(link: link),
        "cannot be created: \(error.clause)")
    }
  }

  /// Whether a link leads to a pseudo-terminal that does not exist anymore.
  private static func isStale(_ link: String) -> Bool {
    guard let target = target(of: link), target.hasPrefix("/dev/pts/") else { return false }
    return access(target, F_OK) != 0 && errno == ENOENT
  }

  /// The target of a symbolic link; `nil` if the path is not one.
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
