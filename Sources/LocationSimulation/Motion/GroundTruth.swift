public import LocationCore

/// Where a simulated receiver truly is, and how it truly moves. The receiver's positions differ
/// from it by their errors.
public struct GroundTruth: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// Meters above mean sea level.
  public var altitude: Double
  /// Over ground, in m/s.
  public var speed: Double
  /// Degrees from true north, 0 ..< 360; during a halt the direction of the next movement.
  public var course: Double
  /// m/s, up positive.
  public var climb: Double
}
