/// Damages sentences on their way out.
struct WireFaults: Sendable {
  private let faults: [Fault]
  private var random: RandomStream

  init(_ faults: [Fault], seed: UInt64) {
    self.faults = faults
    random = RandomStream(seed: seed, purpose: .wire)
  }

  /// The bytes that arrive for the sentences of an instant.
  ///
  /// - Parameter isWholeSecond: whether these are the first sentences of a second.
  mutating func carry(
    _ sentences: [[UInt8]], at time: Duration, isWholeSecond: Bool
  ) -> [UInt8] {
    var sentences = sentences
    var noise: [UInt8] = []
    for fault in faults where fault.isActive(at: time) {
      switch fault.kind {
      case .badChecksum(let share): damage(&sentences, share) { $0.falsifyChecksum(&$1) }
      case .truncated(let share): damage(&sentences, share) { $0.truncate(&$1) }
      case .interleaved(let share): interleave(&sentences, share)
      case .garbage(let count) where isWholeSecond:
        for _ in 0..<min(max(0, count), 100_000) {
          noise.append(UInt8(truncatingIfNeeded: random.next() >> 56))
        }
      default: break
      }
    }
    return noise + sentences.joined()
  }

  private mutating func damage(
    _ sentences: inout [[UInt8]], _ share: Double,
    by change: (inout [UInt8], inout RandomStream) -> Void
  ) {
    for index in sentences.indices where random.uniform() < share {
      change(&sentences[index], &random)
    }
  }

  private mutating func interleave(_ sentences: inout [[UInt8]], _ share: Double) {
    var index = 0
    while index + 1 < sentences.count {
      // Another fault may have left one byte, in which there is no place for a sentence.
      if random.uniform() < share, sentences[index].count > 1 {
        let other = sentences.remove(at: index + 1)
        let place = 1 + random.integer(below: sentences[index].count - 1)
        sentences[index].insert(contentsOf: other, at: place)
      }
      index += 1
    }
  }
}

extension [UInt8] {
  /// Replaces the checksum by a wrong one: the two digits between `*` and the end of line.
  fileprivate mutating func falsifyChecksum(_ random: inout RandomStream) {
    guard let star = lastIndex(of: 0x2A), star + 2 < count else { return }
    let digits: [UInt8] = Array("0123456789ABCDEF".utf8)
    let place = star + 1 + random.integer(below: 2)
    guard let digit = digits.firstIndex(of: self[place]) else { return }
    self[place] = digits[(digit + 1 + random.integer(below: 15)) % 16]
  }

  /// Cuts off the end at a random place between the first character and the checksum.
  fileprivate mutating func truncate(_ random: inout RandomStream) {
    let star = lastIndex(of: 0x2A) ?? count
    guard star > 1 else { return }
    removeSubrange((1 + random.integer(below: star - 1))...)
  }
}
