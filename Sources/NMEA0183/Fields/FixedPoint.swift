/// A decimal number as it is written: an integer of all its digits, and how many of them are
/// decimals. Arithmetic stays in integers until the one division that makes a `Double`, so that
/// the result is the `Double` nearest to what was written.
struct FixedPoint {
  var digits: Int
  var decimals: Int

  private init(digits: Int, decimals: Int) {
    self.digits = digits
    self.decimals = decimals
  }

  /// Reads an optional sign, digits, and an optional point with digits; at least one digit.
  /// Decimals beyond the eighteenth digit are dropped.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    // What fits in eighteen digits can not overflow and needs no check in the loop.
    guard let first = bytes.first, bytes.count <= 18 else {
      guard let number = Self.long(bytes) else { return nil }
      self = number
      return
    }
    let negative = first == 0x2D
    var index = negative || first == 0x2B ? 1 : 0
    var value = 0
    var point = -1
    var seen = 0
    while index < bytes.count {
      let digit = Int(bytes[index]) &- 0x30
      if digit >= 0, digit <= 9 {
        value = value &* 10 &+ digit
        seen &+= 1
      } else if digit == -2, point < 0 {
        point = index
      } else {
        return nil
      }
      index &+= 1
    }
    guard seen > 0 else { return nil }
    digits = negative ? -value : value
    decimals = point < 0 ? 0 : bytes.count - 1 - point
  }

  /// The same for any length.
  @inline(never)
  private static func long(_ bytes: UnsafeBufferPointer<UInt8>) -> FixedPoint? {
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
    return FixedPoint(digits: negative ? -value : value, decimals: decimals)
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
