/// How fast a track is played.
public enum ReplayPace: Hashable, Sendable {
  /// At the pace of its positions, times a factor: 1 as recorded, 10 ten times as fast. A factor
  /// that is not positive or not finite means 1; a factor below a millionth means a millionth.
  case times(Double)
  /// As fast as the consumer takes it.
  case unpaced

  /// At the pace of its positions.
  public static let recorded = ReplayPace.times(1)

  /// The factor, `nil` when unpaced.
  package var factor: Double? {
    switch self {
    case .unpaced: nil
    // A smaller factor would make waits that no `Duration` can hold.
    case .times(let factor): factor.isFinite && factor > 0 ? max(factor, 1e-6) : 1
    }
  }

  /// The time that a part of the track takes; `nil` when unpaced. 30,000 years of a track and more
  /// take the same time, because at the lowest pace no `Duration` could hold a longer one.
  package func time(for part: Duration) -> Duration? {
    // Division by a `Double` rounds; at the recorded pace it must not.
    factor.map { $0 == 1 ? part : min(part, .seconds(1_000_000_000_000)) / $0 }
  }
}

/// Which timestamps a played update carries.
public enum ReplayTimestamps: Hashable, Sendable {
  /// The timestamps of the track, and its times of receipt if it states any.
  case recorded
  /// The first timestamp is the moment when playing begins; the others keep their distance from it.
  /// Updates without a date get one this way too, because the caller asked for the present.
  case rebased
}
