public import LocationCore

/// One moment of a simulated run: what is true, and what the receiver says.
public struct SimulationStep: Hashable, Sendable {
  /// When, counted from the start of the track.
  public var offset: Duration
  /// Where the receiver truly is, whatever it says.
  public var truth: TrackPoint
  /// What a provider says: the sky, in the first step of each second, and then the fix or its loss.
  /// `receivedAt` is left to whoever hands it on.
  public var updates: [LocationUpdate]
  /// What the receiver writes: NMEA 0183, with whatever is wrong with it. Faults of the wire are
  /// here only.
  public var bytes: [UInt8]
  /// How wrong the fix may be, as far as satellites are to blame; `nil` without a fix. A scripted
  /// fault of the position (a jump, a drift, one that is stuck) is not in it: such a receiver does
  /// not know that it is wrong.
  public var accuracy: StatedAccuracy?

  /// The fix of this step, if there is one.
  public var fix: Fix? {
    for case .fix(let fix) in updates { return fix }
    return nil
  }
}
