/// A fault of the receiver, the wire or the source, during a part of the track.
public struct Fault: Hashable, Sendable {
  /// The kind of fault.
  public var kind: Kind
  /// The start of the fault, in track time. A fault with a negative start is older than the track.
  public var start: Duration
  /// Its duration; `nil` for the rest of the run. A fault of zero or less has no effect.
  public var length: Duration?

  /// Makes a fault.
  ///
  /// - Parameters:
  ///   - kind: the kind of fault. Each kind says which numbers are valid.
  ///   - start: see ``start``.
  ///   - length: see ``length``. Ignored by faults that have no end: a leap second, the changes of the
  ///     authorization, and the end.
  public init(_ kind: Kind, at start: Duration = .zero, for length: Duration? = nil) {
    self.kind = kind
    self.start = start
    self.length = length
  }

  /// The kinds of faults.
  public enum Kind: Hashable, Sendable {
    // Faults of the receiver.

    /// The receiver reports satellites, but has no position.
    case noFix
    /// The receiver starts without any data: it has no time, then a time, then more and more
    /// satellites, and a fix at the end. The fault's length is the time to the first fix.
    case coldStart
    /// The receiver hears no signal, as in a tunnel.
    case dropout
    /// The position is wrong by a distance in a direction, in degrees from north. Any finite numbers
    /// are valid; others have no effect.
    case jump(meters: Double, bearing: Double)
    /// The position, speed and course do not change.
    case stuck
    /// The position error grows at a speed in m/s, in a direction in degrees from north. It is 0
    /// again when the fault ends. Any finite numbers are valid; others have no effect.
    case drift(speed: Double, bearing: Double)
    /// The receiver hears at most this many satellites, well spread over the sky. Three satellites
    /// give a fix in two dimensions, fewer give none. A negative number counts as 0.
    case fewSatellites(count: Int)
    /// The receiver loses one satellite in each interval, the least useful one first. An interval
    /// below a millisecond counts as a millisecond.
    case satelliteLoss(every: Duration)

    // Faults of the receiver's clock.

    /// The receiver's time is wrong by this much, 30,000 years at most; a larger step counts as that.
    case timeStep(by: Duration)
    /// The receiver's time is 1024 weeks in the past: its firmware missed the rollover of the GPS
    /// week.
    case weekRollover
    /// The next UTC day begins with a leap second: 23:59:60 comes first, and all times after it are
    /// one second less.
    case leapSecond

    // Faults of the wire.

    /// A share of the sentences, 0 … 1, carry wrong checksums. A smaller share and NaN count as 0, a
    /// larger share counts as 1.
    case badChecksum(share: Double)
    /// A share of the sentences are cut off at a random place before the checksum. The share is that of
    /// ``badChecksum(share:)``.
    case truncated(share: Double)
    /// A share of the sentences are written into the middle of the one before. The share is that of
    /// ``badChecksum(share:)``.
    case interleaved(share: Double)
    /// This many random bytes, 0 … 100,000, come before the sentences of each second. A negative
    /// number counts as 0, a larger one as 100,000.
    case garbage(bytes: Int)
    /// The receiver repeats its last report instead of a new one.
    case staleRepeats
    /// The receiver reports nothing.
    case silence

    // Faults of the authorization and of the source.

    /// The authorization is refused from the start.
    case denied
    /// The authorization is revoked.
    case revoked
    /// The authorization is not determined until the fault's start; a request for it waits.
    case granted
    /// The source ends or breaks.
    case end(isFailure: Bool)
  }

  /// Whether the fault is active at a time of the track.
  func isActive(at time: Duration) -> Bool {
    guard time >= start else { return false }
    return length.map { time < start + $0 } ?? true
  }
}

extension Fault.Kind {
  /// Whether only the bytes have the fault.
  fileprivate var isOfWire: Bool {
    switch self {
    case .badChecksum, .truncated, .interleaved, .garbage: true
    default: false
    }
  }
}

extension Scenario {
  /// Whether the bytes may say less than the updates.
  package var hasWireFaults: Bool { faults.contains { $0.kind.isOfWire } }
}
