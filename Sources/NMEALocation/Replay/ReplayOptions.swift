/// What a replayed fix says about when it was.
public enum ReplayTimestamps: Hashable, Sendable {
  /// What the recording says.
  case recorded
  /// The first one is the moment the replay begins; the others keep their distance from it. A
  /// recording without dates gets them this way, since now is what was asked for.
  case rebased
}
