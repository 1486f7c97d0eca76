/// Knows whether the receiver pauses before and after each epoch. The caller reports a pause with
/// ``EpochAssembler/flush(_:)``.
struct PauseCounter {
  /// The end of an epoch.
  enum End {
    case nextEpoch
    case pause
  }

  private var isAfterPause = false
  private var betweenPauses = 0

  /// Whether the running epoch began after a pause and the epochs before it ended with one. Then this
  /// epoch most likely ends with a pause too.
  var areRegular: Bool { isAfterPause && betweenPauses >= Self.enough }

  /// Takes note of the end of an epoch. An epoch without any sentence is only a pause.
  ///
  /// - Returns: whether there was a pause before the epoch and after it.
  mutating func epochEnded(at end: End, isEmpty: Bool) -> Bool {
    let isBetween = isAfterPause && end == .pause
    if !isEmpty { betweenPauses = isBetween ? min(betweenPauses + 1, Self.enough) : 0 }
    if !isEmpty || end == .pause { isAfterPause = end == .pause }
    return isBetween
  }

  private static let enough = 2
}
