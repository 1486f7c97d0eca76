/// PQTMEPE: the errors that a Quectel module (LC29H, LC76G, LG290P) estimates. These modules send no GST. The sentence
/// has no time: it belongs to the sentences around it.
///
/// `$PQTMEPE,2,1.000,1.100,2.000,1.486,2.491*52`. Quectel does not state the confidence.
public struct PQTMEPE: DescribedSentence {
  package static var form: SentenceForm { .own("QTMEPE", .number(2, digits: 1), least: 6) }

  /// Error toward north in meters.
  public var northError: Double?
  /// Error toward east in meters.
  public var eastError: Double?
  /// Vertical error in meters.
  public var verticalError: Double?
  /// Horizontal error in meters.
  public var horizontalError: Double?
  /// Error in three dimensions in meters.
  public var sphericalError: Double?

  /// Makes a PQTMEPE without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.error(2, "northErrorMeters", &northError)
    try coder.error(3, "eastErrorMeters", &eastError)
    try coder.error(4, "verticalErrorMeters", &verticalError)
    try coder.error(5, "horizontalErrorMeters", &horizontalError)
    try coder.error(6, "sphericalErrorMeters", &sphericalError)
  }
}

/// PQTMPVT: a Quectel module's position, velocity and time.
///
/// `$PQTMPVT,1,31075000,20221225,083737.000,,3,09,18,31.12738291,117.26372910,34.212,5.267,3.212,2.928,0.238,`
/// `4.346,34.12,2.16,4.38*51`
public struct PQTMPVT: DescribedSentence {
  package static var form: SentenceForm { .own("QTMPVT", .number(1, digits: 1), least: 19) }

  /// The date of the position, UTC, in eight digits: 20221225.
  public var dateDigits: Int?
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// The number of dimensions of the position. Quectel writes 0 for no fix, which becomes `nil`.
  public var dimension: FixDimension?
  /// The number of satellites in use.
  public var satellitesUsed: Int?
  /// Seconds that GPS time is ahead of UTC.
  public var leapSeconds: Int?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Meters above mean sea level.
  public var altitude: Double?
  /// Meters from the ellipsoid up to the geoid.
  public var geoidSeparation: Double?
  /// Velocity toward true north in m/s.
  public var northVelocity: Double?
  /// Velocity toward true east in m/s.
  public var eastVelocity: Double?
  /// Vertical velocity in m/s, down positive as in Quectel's sentence.
  public var downVelocity: Double?
  /// Speed over ground in m/s.
  public var speedMetersPerSecond: Double?
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Dilution of precision in three dimensions as stated.
  public var positionDilution: Double?
  /// How many decimals the minutes of latitude would have.
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes a PQTMPVT without values.
  public init() {}

  /// The date, UTC; `nil` if there is no such day.
  public var date: CalendarDate? {
    dateDigits.flatMap {
      CalendarDate(year: $0 / 10_000, month: $0 / 100 % 100, day: $0 % 100)
    }
  }

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    // The time of the week says what date and time say. Without it, no payload is larger than 256 bytes; larger
    // ones are copied by twice the number of instructions.
    try coder.integer(3, "date", &dateDigits, digits: 8, in: 0...9999_12_31)
    try coder.time(4, "time", &time)
    try coder.digit(6, "dimension", &dimension, in: 0...3)
    try coder.integer(7, "satellitesUsed", &satellitesUsed, digits: 2, in: 0...999)
    try coder.integer(8, "leapSeconds", &leapSeconds, in: 0...999)
    try coder.decimal(9, "latitude", &latitude, .degrees, in: -90...90)
    try coder.decimal(10, "longitude", &longitude, .degrees, in: -180...180)
    // Two more decimals of degrees than of minutes are of the same precision.
    if let fields = coder.fields, latitude != nil {
      minuteDecimals.count = UInt8(max(2, fields.minuteDecimals(9))) - 2
    }
    try coder.decimal(11, "altitudeMeters", &altitude, .altitude)
    try coder.decimal(12, "geoidSeparationMeters", &geoidSeparation, .altitude)
    try coder.velocity(13, "northVelocityMetersPerSecond", &northVelocity)
    try coder.velocity(14, "eastVelocityMetersPerSecond", &eastVelocity)
    try coder.velocity(15, "downVelocityMetersPerSecond", &downVelocity)
    try coder.decimal(
      16, "speedMetersPerSecond", &speedMetersPerSecond, .speed, in: 0...100_000)
    try coder.course(17, "course", &course)
    try coder.dilution(18, "horizontalDilution", &horizontalDilution)
    try coder.dilution(19, "positionDilution", &positionDilution)
  }
}
