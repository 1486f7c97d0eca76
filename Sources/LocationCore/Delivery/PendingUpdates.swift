/// What was said and not yet taken, in order.
struct PendingUpdates {
  /// Those before `first` have been taken.
  private var updates: [LocationUpdate] = []
  private var first = 0

  var count: Int { updates.count - first }

  /// Adds one. Newest wins; but news of a lost fix or authorization outlives fixes.
  mutating func append(_ update: LocationUpdate, upTo capacity: Int) {
    if count >= capacity { dropOldest() }
    updates.append(update)
  }

  mutating func popFirst() -> LocationUpdate? {
    guard first < updates.count else { return nil }
    let update = updates[first]
    first += 1
    if first == updates.count || first == 64 {
      updates.removeSubrange(..<first)
      first = 0
    }
    return update
  }

  /// Drops the oldest that a newer one makes up for; if there is none, the oldest.
  private mutating func dropOldest() {
    updates.remove(at: updates[first...].firstIndex(where: \.isDroppable) ?? first)
  }

  mutating func removeAll() {
    updates.removeAll()
    first = 0
  }

  mutating func takeAll() -> ArraySlice<LocationUpdate> {
    defer { removeAll() }
    return updates[first...]
  }
}

extension LocationUpdate {
  /// Whether a newer one of its kind makes up for losing it.
  fileprivate var isDroppable: Bool {
    switch self {
    case .fix, .sky: true
    case .fixLost, .authorization: false
    }
  }
}
