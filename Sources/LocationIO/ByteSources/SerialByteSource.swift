public import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A receiver on a serial line, a USB port or a pseudo-terminal.
///
/// The line is raw, eight bits, no parity, one stop bit. It is used exclusively, so a second
/// stream fails while the first is open, and gets its settings back when the stream closes. A
/// device that is unplugged ends its stream with `.sourceUnavailable`.
public struct SerialByteSource: ByteSource {
  /// The device's path, as `/dev/ttyACM0`.
  public let path: String

  /// The line's rate in baud, one of 1200 … 921600; `nil` finds it out.
  public let baud: Int?

  /// Finds the rate if none is given.
  private let detection: BaudDetection?

  /// Names a device and its rate. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the device's path, as `/dev/ttyACM0`.
  ///   - baud: the line's rate, one of 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200,
  ///     230400, 460800, 921600.
  public init(path: String, baud: Int) {
    self.path = path
    self.baud = baud
    detection = nil
  }

  /// Names a device whose rate is unknown. Nothing is opened yet.
  ///
  /// The first read tries the rate that the line has and then the usual rates, from 4800 up, and
  /// gives up after about half a minute. (Most USB receivers have no real line: any rate works.)
  ///
  /// - Parameters:
  ///   - path: the device's path, as `/dev/ttyACM0`.
  ///   - listening: how long to listen at each rate; two seconds are enough for a receiver that
  ///     reports once a second.
  ///   - recognizes: whether the bytes received at one rate contain a message of the receiver.
  public init(
    path: String, listening: Duration = .seconds(2),
    recognizing recognizes: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.path = path
    baud = nil
    detection = BaudDetection(listening: listening, recognizes: recognizes)
  }

  /// `serial:PATH`, with `?baud=` when the rate is given.
  public var name: String { "serial:\(path)" + (baud.map { "?baud=\($0)" } ?? "") }

  /// A receiver does not wait.
  public var isLive: Bool { true }

  /// `.denied` when the device is there and this process may not read it.
  public var authorizationStatus: AuthorizationStatus { FileAccess(path).status }

  /// Whose permission is missing; for most devices that is the group `dialout`.
  public var authorizationRefusal: String? { FileAccess(path).refusal }

  /// Opens the device.
  ///
  /// - Throws: `.sourceNotFound`; `.notAuthorized`; `.sourceUnavailable` when it is busy;
  ///   `.invalidSource` when it is no serial device or has no such rate. The stream's first read
  ///   throws `.badData` when the rate could not be found out.
  public func open() throws(UserLocationError) -> any ByteStream {
    let line = try SerialLine(path: path, rate: baud, source: name)
    return try WakeableStream(
      SerialReader(line: line, detection: detection, source: name), source: name)
  }
}
