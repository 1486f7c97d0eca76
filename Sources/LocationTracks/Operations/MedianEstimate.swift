/// The median of positive numbers that come one by one, in a bounded amount of memory.
///
/// Numbers are rounded to three digits, so usual intervals such as 0.1, 1 and 5 seconds are exact.
struct MedianEstimate: Hashable, Sendable {
  /// The number of values of each rounded value.
  private var counts: [Double: Int] = [:]
  private var total = 0

  mutating func add(_ value: Double) {
    guard value > 0, value.isFinite else { return }
    counts[Self.rounded(value), default: 0] += 1
    total += 1
  }

  /// The median; of two values in the middle the smaller one. `nil` without a value.
  var value: Double? {
    var seen = 0
    for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
      seen += count
      if seen * 2 >= total { return value }
    }
    return nil
  }

  private static func rounded(_ value: Double) -> Double {
    var unit = 1.0
    while value * unit < 100, unit < 1e9 { unit *= 10 }
    while value * unit >= 1000 { unit /= 10 }
    return (value * unit).rounded() / unit
  }
}
