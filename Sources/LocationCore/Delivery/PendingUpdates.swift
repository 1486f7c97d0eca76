/// The updates that a consumer has not taken yet, in order.
struct PendingUpdates {
  /// The consumer has taken the updates before `first`.
  private var updates: [LocationUpdate] = []
  private var first = 0

  var count: Int { updates.count - first }

  var isEmpty: Bool { count == 0 }

  /// Adds updates, and drops the oldest fixes and sky views beyond `capacity`. Lost fixes and
  /// authorization changes outlive them.
  mutating func append(_ new: [LocationUpdate], keeping capacity: Int) {
    if updates.isEmpty, new.count <= capacity {
      updates = new
      return
    }
    for update in new {
      if count >= capacity { dropOldest() }
      updates.append(update)
    }
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

  /// Takes the oldest updates, `limit` at most.
  mutating func popFirst(_ limit: Int) -> [LocationUpdate] {
    guard count > limit else { return takeAll() }
    let taken = Array(updates[first...].prefix(limit))
    updates.removeSubrange(..<(first + limit))
    first = 0
    return taken
  }

  mutating func takeAll() -> [LocationUpdate] {
    defer { removeAll() }
    return first == 0 ? updates : Array(updates[first...])
  }

  mutating func removeAll() {
    updates = []
    first = 0
  }

  /// Drops the oldest update that a newer one of its kind replaces; without one, the oldest.
  private mutating func dropOldest() {
    updates.remove(at: updates[first...].firstIndex(where: \.isReplaceable) ?? first)
  }
}

extension LocationUpdate {
  /// Whether a newer update of the same kind makes up for its loss.
  fileprivate var isReplaceable: Bool {
    switch self {
    case .fix, .sky: true
    case .fixLost, .authorization: false
    }
  }
}
