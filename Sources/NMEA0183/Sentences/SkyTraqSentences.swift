/// PSTI,030: SkyTraq's position, with date and velocity in three dimensions.
public struct PSTI030: DescribedSentence {
  package static var form: SentenceForm { .own("STI", .number(30, digits: 3), least: 15) }

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
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes a PSTI,030 without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(2, "time", &time)
    try coder.status(3, "status", &status)
    try coder.place(4, &latitude, &longitude, &minuteDecimals, hasFix: status != .void)
    try coder.decimal(8, "altitudeMeters", &altitude, .altitude)
    try coder.velocity(9, "eastVelocityMetersPerSecond", &eastVelocity)
    try coder.velocity(10, "northVelocityMetersPerSecond", &northVelocity)
    try coder.velocity(11, "upVelocityMetersPerSecond", &upVelocity)
    try coder.date(12, "date", &date)
    try coder.letter(13, "mode", &mode)
    try coder.age(14, "differentialAgeSeconds", &differentialAge)
    try coder.decimal(15, "ambiguityRatio", &ambiguityRatio, .other)
  }
}
