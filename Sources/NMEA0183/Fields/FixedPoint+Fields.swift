import LocationText

// The fast path of the decoder: digits of a sentence's field, eight at once.
extension FixedPoint {
  /// Reads the digits, with or without a point, between two offsets of a sentence. `nil` for other
  /// text and for more than sixteen bytes.
  @inline(__always)
  init?(plain base: UnsafePointer<UInt8>, from first: Int, to end: Int) {
    let length = end &- first
    if length <= 8 {
      guard length > 0, end >= 8 else { return nil }
      let word = DigitWord(before: base + end, count: length)
      if word.isDigits {
        self.init(digits: word.value, decimals: 0)
      } else if length > 1, let point = word.point {
        self.init(digits: word.withoutPoint(at: point).value, decimals: 7 &- point)
      } else {
        return nil
      }
      return
    }
    guard length <= 16, end >= 16 else { return nil }
    let low = DigitWord(before: base + end, count: 8)
    let high = DigitWord(before: base + (end &- 8), count: length &- 8)
    if high.isDigits, low.isDigits {
      self.init(digits: high.value &* 100_000_000 &+ low.value, decimals: 0)
    } else if high.isDigits, let point = low.point {
      self.init(
        digits: high.value &* 10_000_000 &+ low.withoutPoint(at: point).value,
        decimals: 7 &- point)
    } else if low.isDigits, let point = high.point {
      self.init(
        digits: high.withoutPoint(at: point).value &* 100_000_000 &+ low.value,
        decimals: 15 &- point)
    } else {
      return nil
    }
  }
}
