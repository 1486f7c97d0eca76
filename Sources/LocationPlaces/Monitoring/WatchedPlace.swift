import LocationCore

/// The state machine of one place for one device.
struct WatchedPlace: Sendable {
  /// Fixes that agree on a side that is not known to be the device's.
  private struct Evidence {
    let isInside: Bool
    /// The time of the first fix.
    let since: Date
    var fixCount: Int
    /// Whether there was no fix for long before the first one.
    let isLate: Bool
  }

  /// What a fix did to the side of the device.
  enum Change {
    /// The first side is known.
    case found(isInside: Bool, since: Date)
    /// The device changed its side.
    case crossed(isInside: Bool, since: Date, isLate: Bool)
  }

  /// The known side; `nil` at first.
  private(set) var state: MonitorState.PlaceState?
  private var evidence: Evidence?
  /// When the side last changed while this monitor watched. Finding the first side is not a change.
  private var changedAt: Date?

  init(_ state: MonitorState.PlaceState?) { self.state = state }

  var isInside: Bool { state?.isInside == true }

  /// Whether the device is known to be outside, and no fix said otherwise.
  var isIdleOutside: Bool { state == .outside && evidence == nil }

  /// Takes a fix at a distance from the border in meters, negative inside.
  ///
  /// - Parameter depth: see ``PlaceRegion/depth``.
  mutating func update(
    distance: Double, depth: @autoclosure () -> Double, _ moment: Moment,
    _ thresholds: MonitorThresholds
  ) -> Change? {
    guard let side = side(distance, depth, moment, thresholds) else {
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
    return change(evidence)
  }

  /// The side on which a fix clearly is; `nil` near the border.
  private func side(
    _ distance: Double, _ depth: () -> Double, _ moment: Moment, _ thresholds: MonitorThresholds
  ) -> Bool? {
    var margin = thresholds.distance
    if let changedAt, isInside != (distance <= 0),
      moment.time.timeIntervalSince(changedAt) < thresholds.settling / .seconds(1)
    {
      margin = max(margin, thresholds.settlingDistance)
    }
    margin = max(margin, thresholds.accuracyShare * moment.accuracy)
    if distance > 0 { return distance >= margin ? false : nil }
    let depth = depth()
    guard moment.accuracy <= max(thresholds.coarsestAccuracy, 2 * depth) else { return nil }
    return -distance >= min(margin, depth / 2) ? true : nil
  }

  private mutating func change(_ evidence: Evidence) -> Change {
    let former = state
    state = evidence.isInside ? .inside(since: evidence.since) : .outside
    self.evidence = nil
    guard former != nil else {
      return .found(isInside: evidence.isInside, since: evidence.since)
    }
    changedAt = evidence.since
    return .crossed(
      isInside: evidence.isInside, since: evidence.since, isLate: evidence.isLate)
  }

  /// The end of a stay, if it is due. While fixes say that the device left, it is not.
  ///
  /// - Parameter stay: the time inside that is reported.
  mutating func takeStay(_ stay: Duration?, at time: Date) -> Date? {
    guard let stay, case .inside(let since, hasStayed: false) = state, evidence == nil else {
      return nil
    }
    let due = since.addingTimeInterval(stay / .seconds(1))
    guard time >= due else { return nil }
    state = .inside(since: since, hasStayed: true)
    return due
  }

  /// Continues with a time before the last one.
  mutating func restart(at time: Date) {
    evidence = nil
    changedAt = nil
    if case .inside(let since, let hasStayed) = state, since > time {
      state = .inside(since: time, hasStayed: hasStayed)
    }
  }
}
