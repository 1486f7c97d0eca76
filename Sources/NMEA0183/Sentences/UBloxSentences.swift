/// PUBX,00: u-blox's position, with its estimated errors.
public struct PUBX00: DescribedSentence {
  package static var form: SentenceForm { .own("UBX", .number(0, digits: 2), least: 20) }

  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Meters above the ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// How the position was determined.
  public var status: Status?
  /// Estimated horizontal error in meters.
  public var horizontalError: Double?
  /// Estimated vertical error in meters.
  public var verticalError: Double?
  /// Speed over ground in km/h.
  public var speedKilometersPerHour: Double?
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// Vertical speed in m/s, down positive as in u-blox's sentence.
  public var verticalVelocityDown: Double?
  /// Age of the differential corrections in seconds.
  public var differentialAge: Double?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Vertical dilution of precision as stated.
  public var verticalDilution: Double?
  /// Dilution of precision of time as stated.
  public var timeDilution: Double?
  /// The number of satellites in use.
  public var satellitesUsed: Int?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: WrittenDecimals = 0

  /// How u-blox determined a position.
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

  /// Makes a PUBX,00 without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(2, "time", &time)
    let hasFix = coder.fields?.isText("NF", at: 8) != true
    try coder.place(3, &latitude, &longitude, &minuteDecimals, hasFix: hasFix)
    try coder.decimal(7, "ellipsoidalAltitudeMeters", &ellipsoidalAltitude, .altitude)
    try coder.letters(8, "status", &status)
    try coder.error(9, "horizontalErrorMeters", &horizontalError)
    try coder.error(10, "verticalErrorMeters", &verticalError)
    try coder.kilometersPerHour(11, "speedKilometersPerHour", &speedKilometersPerHour)
    try coder.course(12, "course", &course)
    try coder.decimal(13, "verticalVelocityDownMetersPerSecond", &verticalVelocityDown, .speed)
    try coder.age(14, "differentialAgeSeconds", &differentialAge)
    try coder.dilution(15, "horizontalDilution", &horizontalDilution)
    try coder.dilution(16, "verticalDilution", &verticalDilution)
    try coder.dilution(17, "timeDilution", &timeDilution)
    try coder.integer(18, "satellitesUsed", &satellitesUsed, in: 0...999)
    // One field is reserved. The other is about dead reckoning.
    coder.end(20)
  }
}

/// PUBX,03: the satellites that a u-blox receiver tracks.
public struct PUBX03: DescribedSentence {
  package static var form: SentenceForm { .own("UBX", .number(3, digits: 2)) }

  /// The number of satellites that the sentence lists.
  public var satellitesTracked: Int?
  /// The satellites.
  public var satellites = UBloxSatelliteList()

  /// Makes a PUBX,03 without satellites.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(2, "satellitesTracked", &satellitesTracked, digits: 2, in: 0...999)
    let last = try coder.list(3, "satellites", &satellites)
    coder.end(last - 1)
  }
}

/// PUBX,04: time and date of a u-blox receiver, and its clock's error.
public struct PUBX04: DescribedSentence {
  package static var form: SentenceForm { .own("UBX", .number(4, digits: 2)) }

  /// The time, UTC.
  public var time: TimeOfDay?
  /// The date, UTC.
  public var date: ShortDate?
  /// Seconds of the week, UTC.
  public var weekSeconds: Double?
  /// The week's number, UTC.
  public var week: Int?
  /// Seconds that GPS time is ahead of UTC.
  public var leapSeconds: Int?
  /// Whether ``leapSeconds`` is the firmware's default and not received from a satellite. Time and
  /// date may then be some seconds wrong.
  public var areLeapSecondsDefault = false
  /// The receiver clock's error in nanoseconds.
  public var clockBias: Double?
  /// The receiver clock's drift in nanoseconds per second.
  public var clockDrift: Double?
  /// The granularity of the time pulse in nanoseconds.
  public var pulseGranularity: Double?

  /// Makes a PUBX,04 without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(2, "time", &time)
    try coder.date(3, "date", &date)
    try coder.decimal(4, "weekSeconds", &weekSeconds, .other, in: 0...604_801)
    try coder.integer(5, "week", &week, in: 0...99_999)
    try coder.leapSeconds(6, &leapSeconds, &areLeapSecondsDefault)
    try coder.decimal(7, "clockBiasNanoseconds", &clockBias, .other)
    try coder.decimal(8, "clockDriftNanosecondsPerSecond", &clockDrift, .other)
    try coder.decimal(9, "pulseGranularityNanoseconds", &pulseGranularity, .other)
  }
}
