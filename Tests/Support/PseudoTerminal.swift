package import Foundation
private import Synchronization

/// A pseudo-terminal. The test writes a receiver's bytes to its master side.
package final class PseudoTerminal: Sendable {
  /// The path that a program opens.
  package let path: String
  private let slave: Int32
  private let master: Mutex<Int32?>

  package init() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENXIO)
    }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // A test that sends more than is read fails instead of waiting forever.
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

  /// Sends text and returns whether all of it fitted into the terminal's buffer.
  @discardableResult
  package func send(_ text: String) -> Bool {
    master.withLock { master in
      master.map { write($0, text, text.utf8.count) == text.utf8.count } ?? false
    }
  }

  /// The bytes that programs wrote to the terminal since the last call.
  package func receive() -> String {
    var room = [UInt8](repeating: 0, count: 65536)
    let count = master.withLock { master in master.map { read($0, &room, room.count) } ?? 0 }
    return String(decoding: room.prefix(max(0, count)), as: UTF8.self)
  }

  /// Closes the master side, as if the receiver was unplugged.
  package func hangUp() {
    master.withLock {
      if let master = $0 { close(master) }
      $0 = nil
    }
  }

  /// The present settings of the line.
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
