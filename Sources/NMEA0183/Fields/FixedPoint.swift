/// A decimal number as it is written: an integer of all its digits, and how many of them are
/// decimals. Arithmetic stays in integers until the one division that makes a `Double`, so that
/// the result is the `Double` nearest to what was written.
struct FixedPoint {
  var digits: Int
  var decimals: Int

  @inline(__always)
  init(digits: Int, decimals: Int) {
    self.digits = digits
    self.decimals = decimals
  }

  /// Reads the digits, and perhaps a point, from one offset of a sentence to another; `nil` for all
  /// else, and for more than sixteen bytes.
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

  /// Reads an optional sign, digits, and an optional point with digits, one after another; at least
  /// one digit. Decimals beyond the eighteenth digit are dropped.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var value = 0
    var decimals = 0
    var seen = 0
    var point = false
    var index = 0
    let negative = bytes.first == 0x2D
    if negative || bytes.first == 0x2B { index = 1 }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x2E {
        if point { return nil }
        point = true
      } else {
        let digit = Int(byte) - 0x30
        guard digit >= 0, digit <= 9 else { return nil }
        if value < 100_000_000_000_000_000 {
          value = value * 10 + digit
          if point { decimals += 1 }
        } else if !point {
          return nil
        }
        seen += 1
      }
      index += 1
    }
    guard seen > 0 else { return nil }
    self.init(digits: negative ? -value : value, decimals: decimals)
  }

  /// The number without the decimals after the first `limit`.
  @inline(__always)
  func limited(toDecimals limit: Int) -> FixedPoint {
    guard decimals > limit else { return self }
    var short = self
    short.digits /= integerPowerOfTen(decimals - limit)
    short.decimals = limit
    return short
  }

  /// The number.
  @inline(__always)
  var value: Double { decimals == 0 ? Double(digits) : Double(digits) / powerOfTen(decimals) }
}

/// Ten to the power of 0 … 18, exactly.
@inline(__always)
func powerOfTen(_ exponent: Int) -> Double { Double(integerPowerOfTen(exponent)) }

/// Ten to the power of 0 … 18.
@inline(__always)
func integerPowerOfTen(_ exponent: Int) -> Int {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1000
  case 4: 10_000
  case 5: 100_000
  case 6: 1_000_000
  case 7: 10_000_000
  case 8: 100_000_000
  case 9: 1_000_000_000
  case 10: 10_000_000_000
  default: (0..<min(exponent, 18)).reduce(1) { power, _ in power * 10 }
  }
}
