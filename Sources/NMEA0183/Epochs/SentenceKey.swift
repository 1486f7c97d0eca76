/// Identifies a sentence within a receiver's cycle: its talker and its type. For GSV also the signal
/// and the number within the group.
struct SentenceKey: Hashable {
  let kind: EpochContents
  private let rest: UInt64
  private let closesGroup: Bool

  init<Member: EpochMember>(_ member: Member, talker: Talker) {
    kind = Member.kind
    rest = UInt64(talker.rawValue) << 16 | UInt64(member.part)
    closesGroup = member.closesGroup
  }

  func hasTalker(of other: SentenceKey) -> Bool { rest >> 16 == other.rest >> 16 }

  /// Whether this sentence ends a cycle if the other one does. Groups of GSV grow and shrink, so the
  /// last GSVs of all groups count as equal.
  func isAlike(_ other: SentenceKey) -> Bool {
    if kind == .gsv {
      return other.kind == .gsv && rest >> 8 == other.rest >> 8 && closesGroup
    }
    return self == other
  }
}

/// The sentences that an epoch has, in the order of their arrival.
struct SentenceKeyList {
  /// No receiver sends more sentences for one instant.
  static let capacity = 64

  private(set) var keys: [SentenceKey] = []
  private(set) var last: SentenceKey?
  /// The type of the last sentence that states a time.
  private(set) var lastTimed: EpochContents = []

  init() { keys.reserveCapacity(Self.capacity) }

  var isEmpty: Bool { keys.isEmpty }
  var isFull: Bool { keys.count == Self.capacity }

  /// Whether the list has this sentence already. A repeated sentence belongs to another cycle, but a
  /// GSA directly after a GSA belongs to the next satellite system.
  func contains(_ key: SentenceKey) -> Bool {
    if key.kind == .gsa, last?.kind == .gsa { return false }
    return keys.contains(key)
  }

  mutating func append(_ key: SentenceKey, isTimed: Bool) {
    last = key
    if isTimed { lastTimed = key.kind }
    if !isFull { keys.append(key) }
  }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    last = nil
    lastTimed = []
  }
}
