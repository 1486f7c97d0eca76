import LocationCore

/// One thing a recording says, and where on its track it says it.
struct ReplayItem {
  /// `nil` for bytes of which nothing came.
  var update: LocationUpdate?
  /// The time since the start of the track, `nil` as long as the recording has given no time.
  var position: Duration?
  /// What the recording holds from the item before up to this one, if that is kept.
  var recorded: [UInt8] = []

  /// The same, received at `receipt`, and with its timestamp moved if there is a `base` to count
  /// from.
  func stamped(receivedAt receipt: Date, countingFrom base: ReplayBase?) -> LocationUpdate? {
    func moved(_ timestamp: Date?) -> Date? {
      guard let base else { return timestamp }
      guard let position else { return nil }
      return base.date.addingTimeInterval((position - base.position) / .seconds(1))
    }
    switch update {
    case .fix(var fix):
      fix.receivedAt = receipt
      fix.timestamp = moved(fix.timestamp)
      return .fix(fix)
    case .sky(var sky):
      sky.receivedAt = receipt
      sky.timestamp = moved(sky.timestamp)
      return .sky(sky)
    case .fixLost(var loss):
      loss.receivedAt = receipt
      loss.timestamp = moved(loss.timestamp)
      return .fixLost(loss)
    case .authorization, nil:
      return update
    }
  }
}

/// The date that rebased timestamps put on a position of the track.
struct ReplayBase {
  let position: Duration
  let date: Date
}
