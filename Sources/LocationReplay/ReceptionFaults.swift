import LocationCore

/// What the orders of a ``PlaybackControl`` do to the items of one subscription: a lost fix, and wrong places.
///
/// Both begin with the next instant of the track, so that a fix and the satellites of its instant agree. They change each
/// update by itself, so a track with several devices has the fault in all of them.
struct ReceptionFaults {
  private enum Loss {
    case none
    /// Begins with the next instant.
    case ordered(Duration)
    /// Until this played time.
    case until(Duration)
  }

  private var loss = Loss.none
  private var lossRevision: Int
  private var jump: PlaybackControl.Jump?
  /// The jump for the next instant.
  private var orderedJump: PlaybackControl.Jump?
  /// The played time of the last item.
  private var last: Duration?

  /// - Parameter settings: those at the start of the subscription. A loss from before does not concern it.
  init(_ settings: PlaybackControl.Settings) {
    lossRevision = settings.loss?.revision ?? 0
    orderedJump = settings.jump
  }

  /// Whether items are changed, or will be from the next instant on.
  var isActive: Bool {
    if case .none = loss { jump != nil || orderedJump != nil } else { true }
  }

  mutating func follow(_ settings: PlaybackControl.Settings) {
    orderedJump = settings.jump
    guard let ordered = settings.loss, ordered.revision != lossRevision else { return }
    lossRevision = ordered.revision
    if ordered.revision > settings.seek?.revision ?? 0 { loss = .ordered(ordered.duration) }
  }

  /// Ends a loss, because the subscription plays from another position.
  mutating func startOver() {
    loss = .none
    last = nil
  }

  /// Changes an item as the faults demand.
  ///
  /// - Parameter elapsed: the played time of the item; `nil` if it has none.
  mutating func change(_ item: inout TrackItem, at elapsed: Duration?) {
    if elapsed == nil || elapsed != last { begin(at: elapsed ?? last ?? .zero) }
    last = elapsed ?? last
    let isLost = if case .until = loss { true } else { false }
    guard isLost || jump != nil else { return }
    // The first item of an instant has the bytes of all.
    item.bytes = []
    item.needsSentences = true
    item.original = nil
    guard let update = item.update else { return }
    item.content = .update(isLost ? update.withoutFix : jump.map { update.moved($0) } ?? update)
  }

  /// Begins an instant.
  private mutating func begin(at elapsed: Duration) {
    jump = orderedJump
    if case .ordered(let duration) = loss { loss = .until(elapsed + duration) }
    if case .until(let end) = loss, elapsed >= end { loss = .none }
  }
}

extension LocationUpdate {
  /// What the receiver reports if it has the same satellites in view, but no position.
  fileprivate var withoutFix: LocationUpdate {
    switch self {
    case .fix(let fix):
      var loss = FixLoss(reason: .noFix, timestamp: fix.timestamp, source: fix.source)
      loss.timeOfDay = fix.timeOfDay
      loss.receivedAt = fix.receivedAt
      return .fixLost(loss)
    case .sky(var sky):
      for index in sky.satellites.indices where sky.satellites[index].isUsed != nil {
        sky.satellites[index].isUsed = false
      }
      if sky.satellitesUsed != nil { sky.satellitesUsed = 0 }
      sky.dilution = DilutionOfPrecision()
      return .sky(sky)
    case .fixLost, .authorization: return self
    }
  }

  /// The same update at a wrong place, which says that it is simulated.
  fileprivate func moved(_ jump: PlaybackControl.Jump) -> LocationUpdate {
    guard case .fix(var fix) = self else { return self }
    fix.coordinate = fix.coordinate.destination(bearing: jump.bearing, distance: jump.meters)
    fix.status = .simulated
    return .fix(fix)
  }
}
