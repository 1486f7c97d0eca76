import LocationCore
import LocationPOSIX

/// Reads a serial line until the device is removed.
struct SerialReader: StreamReader {
  private let line: SerialLine
  /// `nil` when the rate is known.
  private var detection: BaudDetection?
  private let source: String
  /// Bytes from the detection that were not returned yet.
  private var pending: ArraySlice<UInt8> = []

  init(line: SerialLine, detection: BaudDetection?, source: String) {
    self.line = line
    self.detection = detection
    self.source = source
  }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    if let detection {
      let heard = try detection.run(
        from: line.rate, source: source,
        changeRate: { rate throws(UserLocationError) in try line.changeRate(rate) },
        receive: { room, limit throws(UserLocationError) in
          try receive(into: room, until: limit, wake: wake)
        })
      pending = heard[...]
      self.detection = nil
    }
    guard pending.isEmpty else {
      let part = pending.prefix(buffer.count)
      buffer.copyBytes(from: part)
      pending = pending.dropFirst(part.count)
      return part.count
    }
    return try receive(into: buffer, until: deadline, wake: wake)
  }

  private func receive(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while let events = try wake.wait(for: line.descriptor, until: deadline) {
      do throws(SystemError) {
        // Bytes that arrived before a hang-up are read first.
        let count = try Descriptor.read(line.descriptor, into: buffer)
        if let count, count > 0 { return count }
        if count == nil, events & Int32(POLLHUP | POLLERR | POLLNVAL) == 0 { continue }
      } catch {
        guard error.number == EIO || error.number == ENXIO || error.number == ENODEV else {
          throw UserLocationError(error, source: source, code: .inputOutput)
        }
      }
      throw UserLocationError(
        .sourceUnavailable, source: source, detail: "the device was unplugged")
    }
    return nil
  }
}
