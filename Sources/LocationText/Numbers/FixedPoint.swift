/// A decimal number: an integer of all its digits, and how many of them are decimals.
///
/// It is read from text or rounded from a measurement, and written without a formatter. Arithmetic
/// stays in integers until the one division that makes a `Double`, so that the result is the
/// `Double` nearest to the text.
public struct FixedPoint: Hashable, Sendable {
  /// The number times ten to the power of ``decimals``.
  public var digits: Int
  /// How many of the digits are decimals, 0 … 18.
  public var decimals: Int

  /// Makes `digits` · 10^−`decimals`.
  @inline(__always)
  @inlinable
  public init(digits: Int, decimals: Int) {
    self.digits = digits
    self.decimals = decimals
  }

  /// Rounds half away from zero. `nil` for what is no measurement: not finite, or 10⁹ and more.
  ///
  /// Inlined, so that the power of ten is a constant where the number of decimals is one.
  ///
  /// - Parameter decimals: 0 … 9.
  @inline(__always)
  @inlinable
  public init?(_ value: Double, places decimals: Int) {
    guard value.magnitude < 1e9 else { return nil }
    let exact = value * powerOfTen(decimals)
    // What `rounded()` does too, by a call. The difference is exact; beyond 2^53 there is none.
    let whole = Int(exact)
    let rest = exact - Double(whole)
    self.init(
      digits: whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0), decimals: decimals)
  }

  /// Reads an optional sign, digits, and an optional point with digits; at least one digit.
  /// Decimals beyond the eighteenth digit are dropped.
  public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let isNegative = bytes.first == 0x2D
    let start = isNegative || bytes.first == 0x2B ? 1 : 0
    // One more digit fits into 64 bits.
    let limit = 100_000_000_000_000_000
    var value = 0
    var index = start
    while index < bytes.count, bytes[index] != 0x2E {
      let digit = bytes[index] &- 0x30
      guard digit <= 9, value < limit else { return nil }
      value = value &* 10 &+ Int(digit)
      index &+= 1
    }
    let point = index
    var decimals = 0
    index &+= 1
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit <= 9 else { return nil }
      if value < limit {
        value = value &* 10 &+ Int(digit)
        decimals &+= 1
      }
      index &+= 1
    }
    guard point > start || index > point &+ 1 else { return nil }
    self.init(digits: isNegative ? -value : value, decimals: decimals)
  }

  /// The number without the decimals after the first `limit`.
  @inline(__always)
  @inlinable
  public func limited(toDecimals limit: Int) -> FixedPoint {
    guard decimals > limit else { return self }
    return FixedPoint(digits: digits / integerPowerOfTen(decimals - limit), decimals: limit)
  }

  /// The number.
  @inline(__always)
  @inlinable
  public var value: Double {
    decimals == 0 ? Double(digits) : Double(digits) / powerOfTen(decimals)
  }

  /// The same angle in 0 ..< 360, as rounded: 359.97 with one decimal is 0.
  public func wrappedTo360() -> FixedPoint {
    let circle = 360 * integerPowerOfTen(decimals)
    let rest = digits % circle
    return FixedPoint(digits: rest < 0 ? rest + circle : rest, decimals: decimals)
  }

  /// The same longitude in −180 ..< 180, as rounded.
  public func wrappedTo180() -> FixedPoint {
    let half = 180 * integerPowerOfTen(decimals)
    return digits == half ? FixedPoint(digits: -half, decimals: decimals) : self
  }
}

/// Ten to the power of 0 … 18, exactly.
@inline(__always)
@inlinable
public func powerOfTen(_ exponent: Int) -> Double { Double(integerPowerOfTen(exponent)) }

/// Ten to the power of 0 … 18.
@inline(__always)
@inlinable
public func integerPowerOfTen(_ exponent: Int) -> Int {
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
