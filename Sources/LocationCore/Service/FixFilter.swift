/// What a stream of the service reports.
struct FixFilter: Sendable {
  let distance: Double?
  let criteria: LocationCriteria
  /// Whether it reports nothing but fixes: then nothing else wakes its consumer.
  let isOfFixesOnly: Bool
  /// What its consumer can do without.
  var unwanted: LocationUpdate.Kinds
  private var reported: Coordinate?

  init(distance: Double?, criteria: LocationCriteria, isOfFixesOnly: Bool = false) {
    self.distance = distance
    self.criteria = criteria
    self.isOfFixesOnly = isOfFixesOnly
    unwanted = isOfFixesOnly ? .sky : []
  }

  /// Whether to report `update`.
  mutating func passes(_ update: LocationUpdate) -> Bool {
    switch update {
    case .fix: break
    case .sky: return !isOfFixesOnly && !unwanted.contains(.sky)
    case .fixLost, .authorization: return !isOfFixesOnly
    }
    // A fix is half a kilobyte: it is looked at only where something depends on it.
    if distance == nil, criteria.accuracy == nil { return true }
    guard case .fix(let fix) = update else { return false }
    return passes(fix)
  }

  /// Whether to report `fix`; remembers it if so.
  private mutating func passes(_ fix: Fix) -> Bool {
    guard criteria.isMet(by: fix) else { return false }
    if let distance, let reported, reported.distance(to: fix.coordinate) < distance {
      return false
    }
    reported = fix.coordinate
    return true
  }
}
