/// How large some errors are: their mean, and limits that a part of them does not exceed.
public struct ErrorSpread: Hashable, Sendable {
  /// The number of errors.
  public let count: Int
  /// The mean. Errors of altitudes, speeds and courses have signs, so it is near zero if they cancel out.
  public let mean: Double
  /// The root mean square.
  public let rms: Double
  /// Half of the errors are not larger than this. Signs do not count in this and in the following numbers.
  public let median: Double
  /// 68 % of the errors are not larger than this.
  public let percent68: Double
  /// 95 % of the errors are not larger than this.
  public let percent95: Double
  /// The largest error.
  public let greatest: Double

  /// Measures errors; `nil` if there are none.
  init?(_ errors: [Double]) {
    guard !errors.isEmpty else { return nil }
    let sizes = errors.map(\.magnitude).sorted()
    let number = Double(errors.count)
    count = errors.count
    mean = errors.reduce(0, +) / number
    rms = (errors.reduce(0) { $0 + $1 * $1 } / number).squareRoot()
    /// The smallest error such that a share of all errors is not larger: the nearest rank.
    func limit(_ percent: Int) -> Double { sizes[(errors.count * percent + 99) / 100 - 1] }
    median = limit(50)
    percent68 = limit(68)
    percent95 = limit(95)
    greatest = limit(100)
  }
}

/// How often a true place is within the error that its fix states.
public struct StatedErrorCheck: Hashable, Sendable {
  /// The number of fixes that state an error and have a reference.
  public let count: Int
  /// How many of them are within their stated error.
  public let within: Int
  /// The share, 0 … 1. A receiver that states errors of one sigma has about 0.68.
  public var share: Double { Double(within) / Double(count) }

  /// Checks pairs of an error and the stated one; `nil` if there are none.
  init?(_ pairs: [(error: Double, stated: Double)]) {
    guard !pairs.isEmpty else { return nil }
    count = pairs.count
    within = pairs.count { $0.error <= $0.stated }
  }
}
