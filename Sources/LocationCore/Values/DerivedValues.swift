/// The values of a fix that no receiver reported. They were computed from positions and times.
///
/// It is coded as a number: 1 for the speed, 2 for the course, 3 for both.
public struct DerivedValues: OptionSet, Hashable, Codable, Sendable {
  /// The sum of the values' bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``Fix/speed``.
  public static let speed = DerivedValues(rawValue: 1)
  /// ``Fix/course``.
  public static let course = DerivedValues(rawValue: 2)
}
