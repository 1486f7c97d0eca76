import LocationCore

/// The state machine of one place.
struct WatchedPlace: Sendable {
  /// Fixes that agree on a side that is not known to be the receiver's.
  private struct Evidence {
    let isInside: Bool
    /// The time of the first fix.
    let since: Date
    var fixCount: Int
    /// Whether there was no fix for long before the first one.
    let isLate: Bool
  }

  let place: Place
  /// The known side; `nil` at first.
  private(set) var state: MonitorState.PlaceState?
  private var evidence: Evidence?
  /// When the side last changed while this monitor watched. Finding the first side is not a change.
  private var changedAt: Date?
  /// See ``PlaceRegion/depth``. It is computed when the receiver comes near.
  private var depth: Double?

  init(_ place: Place, _ state: MonitorState.PlaceState?) {
    self.place = place
    self.state = state
  }

  var isInside: Bool { state?.isInside == true }

  /// Whether the receiver is known to be outside, and no fix said otherwise.
  var isIdleOutside: Bool { state?.isInside == false && evidence == nil }

  /// Takes a fix at a distance from the border in meters, negative inside.
  mutating func update(
    distance: Double, _ moment: Moment, _ thresholds: MonitorThresholds
  ) -> PlaceEvent? {
    let side = side(distance, moment, thresholds)
    guard let side else {
      // Between the lines, a fix on the new side neither confirms nor refutes it.
      if let evidence, evidence.isInside != (distance <= 0) { self.evidence = nil }
      return nil
    }
    if side == state?.isInside {
      evidence = nil
      return nil
    }
    if evidence?.isInside == side {
      evidence?.fixCount += 1
    } else {
      evidence = Evidence(
        isInside: side, since: moment.time, fixCount: 1, isLate: moment.isLate)
    }
    guard let evidence, evidence.fixCount >= 2,
      moment.time.timeIntervalSince(evidence.since) >= thresholds.confirmation / .seconds(1)
    else { return nil }
    return change(evidence, moment.fix)
  }

  /// The side on which a fix clearly is; `nil` near the border.
  private mutating func side(
    _ distance: Double, _ moment: Moment, _ thresholds: MonitorThresholds
  ) -> Bool? {
    var margin = thresholds.distance
    if let changedAt, isInside != (distance <= 0),
      moment.time.timeIntervalSince(changedAt) < thresholds.settling / .seconds(1)
    {
      margin = max(margin, thresholds.settlingDistance)
    }
    margin = max(margin, thresholds.accuracyShare * moment.accuracy)
    if distance > 0 { return distance >= margin ? false : nil }
    let depth = knownDepth()
    guard moment.accuracy <= max(thresholds.coarsestAccuracy, 2 * depth) else { return nil }
    return -distance >= min(margin, depth / 2) ? true : nil
  }

  private mutating func knownDepth() -> Double {
    if let depth { return depth }
    let found = place.region.depth
    depth = found
    return found
  }

  private mutating func change(_ evidence: Evidence, _ fix: Fix) -> PlaceEvent? {
    let former = state
    state = MonitorState.PlaceState(isInside: evidence.isInside, since: evidence.since)
    self.evidence = nil
    let kind: PlaceEvent.Kind
    if former == nil {
      kind = .initial(isInside: evidence.isInside)
    } else {
      changedAt = evidence.since
      let options = place.monitoring
      guard evidence.isInside ? options.reportsEntering : options.reportsLeaving else {
        return nil
      }
      kind = evidence.isInside ? .entered : .left
    }
    return PlaceEvent(
      kind, place: place, time: evidence.since,
      isLate: former != nil && evidence.isLate, fix: fix)
  }

  /// The event of a stay, if it is due. While fixes say that the receiver left, it is not.
  mutating func stay(
    at time: Date, _ thresholds: MonitorThresholds, fix: Fix?
  ) -> PlaceEvent? {
    guard let stay = place.monitoring.stay, let state, state.isInside, !state.hasStayed,
      evidence == nil
    else { return nil }
    let due = state.since.addingTimeInterval(stay / .seconds(1))
    guard time >= due else { return nil }
    self.state?.hasStayed = true
    return PlaceEvent(
      .stayed(stay), place: place, time: due,
      isLate: time.timeIntervalSince(due) > thresholds.lateAfter / .seconds(1), fix: fix)
  }

  /// Continues with a time before the last one.
  mutating func restart(at time: Date) {
    evidence = nil
    changedAt = nil
    if let state, state.since > time { self.state?.since = time }
  }
}
