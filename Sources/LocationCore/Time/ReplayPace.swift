/// How fast a track is replayed, recorded or simulated.
public enum ReplayPace: Hashable, Sendable {
  /// At the pace of its timestamps, times a factor: 1 as recorded, 10 ten times as fast. Not
  /// positive or not finite means as recorded; slower than a millionth is a millionth.
  case times(Double)
  /// As fast as its consumer takes it.
  case unpaced

  /// At the pace of its timestamps.
  public static let recorded = ReplayPace.times(1)

  /// The factor, `nil` when unpaced.
  package var factor: Double? {
    switch self {
    case .unpaced: nil
    // What is slower would make waits that no `Duration` can hold.
    case .times(let factor): factor.isFinite && factor > 0 ? max(factor, 1e-6) : 1
    }
  }
}
