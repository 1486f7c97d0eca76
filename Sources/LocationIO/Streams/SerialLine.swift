package import LocationCore
import LocationPOSIX

/// An open serial device or pseudo-terminal, in raw mode: eight bits, no parity, one stop bit.
///
/// The line is used exclusively. When the object is released, the line gets its former settings back
/// and closes.
package final class SerialLine: Sendable {
  private let device: OwnedDescriptor
  private let source: String
  private let original: termios

  /// The rates that a line may have, in baud.
  package static let rates = [
    1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600,
  ]

  /// Opens a line.
  ///
  /// - Parameter rate: the rate in baud, one of ``rates``; `nil` keeps the line's rate.
  package init(path: String, rate: Int?, source: String) throws(UserLocationError) {
    self.source = source
    do throws(UserLocationError) {
      device = try OwnedDescriptor(reading: path, source: source)
    } catch {
      var error = error
      if error.code == .sourceNotFound {
        error.detail = "there is no such device; is the receiver plugged in?"
      }
      throw error
    }
    var settings = termios()
    guard tcgetattr(device.number, &settings) == 0 else {
      throw UserLocationError(
        .last("tcgetattr"), source: source, code: .invalidSource,
        detail: "it is not a serial device; a file is given as file:PATH")
    }
    // TIOCEXCL only keeps programs out that open the device later and are not the superuser's. flock
    // also detects programs that opened it before, if they lock it.
    guard flock(device.number, LOCK_EX | LOCK_NB) == 0 else {
      throw UserLocationError(
        .last("flock"), source: source, code: .sourceUnavailable,
        detail: "the device is busy: another program is using it")
    }
    // From here on `deinit` restores the line, which no other program is using.
    original = settings
    _ = ioctl(device.number, UInt(TIOCEXCL))
    try configure(rate: rate)
  }

  deinit {
    var settings = original
    _ = tcsetattr(device.number, TCSANOW, &settings)
    _ = ioctl(device.number, UInt(TIOCNXCL))
  }

  /// The descriptor to read from. It is valid as long as the line lives.
  package var descriptor: Int32 { device.number }

  /// The line's rate in baud; `nil` if it is none of ``rates``.
  package var rate: Int? {
    var settings = original
    guard tcgetattr(device.number, &settings) == 0 else { return nil }
    let speed = cfgetispeed(&settings)
    return Self.rates.first { Self.speed($0) == speed }
  }

  /// Changes the rate and discards the bytes that were received at the former one.
  package func changeRate(_ rate: Int) throws(UserLocationError) {
    try configure(rate: rate)
    _ = tcflush(device.number, TCIFLUSH)
  }

  private func configure(rate: Int?) throws(UserLocationError) {
    var settings = original
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(CRTSCTS))
    // With VMIN 0, a read without bytes would look like a hang-up.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    if let rate {
      guard let speed = Self.speed(rate), cfsetspeed(&settings, speed) == 0 else {
        throw refusal(of: rate)
      }
    }
    guard tcsetattr(device.number, TCSANOW, &settings) == 0 else {
      throw UserLocationError(.last("tcsetattr"), source: source, code: .inputOutput)
    }
    // tcsetattr succeeds even if the device accepted only some of the settings.
    if let rate, self.rate != rate { throw refusal(of: rate) }
  }

  private func refusal(of rate: Int) -> UserLocationError {
    let usual = Self.rates.map(String.init).joined(separator: ", ")
    return UserLocationError(
      .invalidSource, source: source,
      detail: "the line can not run at \(rate) baud; the rates are \(usual)")
  }
}
