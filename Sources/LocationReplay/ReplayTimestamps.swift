/// Which timestamps a played update carries.
public enum ReplayTimestamps: Hashable, Sendable {
  /// The timestamps of the track, and its times of receipt if it states any.
  case recorded
  /// The first timestamp is the moment when playing begins; the others keep their distance from it.
  /// Updates without a date get one this way too, because the caller asked for the present.
  case rebased
}
