/// How fast a track is replayed, recorded or simulated.
public enum ReplayPace: Hashable, Sendable {
  /// The pace of the timestamps, multiplied by a factor: 1 is as recorded, 10 is ten times as fast.
  /// A factor that is not positive or not finite counts as 1; the smallest factor is a millionth.
  case times(Double)
  /// As fast as the consumer reads.
  case unpaced

  /// The pace of the timestamps.
  public static let recorded = ReplayPace.times(1)

  /// The factor, `nil` when unpaced.
  package var factor: Double? {
    switch self {
    case .unpaced: nil
    // A smaller factor would lead to waits that no `Duration` can hold.
    case .times(let factor): factor.isFinite && factor > 0 ? max(factor, 1e-6) : 1
    }
  }
}
