/// PGRMZ: Garmin's altitude. It has no time: it belongs to the sentences around it.
public struct PGRMZ: Hashable, Sendable {
  /// Feet above mean sea level.
  public var altitudeFeet: Double?
  /// The origin of the altitude: `.two` if the user typed it in, `.three` if the receiver measured it.
  public var dimension: FixDimension?

  /// Makes a PGRMZ without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    if fields.bytes(2).first == 0x66 || fields.isEmpty(2) { altitudeFeet = try fields.decimal(1) }
    if let digit = try fields.integer(3, in: 0...9) {
      dimension = FixDimension(rawValue: UInt8(digit))
    }
  }
}

/// PGRME: Garmin's estimated errors. Garmin's documents call them 50 % circular and spherical. The
/// sentence has no time: it belongs to the sentences around it.
public struct PGRME: Hashable, Sendable {
  /// Horizontal error in meters.
  public var horizontalError: Double?
  /// Vertical error in meters.
  public var verticalError: Double?
  /// Error in three dimensions in meters.
  public var sphericalError: Double?

  /// Makes a PGRME without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    horizontalError = try fields.errorInMeters(1)
    verticalError = try fields.errorInMeters(3)
    sphericalError = try fields.errorInMeters(5)
  }
}

/// PGRMV: Garmin's velocity in three dimensions. It has no time: it belongs to the sentences around
/// it.
public struct PGRMV: Hashable, Sendable {
  /// Velocity toward true east in m/s.
  public var eastVelocity: Double?
  /// Velocity toward true north in m/s.
  public var northVelocity: Double?
  /// Vertical velocity in m/s, up positive.
  public var upVelocity: Double?

  /// Makes a PGRMV without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    eastVelocity = try fields.decimal(1, in: -100_000...100_000)
    northVelocity = try fields.decimal(2, in: -100_000...100_000)
    upVelocity = try fields.decimal(3, in: -100_000...100_000)
  }
}

/// PGRMF: Garmin's position, with time, date, speed and course.
public struct PGRMF: Hashable, Sendable {
  /// The GPS week, 0 … 1023: it starts again at 0 every 1024 weeks.
  public var week: Int?
  /// Seconds of the GPS week, 0 … 604,799.
  public var weekSeconds: Int?
  /// The date of the position, UTC.
  public var date: ShortDate?
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Seconds that GPS time is ahead of UTC.
  public var leapSeconds: Int?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Whether the receiver chooses the dimension.
  public var selection: DimensionSelection?
  /// The number of dimensions of the position. Garmin writes 0 for no fix, 1 for two, 2 for three.
  public var dimension: FixDimension?
  /// Speed over ground in km/h.
  public var speedKilometersPerHour: Double?
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// Dilution of precision in three dimensions, a whole number.
  public var positionDilution: Double?
  /// Dilution of precision of time, a whole number.
  public var timeDilution: Double?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// Makes a PGRMF without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    week = try fields.integer(1, in: 0...9999)
    weekSeconds = try fields.integer(2, in: 0...604_799)
    date = fields.date(3)
    time = try fields.time(4)
    leapSeconds = try fields.integer(5, in: 0...999)
    selection = fields.bytes(10).first.flatMap(DimensionSelection.init(rawValue:))
    if let digit = try fields.integer(11, in: 0...9) {
      dimension = FixDimension(rawValue: UInt8(digit + 1))
    }
    latitude = try fields.latitude(6, hasFix: dimension != FixDimension.none)
    longitude = try fields.longitude(8, hasFix: dimension != FixDimension.none)
    speedKilometersPerHour = try fields.decimal(12, in: 0...200_000)
    course = try fields.course(13)
    positionDilution = try fields.dilution(14)
    timeDilution = try fields.dilution(15)
    if latitude != nil { minuteDecimals = fields.minuteDecimals(6) }
  }
}

/// PGRMM: the map datum that a Garmin receiver's positions refer to.
public struct PGRMM: Hashable, Sendable {
  /// The datum's name as Garmin spells it, like `WGS 84` or `NAD27 CONUS`.
  public var datum: ShortName?

  /// Makes a PGRMM without a name.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    datum = ShortName(fields.bytes(1))
  }
}
