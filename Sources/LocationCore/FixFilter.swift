/// Which fixes a stream of the service reports.
struct FixFilter: Sendable {
  let distance: Double?
  let criteria: LocationCriteria
  private var reported: Coordinate?

  init(distance: Double?, criteria: LocationCriteria) {
    self.distance = distance
    self.criteria = criteria
  }

  /// Whether to report `fix`; remembers it if so.
  mutating func passes(_ fix: Fix) -> Bool {
    guard criteria.isMet(by: fix) else { return false }
    if let distance, let reported, reported.distance(to: fix.coordinate) < distance {
      return false
    }
    reported = fix.coordinate
    return true
  }
}
