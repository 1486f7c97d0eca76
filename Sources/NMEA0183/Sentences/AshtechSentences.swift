/// PASHR in its attitude form: heading, roll and pitch of a receiver with an inertial unit or several
/// antennas.
public struct PASHR: Hashable, Sendable {
  /// The time, UTC.
  public var time: TimeOfDay?
  /// The direction of the vessel's bow in degrees true, 0 … 360.
  public var heading: Double?
  /// Roll in degrees.
  public var roll: Double?
  /// Pitch in degrees, bow up positive.
  public var pitch: Double?
  /// Heave in meters.
  public var heave: Double?
  /// The roll's standard deviation in degrees.
  public var rollError: Double?
  /// The pitch's standard deviation in degrees.
  public var pitchError: Double?
  /// The heading's standard deviation in degrees.
  public var headingError: Double?

  /// Makes a PASHR without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    heading = try fields.course(2, reference: 0x54)
    roll = try fields.decimal(4, in: -180...180)
    pitch = try fields.decimal(5, in: -180...180)
    heave = try fields.decimal(6)
    rollError = try fields.decimal(7, in: 0...360)
    pitchError = try fields.decimal(8, in: 0...360)
    headingError = try fields.decimal(9, in: 0...360)
  }
}

/// PASHR,POS: the position of Ashtech's receivers and their successors.
public struct PASHRPOS: Hashable, Sendable {
  /// How the position was determined, as the receiver's number: 0 autonomous, 1, 9 and 10
  /// differential, 2, 12 and 22 RTK float, 3, 13 and 23 RTK fixed, 5 dead reckoning; `nil` without
  /// one.
  public var solution: Int?
  /// The number of satellites in use.
  public var satellitesUsed: Int?
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Meters above the ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Age of the differential corrections in seconds. Some receivers send a site's name here, which
  /// becomes `nil`.
  public var differentialAge: Double?
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// Speed over ground in knots.
  public var speed: Double?
  /// Vertical speed, up positive: in m/s by most of these receivers, in dm/s by some.
  public var verticalVelocity: Double?
  /// Dilution of precision in three dimensions as stated.
  public var positionDilution: Double?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Vertical dilution of precision as stated.
  public var verticalDilution: Double?
  /// Dilution of precision of time as stated.
  public var timeDilution: Double?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// Makes a PASHR,POS without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    solution = try fields.integer(2, in: 0...99)
    satellitesUsed = try fields.integer(3, in: 0...999)
    time = try fields.time(4)
    latitude = try fields.latitude(5)
    longitude = try fields.longitude(7)
    ellipsoidalAltitude = try fields.decimal(9)
    differentialAge = try? fields.decimal(10, in: 0...1_000_000)
    course = try fields.course(11)
    speed = try fields.decimal(12, in: 0...100_000)
    verticalVelocity = try fields.decimal(13)
    positionDilution = try fields.dilution(14)
    horizontalDilution = try fields.dilution(15)
    verticalDilution = try fields.dilution(16)
    timeDilution = try fields.dilution(17)
    minuteDecimals = fields.minuteDecimals(5)
  }
}
