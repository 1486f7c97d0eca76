/// Decimal numbers as text.
enum DecimalText {
  /// A number with all its decimals, rounded half away from zero; never "-0".
  ///
  /// - Parameter decimals: 0 … 9, clamped.
  static func fixed(_ value: Double, decimals: Int) -> String {
    let decimals = min(max(decimals, 0), 9)
    let digits = Int((value * Double(power(decimals))).rounded())
    return (digits < 0 ? "-" : "") + number(digits.magnitude, decimals: decimals, width: 1)
  }

  /// The number `digits` · 10^−`decimals`, with at least `width` digits before the point.
  static func number(_ digits: UInt, decimals: Int, width: Int) -> String {
    let text = String(digits)
    let padded = String(repeating: "0", count: max(0, width + decimals - text.count)) + text
    guard decimals > 0 else { return padded }
    return String(padded.dropLast(decimals)) + "." + String(padded.suffix(decimals))
  }

  static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
