import LocationCore

/// Finds the rate of a serial line: it listens at each of the usual rates.
package struct BaudDetection: Sendable {
  /// How long to listen at a rate before trying the next.
  package let listening: Duration
  /// Whether all bytes heard so far at one rate contain a message of the receiver's protocol.
  package let recognizes: @Sendable ([UInt8]) -> Bool

  /// The rates that receivers have, in baud.
  package static let rates = [4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600]

  /// As many bytes hold several sentences at the right rate, so they settle that one is wrong.
  private static let enough = 1024

  /// The second round is for a receiver that was just then starting.
  private static let rounds = 2

  /// Leaves the line at the rate found.
  ///
  /// - Parameters:
  ///   - current: the rate that the line has, if it is known.
  ///   - changeRate: changes it, and forgets what was received at the old one; throws
  ///     `.invalidSource` for a rate that the line does not have.
  ///   - receive: reads from the line, `nil` when the deadline passes.
  /// - Returns: what was received at that rate, from the first byte on.
  /// - Throws: `.badData` when there was something, but never a sentence; `.sourceUnavailable`
  ///   when there was nothing; what `receive` throws.
  package func run(
    from current: Int?, source: String, changeRate: (Int) throws(UserLocationError) -> Void,
    receive: (UnsafeMutableRawBufferPointer, Deadline) throws(UserLocationError) -> Int?
  ) throws(UserLocationError) -> [UInt8] {
    var isSilent = true
    // The rate that the line already has is the likeliest: somebody has set it, or used it.
    let rates = (current.map { [$0] } ?? []) + Self.rates.filter { $0 != current }
    for _ in 0..<Self.rounds {
      for rate in rates {
        do throws(UserLocationError) {
          try changeRate(rate)
        } catch {
          if error.code == .invalidSource { continue }  // Not every line has every rate.
          throw error
        }
        let (bytes, isSentence) = try listen(receive)
        if isSentence { return bytes }
        if !bytes.isEmpty { isSilent = false }
      }
    }
    throw UserLocationError(
      isSilent ? .sourceUnavailable : .badData, source: source,
      detail: isSilent
        ? "the device is silent at all of the usual rates; is a receiver attached and powered?"
        : "nothing at any of the usual rates is NMEA; give the rate with ?baud=")
  }

  /// Listens at one rate until there is a sentence, or it is clear that there will not be.
  private func listen(
    _ receive: (UnsafeMutableRawBufferPointer, Deadline) throws(UserLocationError) -> Int?
  ) throws(UserLocationError) -> (bytes: [UInt8], isSentence: Bool) {
    let deadline = Deadline(after: listening)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 1)
    defer { room.deallocate() }
    var bytes: [UInt8] = []
    while bytes.count < Self.enough, let count = try receive(room, deadline) {
      bytes.append(contentsOf: room[..<count])
      if recognizes(bytes) { return (bytes, true) }
      if deadline.isPassed { break }
    }
    return (bytes, false)
  }
}
