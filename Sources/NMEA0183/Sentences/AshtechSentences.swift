/// PASHR in its attitude form: heading, roll and pitch of a receiver with an inertial unit or several
/// antennas.
public struct PASHR: DescribedSentence {
  package static var form: SentenceForm { .own("ASHR", .digit, least: 10) }

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

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    // The time distinguishes this form of PASHR from Ashtech's other forms.
    try coder.requireWritable(time != nil, .missing)
    try coder.course(2, "heading", &heading, reference: FieldUnit("T", isWrittenAlone: true))
    try coder.decimal(4, "roll", &roll, .angle, in: -180...180)
    try coder.decimal(5, "pitch", &pitch, .angle, in: -180...180)
    try coder.decimal(6, "heaveMeters", &heave, .error)
    try coder.decimal(7, "rollError", &rollError, .error, in: 0...360)
    try coder.decimal(8, "pitchError", &pitchError, .error, in: 0...360)
    try coder.decimal(9, "headingError", &headingError, .error, in: 0...360)
    // The quality of the position and the state of the inertial unit.
    coder.end(11)
  }
}

/// PASHR,POS: the position of Ashtech's receivers and their successors.
public struct PASHRPOS: DescribedSentence {
  package static var form: SentenceForm { .own("ASHR", .text("POS"), least: 17) }

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
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes a PASHR,POS without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(2, "solution", &solution, in: 0...99)
    try coder.integer(3, "satellitesUsed", &satellitesUsed, digits: 2, in: 0...999)
    try coder.time(4, "time", &time)
    try coder.place(5, &latitude, &longitude, &minuteDecimals, hasFix: true)
    try coder.decimal(9, "ellipsoidalAltitudeMeters", &ellipsoidalAltitude, .altitude)
    // Some receivers send a site's name here.
    if coder.fields?.isDecimal(10, in: 0...1_000_000) != false {
      try coder.age(10, "differentialAgeSeconds", &differentialAge)
    }
    try coder.course(11, "course", &course)
    try coder.knots(12, "speedKnots", &speed)
    try coder.decimal(13, "verticalVelocity", &verticalVelocity, .speed)
    try coder.dilution(14, "positionDilution", &positionDilution)
    try coder.dilution(15, "horizontalDilution", &horizontalDilution)
    try coder.dilution(16, "verticalDilution", &verticalDilution)
    try coder.dilution(17, "timeDilution", &timeDilution)
    // The name of the firmware or the base station.
    coder.end(18)
  }
}
