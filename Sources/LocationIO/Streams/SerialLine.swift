import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An opened serial device or pseudo-terminal: raw, eight bits, no parity, one stop bit, and ours
/// alone until it is released.
package struct SerialLine: Sendable {
  package let descriptor: Int32
  private let source: String
  private let original: termios

  /// The rates a line may have, in baud.
  package static let rates = [
    1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600,
  ]

  /// Opens the line at `rate`, or at the rate it has.
  package init(path: String, rate: Int?, source: String) throws(UserLocationError) {
    self.source = source
    do throws(UserLocationError) {
      descriptor = try DescriptorReader.openFile(path, source: source)
    } catch {
      var error = error
      if error.code == .sourceNotFound {
        error.detail = "there is no such device; is the receiver plugged in?"
      }
      throw error
    }
    do throws(UserLocationError) {
      var settings = termios()
      guard tcgetattr(descriptor, &settings) == 0 else {
        throw UserLocationError(
          .last("tcgetattr"), source: source, code: .invalidSource,
          detail: "it is not a serial device; a file is given as file:PATH")
      }
      original = settings
      // TIOCEXCL keeps others out who come later, but not the superuser, nor does it tell of those
      // who are here: programs that lock do that with flock.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw UserLocationError(
          .last("flock"), source: source, code: .sourceUnavailable,
          detail: "the device is busy: another program is using it")
      }
      _ = ioctl(descriptor, UInt(TIOCEXCL))
      try configure(rate: rate)
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  /// The line's rate in baud; `nil` when it is none of the usual ones.
  package var rate: Int? {
    var settings = original
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    let speed = cfgetispeed(&settings)
    return Self.rates.first { Self.speed($0) == speed }
  }

  /// Changes the rate and forgets what was received at the old one.
  package func changeRate(_ rate: Int) throws(UserLocationError) {
    try configure(rate: rate)
    _ = tcflush(descriptor, TCIFLUSH)
  }

  /// Puts the settings back that the line had, and gives it up.
  package func release() {
    var settings = original
    _ = tcsetattr(descriptor, TCSANOW, &settings)
    _ = ioctl(descriptor, UInt(TIOCNXCL))
    _ = close(descriptor)
  }

  private func configure(rate: Int?) throws(UserLocationError) {
    var settings = original
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(CRTSCTS))
    // With VMIN 0 a read of nothing would look like a hang-up.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    if let rate {
      guard let speed = Self.speed(rate), cfsetspeed(&settings, speed) == 0 else {
        throw refusal(of: rate)
      }
    }
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      throw UserLocationError(.last("tcsetattr"), source: source, code: .inputOutput)
    }
    // It reports success when any one of the settings could be made.
    if let rate, self.rate != rate { throw refusal(of: rate) }
  }

  private func refusal(of rate: Int) -> UserLocationError {
    let usual = Self.rates.map(String.init).joined(separator: ", ")
    return UserLocationError(
      .invalidSource, source: source,
      detail: "the line can not run at \(rate) baud; the rates are \(usual)")
  }

  /// The system's name for a rate; on Darwin that is the number itself.
  private static func speed(_ rate: Int) -> speed_t? {
    #if canImport(Darwin)
      return rates.contains(rate) ? speed_t(rate) : nil
    #else
      switch rate {
      case 1200: return speed_t(B1200)
      case 2400: return speed_t(B2400)
      case 4800: return speed_t(B4800)
      case 9600: return speed_t(B9600)
      case 19200: return speed_t(B19200)
      case 38400: return speed_t(B38400)
      case 57600: return speed_t(B57600)
      case 115200: return speed_t(B115200)
      case 230400: return speed_t(B230400)
      case 460800: return speed_t(B460800)
      case 921600: return speed_t(B921600)
      default: return nil
      }
    #endif
  }
}
