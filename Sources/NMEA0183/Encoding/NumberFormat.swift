import LocationText

/// The number of digits before and after a number's point.
///
/// A number gets as many decimals as a decoder needs to read the same number, within the bounds of
/// ``decimals``. If the upper bound is too small, the number is rounded to the nearest, half away
/// from zero, and zeros at its end are left out. The exact value of the `Double` is rounded: with one
/// decimal 0.15 becomes 0.1, because the `Double` is a little less than 0.15.
public struct NumberFormat: Hashable, Sendable {
  /// The smallest number of digits before the point, 1 … 9. Zeros in front fill it. A sign is not counted.
  public let integerDigits: Int
  /// The smallest and the largest number of decimals, 0 … 12. Without decimals there is no point.
  public let decimals: ClosedRange<Int>

  /// Makes a format. Values out of range are clamped, the digits to 1 … 9.
  public init(integerDigits: Int = 1, decimals: ClosedRange<Int>) {
    self.integerDigits = min(max(integerDigits, 1), 9)
    self.decimals = decimals.clamped(to: Self.all)
  }

  /// Always this number of decimals. Both numbers are clamped, the decimals to 0 … 12, the digits to
  /// 1 … 9.
  public static func fixed(_ decimals: Int, integerDigits: Int = 1) -> NumberFormat {
    let decimals = min(max(decimals, 0), Self.all.upperBound)
    return NumberFormat(integerDigits: integerDigits, decimals: decimals...decimals)
  }

  /// As many decimals as a decoder needs to read the same number, up to twelve.
  public static let exact = NumberFormat(decimals: all)

  /// The possible numbers of decimals.
  static let all = 0...12
}

/// A number in decimal form, without its sign: its digits, and how many of them are decimals.
struct WrittenNumber {
  var digits: UInt64
  var decimals: Int

  /// Rounds the magnitude of `value × factor` to the decimals that a format asks for.
  ///
  /// `nil` if the value is not finite or has more digits than a sentence can contain.
  @inline(__always)
  init?(_ value: Double, factor: Int = 1, decimals range: ClosedRange<Int>) {
    if let number = Self(short: value.magnitude, factor: factor, decimals: range) {
      self = number
    } else if let number = Self(any: value, factor: factor, decimals: range) {
      self = number
    } else {
      return nil
    }
  }

  /// A magnitude that is the `Double` nearest to a number of up to fifteen digits, as almost all are;
  /// otherwise `nil`.
  ///
  /// If the digits read back as the same `Double`, they are less than half away from the exact product.
  /// So the exact product is rounded to the same digits.
  @inline(__always)
  init?(short magnitude: Double, factor: Int, decimals range: ClosedRange<Int>) {
    var scale = Double(factor * integerPowerOfTen(range.lowerBound))
    for decimals in range {
      let product = magnitude * scale + 0.5
      // Also for NaN and infinity.
      guard product < 1e15 else { return nil }
      let digits = Int64(product)
      if Double(digits) / scale == magnitude {
        self.digits = UInt64(bitPattern: digits)
        self.decimals = decimals
        return
      }
      scale *= 10
    }
    return nil
  }

  /// A number of whole tenths; `nil` if it has to be rounded or to be filled up with zeros.
  init?(tenths: UInt16, decimals range: ClosedRange<Int>) {
    let whole = tenths / 10
    if range.lowerBound == 0, whole * 10 == tenths {
      (digits, decimals) = (UInt64(whole), 0)
    } else if range.contains(1) {
      (digits, decimals) = (UInt64(tenths), 1)
    } else {
      return nil
    }
  }

  /// Any magnitude, by exact arithmetic with wide integers.
  @inline(never)
  init?(any value: Double, factor: Int, decimals range: ClosedRange<Int>) {
    let magnitude = value.magnitude
    var decimals = range.lowerBound
    guard var digits = Self.rounded(magnitude, times: factor * integerPowerOfTen(decimals)) else {
      return nil
    }
    // The same arithmetic as the decoder's, so the written number reads back as the same `Double`.
    while decimals < range.upperBound,
      Double(digits) / Double(factor * integerPowerOfTen(decimals)) != magnitude,
      let more = Self.rounded(magnitude, times: factor * integerPowerOfTen(decimals + 1)),
      more < Self.tooManyDigits
    {
      decimals += 1
      digits = more
    }
    // Zeros at the end that come from rounding are dropped.
    while decimals > range.lowerBound, digits % 10 == 0 {
      decimals -= 1
      digits /= 10
    }
    self.digits = digits
    self.decimals = decimals
  }

  /// `magnitude × multiplier` rounded to the nearest whole number, half up. Exact: the product of
  /// significand and multiplier has at most 53 + 63 bits.
  private static func rounded(_ magnitude: Double, times multiplier: Int) -> UInt64? {
    guard magnitude.isFinite else { return nil }
    guard magnitude > 0 else { return 0 }
    let exponent = Int(magnitude.exponent) - 52
    let significand = UInt128((magnitude.significand * 0x1p52).rounded(.towardZero))
    let product = significand * UInt128(multiplier)
    if exponent >= 0 {
      guard exponent < 12 else { return nil }
      return UInt64(exactly: product << UInt128(exponent))
    }
    guard exponent > -126 else { return 0 }
    let half = UInt128(1) << UInt128(-exponent - 1)
    return UInt64(exactly: (product + half) >> UInt128(-exponent))
  }

  /// The decoder reads seventeen digits.
  private static let tooManyDigits: UInt64 = 100_000_000_000_000_000
}
