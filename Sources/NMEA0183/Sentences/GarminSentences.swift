/// PGRMZ: Garmin's altitude. It has no time: it belongs to the sentences around it.
public struct PGRMZ: Hashable, Sendable {
  /// Feet above mean sea level.
  public var altitudeFeet: Double?
  /// What the altitude is: `.two` typed in by the user, `.three` the receiver's.
  public var dimension: FixDimension?

  /// Makes a PGRMZ that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
    if fields.bytes(2).first == 0x66 || fields.isEmpty(2) { altitudeFeet = try fields.decimal(1) }
    if let digit = try fields.integer(3, in: 0...9) {
      dimension = FixDimension(rawValue: UInt8(digit))
    }
  }
}

/// PGRME: Garmin's estimated errors, which its documents call 50 % circular and spherical. It has
/// no time: it belongs to the sentences around it.
public struct PGRME: Hashable, Sendable {
  /// Horizontal error in meters.
  public var horizontalError: Double?
  /// Vertical error in meters.
  public var verticalError: Double?
  /// Error in three dimensions in meters.
  public var sphericalError: Double?

  /// Makes a PGRME that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
    horizontalError = try fields.errorInMeters(1)
    verticalError = try fields.errorInMeters(3)
    sphericalError = try fields.errorInMeters(5)
  }
}
