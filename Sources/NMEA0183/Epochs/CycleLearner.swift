/// Learns which sentence is the last of a receiver's cycle.
struct CycleLearner {
  private var candidate: SentenceKey?
  private var agreeing = 0
  /// The types that were the last to state a time in some epoch.
  private var ends: SentenceKinds = []
  /// The number of cycles in a row that must end alike. It doubles each time the result was wrong.
  private var needed = 3

  /// Whether this sentence is known to end the cycle.
  func isLast(_ key: SentenceKey) -> Bool {
    isEstablished && candidate.map { key.isAlike($0) } ?? false
  }

  private var isEstablished: Bool { agreeing >= needed }

  /// Whether these sentences are only a part of a cycle: the receiver's cycle is known, it never ended
  /// with their last type, and they do not have the sentence that it usually ends with.
  func isPart(_ sentences: SentenceKeyList) -> Bool {
    guard isEstablished, let candidate else { return false }
    if let type = sentences.lastTimed, ends.contains(type) { return false }
    return !sentences.containsAlike(candidate)
  }

  mutating func epochWasCut(after type: SentenceKind?) {
    if let type { ends.insert(type) }
  }

  /// Takes note of the end of an epoch. An epoch without a time teaches nothing.
  mutating func epochEnded(with key: SentenceKey?, lastTimed type: SentenceKind?) {
    guard let key, let type else { return }
    ends.insert(type)
    if let candidate, key.isAlike(candidate) {
      agreeing = min(agreeing + 1, needed)
    } else {
      candidate = key
      agreeing = 1
    }
  }

  /// Called when another sentence follows the one that was taken for the last.
  mutating func wasWrong() {
    agreeing = 0
    needed = min(needed * 2, 1 << 20)
  }
}
