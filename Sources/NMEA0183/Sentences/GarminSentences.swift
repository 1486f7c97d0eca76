/// PGRMZ: Garmin's altitude. It has no time: it belongs to the sentences around it.
public struct PGRMZ: DescribedSentence {
  package static var form: SentenceForm { .own("GRMZ") }

  /// Feet above mean sea level.
  public var altitudeFeet: Double?
  /// The origin of the altitude: `.two` if the user typed it in, `.three` if the receiver measured it.
  public var dimension: FixDimension?

  /// Makes a PGRMZ without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.decimal(1, "altitudeFeet", &altitudeFeet, .altitude, in: nil, unit: "f")
    try coder.digit(3, "dimension", &dimension)
  }
}

/// PGRME: Garmin's estimated errors. Garmin's documents call them 50 % circular and spherical. The
/// sentence has no time: it belongs to the sentences around it.
public struct PGRME: DescribedSentence {
  package static var form: SentenceForm { .own("GRME", least: 6) }

  /// Horizontal error in meters.
  public var horizontalError: Double?
  /// Vertical error in meters.
  public var verticalError: Double?
  /// Error in three dimensions in meters.
  public var sphericalError: Double?

  /// Makes a PGRME without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.error(1, "horizontalErrorMeters", &horizontalError, unit: "M")
    try coder.error(3, "verticalErrorMeters", &verticalError, unit: "M")
    try coder.error(5, "sphericalErrorMeters", &sphericalError, unit: "M")
  }
}

/// PGRMV: Garmin's velocity in three dimensions. It has no time: it belongs to the sentences around
/// it.
public struct PGRMV: DescribedSentence {
  package static var form: SentenceForm { .own("GRMV", least: 3) }

  /// Velocity toward true east in m/s.
  public var eastVelocity: Double?
  /// Velocity toward true north in m/s.
  public var northVelocity: Double?
  /// Vertical velocity in m/s, up positive.
  public var upVelocity: Double?

  /// Makes a PGRMV without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.velocity(1, "eastVelocityMetersPerSecond", &eastVelocity)
    try coder.velocity(2, "northVelocityMetersPerSecond", &northVelocity)
    try coder.velocity(3, "upVelocityMetersPerSecond", &upVelocity)
  }
}

/// PGRMF: Garmin's position, with time, date, speed and course.
public struct PGRMF: DescribedSentence {
  package static var form: SentenceForm { .own("GRMF", least: 15) }

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
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes a PGRMF without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(1, "week", &week, in: 0...9999)
    try coder.integer(2, "weekSeconds", &weekSeconds, in: 0...604_799)
    try coder.date(3, "date", &date)
    try coder.time(4, "time", &time)
    try coder.integer(5, "leapSeconds", &leapSeconds, in: 0...999)
    let hasFix = coder.fields?.isNumber(0, at: 11) != true
    try coder.place(6, &latitude, &longitude, &minuteDecimals, hasFix: hasFix)
    try coder.letter(10, "selection", &selection)
    try coder.digit(11, "dimension", &dimension, in: 0...9, offset: -1)
    try coder.kilometersPerHour(12, "speedKilometersPerHour", &speedKilometersPerHour)
    try coder.course(13, "course", &course)
    try coder.dilution(14, "positionDilution", &positionDilution)
    try coder.dilution(15, "timeDilution", &timeDilution)
  }
}

/// PGRMM: the map datum that a Garmin receiver's positions refer to.
public struct PGRMM: DescribedSentence {
  package static var form: SentenceForm { .own("GRMM") }

  /// The datum's name as Garmin spells it, like `WGS 84` or `NAD27 CONUS`.
  public var datum: ShortName?

  /// Makes a PGRMM without a name.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.name(1, "datum", &datum)
  }
}
