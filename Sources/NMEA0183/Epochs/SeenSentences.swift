/// Which sentences an epoch has already.
struct SeenSentences {
  /// More than any receiver says of one instant.
  static let capacity = 64

  /// What makes two sentences the same one of a receiver's cycle: talker and type, and of GSV the
  /// signal and the place in its group.
  struct Key: Hashable {
    let kind: EpochContents
    private let rest: UInt64
    private let closesGroup: Bool

    init<Member: EpochMember>(_ member: Member, talker: Talker) {
      kind = Member.kind
      rest = UInt64(talker.rawValue) << 16 | UInt64(member.part)
      closesGroup = member.closesGroup
    }

    /// Whether it ends a cycle if the other one does: groups of GSV grow and shrink.
    func isAlike(_ other: Key) -> Bool {
      if kind == .gsv {
        return other.kind == .gsv && rest >> 8 == other.rest >> 8 && closesGroup
      }
      return self == other
    }
  }

  private var keys: [Key] = []
  private(set) var last: Key?
  /// The type of the last one that states a time.
  private(set) var lastTimed: EpochContents = []

  init() { keys.reserveCapacity(Self.capacity) }

  var isEmpty: Bool { keys.isEmpty }

  /// Whether there is such a sentence already, and another one would begin a new cycle. A GSA
  /// right behind another is the next system's.
  func contains(_ key: Key) -> Bool {
    if key.kind == .gsa, last?.kind == .gsa { return false }
    return keys.contains(key)
  }

  mutating func insert(_ key: Key, isTimed: Bool) {
    last = key
    if isTimed { lastTimed = key.kind }
    if keys.count < Self.capacity { keys.append(key) }
  }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    last = nil
    lastTimed = []
  }
}

/// Learns which sentence is the last of a receiver's cycle.
struct CycleLearner {
  private var candidate: SeenSentences.Key?
  private var agreeing = 0
  /// Types that were the last to state a time in some epoch.
  private var ends: EpochContents = []
  /// How many cycles in a row must end alike; doubled each time the lesson proved wrong.
  private var needed = 3

  /// Whether this sentence is known to end the cycle.
  func isLast(_ key: SeenSentences.Key) -> Bool {
    isEstablished && candidate.map { key.isAlike($0) } ?? false
  }

  private var isEstablished: Bool { agreeing >= needed }

  /// Whether a cycle that stops after a sentence of this type is only a part of one: the
  /// receiver's way is known, and it never ended there.
  func isPart(endingWith type: EpochContents) -> Bool {
    isEstablished && ends.isDisjoint(with: type)
  }

  mutating func epochWasCut(after type: EpochContents) { ends.formUnion(type) }

  /// Takes note of an epoch's end; one without a time teaches nothing.
  mutating func epochEnded(with key: SeenSentences.Key?, lastTimed type: EpochContents) {
    guard let key, !type.isEmpty else { return }
    ends.formUnion(type)
    if let candidate, key.isAlike(candidate) {
      agreeing += 1
    } else {
      candidate = key
      agreeing = 1
    }
  }

  /// More came after what had been taken for the end.
  mutating func wasWrong() {
    agreeing = 0
    needed = min(needed * 2, 1 << 20)
  }
}
