public import LocationIO
import NMEA0183

extension SerialByteSource {
  /// Names the device of a receiver that sends NMEA 0183. `open()` opens it.
  ///
  /// - Parameters:
  ///   - path: the device's path: `/dev/ttyACM0`.
  ///   - baud: the line's rate, see `SerialByteSource.init(path:baud:)`; `nil` tries the usual rates
  ///     until a sentence with a correct checksum arrives. See
  ///     `SerialByteSource.init(path:listening:recognizing:)`.
  public init(path: String, baud: Int? = nil) {
    if let baud {
      self.init(path: path, baud: baud)
    } else {
      self.init(path: path, recognizing: containsSentence)
    }
  }
}

/// Whether bytes contain a complete sentence with a correct checksum.
@Sendable package func containsSentence(_ bytes: [UInt8]) -> Bool {
  var framer = SentenceFramer()
  var isSentence = false
  bytes.withUnsafeBytes { bytes in
    framer.push(bytes) { frame in
      if case .verified = frame.checksum, frame.fault == nil { isSentence = true }
    }
  }
  return isSentence
}
