/// The updates that a consumer has not taken yet, in order.
struct PendingUpdates {
  /// The consumer has taken the updates before `first`.
  private var updates: [LocationUpdate] = []
  private var first = 0

  var count: Int { updates.count - first }

  var isEmpty: Bool { count == 0 }

  /// The greatest number of devices that are pending in a full buffer.
  private static let deviceLimit = 5_000

  /// Adds updates. Beyond `capacity` each of them takes the place of an older fix or sky view of its device, if
  /// there is one that is not the newest: every device keeps its newest fix and its newest sky view. Lost fixes
  /// and authorization changes outlive them.
  ///
  /// - Returns: how many updates were dropped.
  mutating func append(_ new: [LocationUpdate], keeping capacity: Int) -> Int {
    if updates.isEmpty, new.count <= capacity {
      updates = new
      return 0
    }
    let all = count + new.count
    for update in new {
      if count >= capacity { makeRoom(for: update) }
      updates.append(update)
    }
    return all - count
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

  /// Drops the oldest fix or sky view of the same device that a newer one replaces; without one, the oldest lost
  /// fix or authorization that does.
  private mutating func makeRoom(for new: LocationUpdate) {
    let own = updates.indices[first...].filter { updates[$0].source == new.source }
    var newer: Set = [new.kind]
    let replaced = own.reversed().filter { !newer.insert(updates[$0].kind).inserted }.reversed()
    if let index = replaced.first(where: { updates[$0].kind.isReplaceable }) ?? replaced.first {
      updates.remove(at: index)
    } else if count >= Self.deviceLimit {
      updates.remove(at: updates[first...].firstIndex(where: \.kind.isReplaceable) ?? first)
    }
  }
}

extension LocationUpdate {
  fileprivate enum Kind {
    case fix, sky, fixLost, authorization

    /// Whether a newer update of the same device makes up for its loss.
    var isReplaceable: Bool { self == .fix || self == .sky }
  }

  fileprivate var kind: Kind {
    switch self {
    case .fix: .fix
    case .sky: .sky
    case .fixLost: .fixLost
    case .authorization: .authorization
    }
  }
}
