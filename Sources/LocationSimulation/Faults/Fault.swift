/// A fault of the receiver, the wire or the source, during a part of the track.
public struct Fault: Hashable, Sendable {
  /// The kind of fault.
  public var kind: Kind
  /// The start of the fault, in track time.
  public var start: Duration
  /// Its duration; `nil` for the rest of the run.
  public var length: Duration?

  /// Makes a fault.
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
    /// The position is wrong by a distance in a direction, in degrees from north.
    case jump(meters: Double, bearing: Double)
    /// The position, speed and course do not change.
    case stuck
    /// The position error grows at a speed in m/s, in a direction in degrees from north. It is 0
    /// again when the fault ends.
    case drift(speed: Double, bearing: Double)
    /// The receiver hears at most this many satellites, well spread over the sky. Three satellites
    /// give a fix in two dimensions, fewer give none.
    case fewSatellites(count: Int)
    /// The receiver loses one satellite in each interval, the least useful one first.
    case satelliteLoss(every: Duration)

    // Faults of the receiver's clock.

    /// The receiver's time is wrong by this much.
    case timeStep(by: Duration)
    /// The receiver's time is 1024 weeks in the past: its firmware missed the rollover of the GPS
    /// week.
    case weekRollover
    /// The next UTC day begins with a leap second: 23:59:60 comes first, and all times after it are
    /// one second less.
    case leapSecond

    // Faults of the wire. The share of damaged sentences is within 0 … 1.

    /// Sentences carry wrong checksums.
    case badChecksum(share: Double)
    /// Sentences are cut off at a random place before the checksum.
    case truncated(share: Double)
    /// A sentence is written into the middle of the one before it.
    case interleaved(share: Double)
    /// This many random bytes come before the sentences of each second.
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
