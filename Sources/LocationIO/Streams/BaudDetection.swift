import LocationCore

/// Finds the rate of a serial line by listening at each usual rate.
package struct BaudDetection: Sendable {
  /// How long to listen at one rate.
  package let listening: Duration
  /// Whether the bytes that were received at one rate contain a message of the receiver's protocol.
  package let recognizes: @Sendable ([UInt8]) -> Bool

  /// The usual rates of receivers, in baud.
  package static let rates = [4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600]

  /// At the right rate this many bytes contain several sentences. Without a message, the rate is wrong.
  private static let enough = 1024

  /// The second round finds a receiver that was still starting during the first.
  private static let rounds = 2

  /// Tries the rates, and leaves the line at the rate that was found.
  ///
  /// - Parameters:
  ///   - current: the line's present rate, if known.
  ///   - changeRate: changes the rate and discards the bytes received at the former one. It throws
  ///     `.invalidSource` for a rate that the line does not support.
  ///   - receive: reads from the line; returns `nil` when the deadline passes.
  /// - Returns: all bytes that were received at the rate.
  /// - Throws: `.badData` if there were bytes but no message, and at once if a modem answers; `.sourceUnavailable` if
  ///   there were no bytes; the errors of `receive`.
  package func run(
    from current: Int?, source: String, changeRate: (Int) throws(UserLocationError) -> Void,
    receive: (UnsafeMutableRawBufferPointer, Deadline) throws(UserLocationError) -> Int?
  ) throws(UserLocationError) -> [UInt8] {
    var isSilent = true
    var binary: BinaryProtocol?
    // The present rate is the most likely one: another program has set or used it.
    let rates = (current.map { [$0] } ?? []) + Self.rates.filter { $0 != current }
    for _ in 0..<Self.rounds {
      for rate in rates {
        do throws(UserLocationError) {
          try changeRate(rate)
        } catch {
          if error.code == .invalidSource { continue }
          throw error
        }
        let (bytes, isRecognized) = try listen(receive)
        if isRecognized { return bytes }
        if bytes.isEmpty { continue }
        isSilent = false
        switch ForeignBytes(bytes) {
        case .binary(let found): binary = binary ?? found
        case .modem:
          throw UserLocationError(.badData, source: source, detail: ForeignBytes.modem.advice ?? "")
        default: break
        }
      }
    }
    throw UserLocationError(
      isSilent ? .sourceUnavailable : .badData, source: source,
      detail: isSilent
        ? "the device is silent at all of the usual rates; is a receiver attached and powered?"
        : binary?.advice ?? "nothing at any of the usual rates is NMEA; give the rate with ?baud=")
  }

  /// Listens at one rate until a message is recognized, or a modem is, or enough bytes arrived, or
  /// time is up.
  private func listen(
    _ receive: (UnsafeMutableRawBufferPointer, Deadline) throws(UserLocationError) -> Int?
  ) throws(UserLocationError) -> (bytes: [UInt8], isRecognized: Bool) {
    let deadline = Deadline(after: listening)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 1)
    defer { room.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count < Self.enough, let count = try receive(room, deadline) {
      bytes.append(contentsOf: room[..<count])
      if recognizes(bytes) { return (bytes, true) }
      if ForeignBytes(bytes) == .modem { break }
      if deadline.isPassed { break }
    }
    return (bytes, false)
  }
}
