/// A metric with all its samples, as OpenMetrics 1.0 defines it.
///
/// Names are literals of a program: letters, digits and underscores, and no digit first. The name of a counter
/// is without `_total`, which its samples get. A name ends with its unit.
public struct MetricFamily: Hashable, Sendable {
  /// What the values mean.
  public enum Kind: Hashable, Sendable {
    /// A present value, which can rise and fall.
    case gauge
    /// A number of events since the counting began.
    case counter
    /// One of several states. The states of a sample are 0, and the present one is 1.
    case stateSet
  }

  /// A label: a name and any text.
  public struct Label: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a label.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A value with its labels. No two samples of a metric have the same labels.
  public struct Sample: Hashable, Sendable {
    /// The labels, in the order of the output.
    public var labels: [Label]
    /// The value.
    public var value: Double

    /// Makes a sample.
    public init(_ value: Double, _ labels: [Label] = []) {
      self.labels = labels
      self.value = value
    }
  }

  /// The media type of OpenMetrics 1.0.
  public static var mediaType: String {
    "application/openmetrics-text; version=1.0.0; charset=utf-8"
  }

  /// The name.
  public var name: String
  /// What the values mean.
  public var kind: Kind
  /// The unit, such as `seconds`; `nil` for none.
  public var unit: String?
  /// What the metric is, in one line.
  public var help: String
  /// The values. A value that is not known has no sample.
  public var samples: [Sample]

  /// Makes a metric.
  public init(
    _ name: String, _ kind: Kind = .gauge, unit: String? = nil, help: String,
    samples: [Sample] = []
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
    self.samples = samples
  }

  /// Adds a sample, if there is a value.
  public mutating func add(_ value: Double?, _ labels: [Label] = []) {
    if let value { samples.append(Sample(value, labels)) }
  }

  /// Adds a sample with three decimals, if there is a value. Further digits are noise.
  public mutating func add(rounded value: Double?, _ labels: [Label] = []) {
    add(value.map { ($0 * 1e3).rounded() / 1e3 }, labels)
  }

  /// Adds a sample of a state set for each state. The label of a state has the name of the metric.
  public mutating func add(state: String, of states: [String], _ labels: [Label] = []) {
    for word in states {
      samples.append(Sample(word == state ? 1 : 0, labels + [Label(name, word)]))
    }
  }
}
