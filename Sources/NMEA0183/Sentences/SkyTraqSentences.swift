/// PSTI,030: SkyTraq's position, with date and velocity in three dimensions.
public struct PSTI030: Hashable, Sendable {
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: DataStatus?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Meters above mean sea level.
  public var altitude: Double?
  /// Velocity toward true east in m/s.
  public var eastVelocity: Double?
  /// Velocity toward true north in m/s.
  public var northVelocity: Double?
  /// Vertical velocity in m/s, up positive.
  public var upVelocity: Double?
  /// The date of the position, UTC.
  public var date: ShortDate?
  /// How the position was determined.
  public var mode: PositioningMode?
  /// Age of the RTK corrections in seconds.
  public var differentialAge: Double?
  /// The ratio by which the receiver validates RTK ambiguities.
  public var ambiguityRatio: Double?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// Makes a PSTI,030 without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(2)
    status = try fields.status(3)
    latitude = try fields.latitude(4, hasFix: status != .void)
    longitude = try fields.longitude(6, hasFix: status != .void)
    altitude = try fields.decimal(8)
    eastVelocity = try fields.decimal(9, in: -100_000...100_000)
    northVelocity = try fields.decimal(10, in: -100_000...100_000)
    upVelocity = try fields.decimal(11, in: -100_000...100_000)
    date = fields.date(12)
    mode = fields.mode(13)
    differentialAge = try fields.decimal(14, in: 0...1_000_000)
    ambiguityRatio = try fields.decimal(15)
    if latitude != nil { minuteDecimals = fields.minuteDecimals(4) }
  }
}
