import LocationSimulation

/// The line between receivers and reader: it loses and damages.
struct SimulatedLine {
  /// The bytes that arrived.
  private(set) var bytes: [UInt8] = []
  /// The part of a sentence that arrived before a gap, while the gap lasts.
  private var beforeGap: [UInt8]?
  private var sentencesToLose = 0
  private var hasBegun = false

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  var isInGap: Bool { beforeGap != nil }

  /// Loses everything from the middle of the next sentence to the middle of a later one.
  mutating func beginGap(_ random: inout RandomStream) {
    sentencesToLose = random.integer(below: 14)
    beforeGap = []
  }

  /// Sends a sentence. Returns whether it arrives as it was.
  mutating func send(
    _ sentence: [UInt8], _ behavior: ReceiverBehavior, _ random: inout RandomStream
  ) -> Bool {
    defer { hasBegun = true }
    if let left = beforeGap { return goOn(left, sentence, &random) }
    if random.chance(behavior.lossRate) {
      // A recording begins with a whole cycle or inside a sentence.
      if !hasBegun { bytes += sentence.dropFirst(1 + random.integer(below: sentence.count - 3)) }
      return false
    }
    guard random.chance(behavior.damageRate) else {
      bytes += sentence
      return true
    }
    bytes += Self.damaged(sentence, &random)
    return false
  }

  private mutating func goOn(
    _ left: [UInt8], _ sentence: [UInt8], _ random: inout RandomStream
  ) -> Bool {
    if left.isEmpty {
      // One byte at least, which marks the gap as begun, and never the whole checksum.
      let start = Array(sentence.prefix(1 + random.integer(below: sentence.count - 5)))
      beforeGap = start
      bytes += start
      return false
    }
    if sentencesToLose > 0 {
      sentencesToLose -= 1
      return false
    }
    beforeGap = nil
    let rest = sentence.dropFirst(random.integer(below: sentence.count))
    let joined = left + rest
    let isWhole = rest.count == sentence.count || joined == sentence
    // One of 256 damaged sentences has the right checksum. No reader can detect that.
    if isWhole || !Self.hasRightChecksum(joined) { bytes += rest }
    return isWhole
  }

  /// Changes one byte so that the checksum shows it.
  private static func damaged(_ sentence: [UInt8], _ random: inout RandomStream) -> [UInt8] {
    while true {
      var damaged = sentence
      damaged[random.integer(below: damaged.count)] = UInt8(truncatingIfNeeded: random.next() >> 20)
      if !hasRightChecksum(damaged) { return damaged }
    }
  }

  private static func hasRightChecksum(_ bytes: [UInt8]) -> Bool {
    for start in bytes.indices where bytes[start] == UInt8(ascii: "$") {
      var sum: UInt8 = 0
      for index in bytes.index(after: start)..<bytes.endIndex {
        if bytes[index] == UInt8(ascii: "*") {
          let digits = bytes[(index + 1)...].prefix(2)
          let stated = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
          if digits.count == 2, stated == sum { return true }
          break
        }
        sum ^= bytes[index]
      }
    }
    return false
  }
}
