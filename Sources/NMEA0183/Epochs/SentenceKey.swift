/// Identifies a sentence within a receiver's cycle: its talker and its type. For GSV also the signal
/// and the number within the group, which is 0 if the group has no satellites.
struct SentenceKey: Hashable {
  /// From the lowest bit: sixteen bits of part, one bit that is set if the sentence closes its group, seven
  /// bits with the kind, and the talker. The upper half of the part is the signal.
  /// One word, because each sentence is compared with the others of its epoch.
  private let bits: UInt64

  @inline(__always)
  init<Member: EpochMember>(_ member: Member, talker: Talker) {
    bits =
      UInt64(member.part) | (member.closesGroup ? 1 << 16 : 0)
      | UInt64(Member.kind.rawValue) << 17
      | UInt64(talker.rawValue) << 24
  }

  /// A key of no sentence.
  fileprivate init() { bits = 0 }

  var kind: SentenceKind { SentenceKind(rawValue: UInt8(bits >> 17 & 0x7F)) ?? .unknown }

  private var closesGroup: Bool { bits >> 16 & 1 == 1 }

  /// Whether a sentence directly after one of its type can be of another satellite system or signal, which
  /// nothing in it tells.
  fileprivate var mayRepeat: Bool { kind == .gsa || kind == .gsv && bits & 0xFF == 0 }

  func hasTalker(of other: SentenceKey) -> Bool { bits >> 24 == other.bits >> 24 }

  /// Whether this sentence ends a cycle if the other one does. Groups of GSV grow and shrink, so the
  /// last GSVs of all groups count as equal.
  func isAlike(_ other: SentenceKey) -> Bool {
    if kind == .gsv {
      // Equal in all but the number within the group.
      let one = bits & ~(1 << 16 | 0xFF)
      return one == other.bits & ~(1 << 16 | 0xFF) && closesGroup
    }
    return self == other
  }
}

/// The sentences that an epoch has, in the order of their arrival.
struct SentenceKeyList {
  /// No receiver sends more sentences for one instant.
  static let capacity = 64

  /// The first ``count`` of them are sentences of the epoch.
  private var keys = Array(repeating: SentenceKey(), count: Self.capacity)
  private(set) var count = 0
  private var kinds: SentenceKinds = []
  private(set) var last: SentenceKey?
  /// The type of the last sentence that states a time.
  private(set) var lastTimed: SentenceKind?

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == Self.capacity }

  /// A sentence, 0 ..< ``count``.
  subscript(index: Int) -> SentenceKey { keys[index] }

  /// Whether the list has this sentence already. A repeated sentence belongs to another cycle, but a
  /// GSA directly after a GSA belongs to the next satellite system, and so does a GSV without satellites
  /// directly after a GSV.
  func contains(_ key: SentenceKey) -> Bool {
    if !kinds.contains(key.kind) { return false }
    if last?.kind == key.kind, key.mayRepeat { return false }
    for index in 0..<count where keys[index] == key { return true }
    return false
  }

  /// Whether the list has a sentence that ends a cycle if this one does.
  func containsAlike(_ key: SentenceKey) -> Bool {
    keys.prefix(count).contains { $0.isAlike(key) }
  }

  mutating func append(_ key: SentenceKey, isTimed: Bool) {
    last = key
    if isTimed { lastTimed = key.kind }
    if !isFull {
      keys[count] = key
      count += 1
      kinds.insert(key.kind)
    }
  }

  mutating func removeAll() {
    count = 0
    kinds = []
    last = nil
    lastTimed = nil
  }
}
