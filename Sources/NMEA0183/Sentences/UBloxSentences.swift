/// PUBX,00: u-blox's position, with its estimated errors.
public struct PUBX00: Hashable, Sendable {
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Meters above the ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// How the position came about.
  public var status: Status?
  /// Estimated horizontal error in meters.
  public var horizontalError: Double?
  /// Estimated vertical error in meters.
  public var verticalError: Double?
  /// Speed over ground in km/h.
  public var speedKilometersPerHour: Double?
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// Vertical speed in m/s, down positive as u-blox has it.
  public var verticalVelocityDown: Double?
  /// Age of the differential corrections in seconds.
  public var differentialAge: Double?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Vertical dilution of precision as stated.
  public var verticalDilution: Double?
  /// Dilution of precision of time as stated.
  public var timeDilution: Double?
  /// How many satellites the position was computed from.
  public var satellitesUsed: Int?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// How a position of u-blox's came about.
  public enum Status: UInt16, Hashable, Sendable {
    /// `NF`: no fix.
    case noFix = 0x4E46
    /// `DR`: dead reckoning.
    case deadReckoning = 0x4452
    /// `G2`: two dimensions.
    case two = 0x4732
    /// `G3`: three dimensions.
    case three = 0x4733
    /// `D2`: two dimensions, differential.
    case differentialTwo = 0x4432
    /// `D3`: three dimensions, differential.
    case differentialThree = 0x4433
    /// `RK`: GNSS and dead reckoning.
    case combined = 0x524B
    /// `TT`: time only.
    case timeOnly = 0x5454
  }

  /// Makes a PUBX,00 that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
    time = try fields.time(2)
    let letters = fields.bytes(8)
    if letters.count == 2 {
      status = Status(rawValue: UInt16(letters[0]) << 8 | UInt16(letters[1]))
    }
    latitude = try fields.latitude(3, hasFix: status != .noFix)
    longitude = try fields.longitude(5, hasFix: status != .noFix)
    ellipsoidalAltitude = try fields.decimal(7)
    horizontalError = try fields.decimal(9, in: 0...100_000_000)
    verticalError = try fields.decimal(10, in: 0...100_000_000)
    speedKilometersPerHour = try fields.decimal(11, in: 0...200_000)
    course = try fields.course(12)
    verticalVelocityDown = try fields.decimal(13)
    differentialAge = try fields.decimal(14, in: 0...1_000_000)
    horizontalDilution = try fields.dilution(15)
    verticalDilution = try fields.dilution(16)
    timeDilution = try fields.dilution(17)
    satellitesUsed = try fields.integer(18, in: 0...999)
    if latitude != nil { minuteDecimals = fields.minuteDecimals(3) }
  }
}
