/// Selects the updates that a stream of the service reports.
struct FixFilter: Sendable {
  /// Meters that the user must have moved since the fix reported last.
  let distance: Double?
  let criteria: LocationCriteria
  /// Whether the stream reports fixes only: then nothing else wakes its consumer.
  let isOfFixesOnly: Bool
  private var lastPlace: Coordinate?

  init(distance: Double?, accuracy: Double?, isOfFixesOnly: Bool = false) {
    self.distance = distance
    criteria = LocationCriteria(accuracy: accuracy)
    self.isOfFixesOnly = isOfFixesOnly
  }

  /// The updates to report, in order.
  mutating func reported(
    _ updates: [LocationUpdate], interests: SubscriptionInterests
  ) -> [LocationUpdate] {
    updates.filter { passes($0, interests) }
  }

  private mutating func passes(
    _ update: LocationUpdate, _ interests: SubscriptionInterests
  ) -> Bool {
    switch update {
    case .fix: break
    case .sky: return !isOfFixesOnly && interests.current.contains(.satellites)
    case .fixLost, .authorization: return !isOfFixesOnly
    }
    // A fix is half a kilobyte: it is read only if the result depends on it.
    if distance == nil, criteria.accuracy == nil { return true }
    guard case .fix(let fix) = update else { return false }
    return passes(fix)
  }

  /// Whether to report `fix`; remembers its place if so.
  private mutating func passes(_ fix: Fix) -> Bool {
    guard criteria.isMet(by: fix) else { return false }
    if let distance, let lastPlace, lastPlace.distance(to: fix.coordinate) < distance {
      return false
    }
    lastPlace = fix.coordinate
    return true
  }
}
