/// Something that goes wrong, at a time of the track and for a while.
public struct Fault: Hashable, Sendable {
  /// What goes wrong.
  public var kind: Kind
  /// When it begins, in track time.
  public var start: Duration
  /// How long it lasts; `nil` to the end of the run.
  public var length: Duration?

  /// Makes a fault.
  public init(_ kind: Kind, at start: Duration = .zero, for length: Duration? = nil) {
    self.kind = kind
    self.start = start
    self.length = length
  }

  /// What can go wrong.
  public enum Kind: Hashable, Sendable {
    // The receiver.

    /// The receiver sees satellites and says that it has no position.
    case noFix
    /// The receiver starts with nothing in its memory: no time, then a time, then more and more
    /// satellites, and a fix at the end: the fault's length is the time to first fix.
    case coldStart
    /// No signal reaches it, as in a tunnel.
    case dropout
    /// The position is off by so many meters in a direction, degrees from north.
    case jump(meters: Double, bearing: Double)
    /// The position stays the same, with the speed and course it had.
    case stuck
    /// The position drifts away at so many m/s in a direction, degrees from north; it is right
    /// again when the fault ends.
    case drift(speed: Double, bearing: Double)
    /// It hears no more than so many satellites, well spread over the sky. Three make two
    /// dimensions, fewer no fix.
    case fewSatellites(count: Int)
    /// It loses one satellite after another, one in each interval, those first that it needs least.
    case satelliteLoss(every: Duration)

    // Its clock.

    /// Its time is off by so much.
    case timeStep(by: Duration)
    /// It is 1024 weeks in the past: its firmware has not counted the rollover of the GPS week.
    case weekRollover
    /// The next UTC day begins with a leap second: 23:59:60 comes first, and all times after it
    /// are one second less than they were.
    case leapSecond

    // The wire: the share of sentences it meets is within 0 … 1.

    /// Sentences carry wrong checksums.
    case badChecksum(share: Double)
    /// Sentences lose their ends, from somewhere before the checksum on.
    case truncated(share: Double)
    /// A sentence is written into the middle of the one before it.
    case interleaved(share: Double)
    /// So many random bytes come before each second's sentences.
    case garbage(bytes: Int)
    /// What was said last is said again, instead of anything new.
    case staleRepeats
    /// Nothing is said.
    case silence

    // The authorization and the source.

    /// The authorization is refused from the start.
    case denied
    /// The authorization is taken back.
    case revoked
    /// The authorization is not determined until then; who asks for it waits.
    case granted
    /// The source comes to its end, or breaks.
    case end(isFailure: Bool)
  }

  /// Whether it goes on at a time of the track.
  func isActive(at time: Duration) -> Bool {
    guard time >= start else { return false }
    return length.map { time < start + $0 } ?? true
  }
}
