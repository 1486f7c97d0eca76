public import LocationCore

/// One moment of a simulated run: the true place, and the receiver's report.
public struct SimulationStep: Hashable, Sendable {
  /// The time since the start of the track.
  public var offset: Duration
  /// The true place and motion.
  public var truth: GroundTruth
  /// The true place, motion and time as a fix, whatever the receiver says. Its time is UTC, without the errors of
  /// the receiver's clock. It states no errors, and no course while the receiver is stationary.
  public var trueFix: Fix
  /// The updates of a provider: the sky, in the first step of each second, and then the fix or its
  /// loss. They have no `receivedAt`.
  public var updates: [LocationUpdate]
  /// The bytes of the receiver: NMEA 0183 with its faults. Only the bytes contain faults of the
  /// wire.
  public var bytes: [UInt8]
  /// The accuracy that the satellites allow; `nil` without a fix. It does not contain scripted
  /// faults of the position (jump, drift, stuck), because such a receiver does not know that it is
  /// wrong.
  public var accuracy: StatedAccuracy?

  /// The fix of this step, if there is one.
  public var fix: Fix? {
    for case .fix(let fix) in updates { return fix }
    return nil
  }
}
