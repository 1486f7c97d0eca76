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
  private let link: ServedLink?

  /// - Parameter link: the path of the symbolic link; see ``ServedLink``.
  /// - Throws: `.cannotCreate` for the link, or what the system reports.
  init(_ endpoint: ServerEndpoint, link: String?) throws(LocationServerError) {
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
      self.link =
        if let link { try ServedLink(link, to: path) } else { nil }
    } catch {
      _ = close(master)
      _ = close(slave)
      throw error
    }
    self.master = master
    self.slave = slave
    self.path = path
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
    link?.remove()
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
}
