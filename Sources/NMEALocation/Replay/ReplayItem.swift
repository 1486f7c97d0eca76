import LocationCore

/// One thing a recording says, and where on its track it says it.
struct ReplayItem {
  /// `nil` for bytes of which nothing came.
  var update: LocationUpdate?
  /// The time since the start of the track, `nil` as long as the recording has given no time.
  var position: Duration?
  /// What the recording holds from the item before up to this one, if that is kept.
  var recorded: [UInt8] = []

  /// When a gateway received it, if the recording says so in TAG blocks. For items read without a time
  /// of receipt.
  var gatewayReceipt: Date? {
    switch update {
    case .fix(let fix): fix.receivedAt
    case .sky(let sky): sky.receivedAt
    case .fixLost(let loss): loss.receivedAt
    case .authorization, nil: nil
    }
  }

  /// The same, received at `receipt`, and with its timestamp moved if there is a `base` to count
  /// from.
  func stamped(receivedAt receipt: Date, countingFrom base: ReplayBase?) -> LocationUpdate? {
    update?.received(at: receipt) { timestamp in
      guard let base else { return timestamp }
      guard let position else { return nil }
      return base.date.addingTimeInterval((position - base.position) / .seconds(1))
    }
  }
}

/// The date that rebased timestamps put on a position of the track.
struct ReplayBase {
  let position: Duration
  let date: Date
}
