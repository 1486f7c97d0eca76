package import Foundation
private import Synchronization

/// A pseudo-terminal: a test writes to its master side what a receiver would say.
package final class PseudoTerminal: Sendable {
  /// The path of the side that a program opens.
  package let path: String
  private let slave: Int32
  private let master: Mutex<Int32?>

  package init() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENXIO)
    }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // A test that sends more than anybody reads fails, and does not hang.
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    self.master = Mutex(master)
    self.slave = slave
    path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { name in
      guard let start = name.baseAddress, ttyname_r(slave, start, 128) == 0 else { return "" }
      return String(cString: start)
    }
  }

  deinit {
    hangUp()
    close(slave)
  }

  /// Whether all of it fitted into the terminal's buffer.
  @discardableResult
  package func send(_ text: String) -> Bool {
    master.withLock { master in
      master.map { write($0, text, text.utf8.count) == text.utf8.count } ?? false
    }
  }

  /// What programs have written to the terminal since.
  package func receive() -> String {
    var room = [UInt8](repeating: 0, count: 65536)
    let count = master.withLock { master in master.map { read($0, &room, room.count) } ?? 0 }
    return String(decoding: room.prefix(max(0, count)), as: UTF8.self)
  }

  /// The receiver is unplugged.
  package func hangUp() {
    master.withLock {
      if let master = $0 { close(master) }
      $0 = nil
    }
  }

  /// The line's settings, as a program has made them.
  package var settings: termios {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings
  }

  package var isRaw: Bool { settings.c_lflag & tcflag_t(ICANON | ECHO) == 0 }

  package var speed: speed_t {
    var settings = self.settings
    return cfgetispeed(&settings)
  }
}
