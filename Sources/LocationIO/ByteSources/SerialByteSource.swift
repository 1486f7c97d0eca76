public import LocationCore
import LocationPOSIX

/// A receiver on a serial line, a USB port or a pseudo-terminal.
///
/// The line is in raw mode: eight bits, no parity, one stop bit. It is used exclusively, so only one
/// stream can be open at a time. The line gets its former settings back when the stream closes. When
/// the device is unplugged, the stream throws `.sourceUnavailable`.
public struct SerialByteSource: ByteSource {
  /// The device's path: `/dev/ttyACM0`.
  public let path: String

  /// The line's rate in baud, one of 1200 … 921600; `nil` detects it.
  public let baud: Int?

  /// Detects the rate if `baud` is `nil`.
  private let detection: BaudDetection?

  /// Names a device and its rate. ``open()`` opens it.
  ///
  /// - Parameters:
  ///   - path: the device's path: `/dev/ttyACM0`.
  ///   - baud: the line's rate, one of 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200,
  ///     230400, 460800, 921600. For another one, ``open()`` throws `.invalidSource`.
  public init(path: String, baud: Int) {
    self.path = path
    self.baud = baud
    detection = nil
  }

  /// Names a device whose rate is unknown. ``open()`` opens it.
  ///
  /// The first read tries the line's present rate and then the usual rates from 4800 up. It fails
  /// after about half a minute. (Most USB receivers have no real line: they work at any rate.)
  ///
  /// - Parameters:
  ///   - path: the device's path: `/dev/ttyACM0`.
  ///   - listening: how long to listen at each rate. Two seconds suffice for a receiver that reports
  ///     once a second. A time of zero or less detects no rate.
  ///   - recognizes: whether the bytes received at one rate contain a message of the receiver.
  public init(
    path: String, listening: Duration = .seconds(2),
    recognizing recognizes: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.path = path
    baud = nil
    detection = BaudDetection(listening: listening, recognizes: recognizes)
  }

  /// `serial:PATH`, followed by `?baud=` if the rate is given.
  public var name: String { "serial:\(path.printablePath)" + (baud.map { "?baud=\($0)" } ?? "") }

  /// `true`: a receiver does not wait for its consumer.
  public var isLive: Bool { true }

  /// `.denied` if the device exists and this process may not read it.
  public var authorizationStatus: AuthorizationStatus { FileAccess(path).status }

  /// The missing permission and how to get it: for most devices, membership in the group `dialout`.
  public var authorizationRefusal: String? { FileAccess(path).refusal }

  /// Opens the device.
  ///
  /// - Throws: `.sourceNotFound`; `.notAuthorized`; `.sourceUnavailable` if another program uses the
  ///   device; `.invalidSource` if it is not a serial device or does not support the rate. The
  ///   stream's first read throws `.badData` or `.sourceUnavailable` if the rate is not detected.
  public func open() throws(UserLocationError) -> any ByteStream {
    let line = try SerialLine(path: path, rate: baud, source: name)
    return try WakeableStream(
      SerialReader(line: line, detection: detection, source: name), source: name)
  }
}
