/// Dilution of precision: the factor by which the satellites' geometry increases an error.
///
/// A factor has no unit, is finite and never negative; 1 is good. Each is `nil` when the receiver did
/// not report it.
public struct DilutionOfPrecision: Hashable, Codable, Sendable {
  /// Geometric: position and time.
  public var geometric: Double?
  /// Position, three dimensions.
  public var position: Double?
  /// Horizontal.
  public var horizontal: Double?
  /// Vertical.
  public var vertical: Double?
  /// Time.
  public var time: Double?
  /// East–west (gpsd `xdop`).
  public var longitude: Double?
  /// North–south (gpsd `ydop`).
  public var latitude: Double?

  /// Makes a value in which nothing is reported.
  public init() {}
}
