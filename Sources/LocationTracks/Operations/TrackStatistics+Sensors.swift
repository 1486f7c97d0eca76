extension TrackStatistics {
  /// The average and the highest of the values that a sensor measured.
  public struct Measured: Hashable, Sendable {
    /// The highest value.
    public private(set) var maximum: Double
    private var sum: Double
    private var count = 1

    /// The average of the points with a value. Points are not weighed by their times.
    public var average: Double { sum / Double(count) }

    fileprivate init(_ value: Double) { (maximum, sum) = (value, value) }

    fileprivate mutating func add(_ value: Double) {
      maximum = max(maximum, value)
      sum += value
      count += 1
    }
  }
}

extension TrackStatistics.Measured? {
  mutating func add(_ value: Double?) {
    guard let value else { return }
    if self == nil { self = TrackStatistics.Measured(value) } else { self?.add(value) }
  }
}
