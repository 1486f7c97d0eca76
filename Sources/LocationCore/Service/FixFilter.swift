/// Selects the updates that a stream of the service reports.
struct FixFilter: Sendable {
  /// Meters that a receiver must have moved since its fix that was reported last.
  let distance: Double?
  let criteria: LocationCriteria
  /// Whether the stream reports fixes only: then nothing else wakes its consumer.
  let isOfFixesOnly: Bool
  /// The place of each receiver that was reported last, the newest receiver first.
  private var lastPlaces: [(device: String?, place: Coordinate)] = []

  /// More receivers than a source has, so that a server that invents names cannot fill the memory.
  private static let maximumReceivers = 64

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
  mutating func passes(_ fix: Fix) -> Bool {
    guard criteria.isMet(by: fix) else { return false }
    guard let distance else { return true }
    guard let index = lastPlaces.firstIndex(where: { $0.device == fix.source.device }) else {
      lastPlaces.insert((fix.source.device, fix.coordinate), at: 0)
      if lastPlaces.count > Self.maximumReceivers { lastPlaces.removeLast() }
      return true
    }
    guard lastPlaces[index].place.distance(to: fix.coordinate) >= distance else { return false }
    lastPlaces[index].place = fix.coordinate
    return true
  }
}
