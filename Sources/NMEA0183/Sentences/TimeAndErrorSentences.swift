/// ZDA: time and date.
public struct ZDA: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("ZDA", least: 6) }

  /// The time, UTC.
  public var time: TimeOfDay?
  /// The day of the month, 1 … 31.
  public var day: Int?
  /// The month, 1 … 12.
  public var month: Int?
  /// The year, four digits.
  public var year: Int?
  /// Hours from local time to UTC as stated, −13 … 13.
  public var zoneHours: Int?
  /// Minutes from local time to UTC as stated, 0 … 59.
  public var zoneMinutes: Int?

  /// Makes a ZDA without values.
  public init() {}

  /// The date, UTC; `nil` if a part is missing or there is no such day.
  public var date: CalendarDate? {
    guard let year, let month, let day else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    try coder.integer(2, "day", &day, digits: 2, in: 0...31)
    try coder.integer(3, "month", &month, digits: 2, in: 0...12)
    try coder.integer(4, "year", &year, digits: 4, in: 0...9999)
    try coder.signedInteger(5, "zoneHours", &zoneHours, digits: 2, in: -14...14)
    try coder.signedInteger(6, "zoneMinutes", &zoneMinutes, digits: 2, in: -59...59)
  }
}

/// GST: estimated errors of the position, one sigma.
public struct GST: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GST", least: 8) }

  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Root mean square of the range residuals, in meters.
  public var rangeResiduals: Double?
  /// The error ellipse's semi-major axis in meters.
  public var semiMajorError: Double?
  /// The error ellipse's semi-minor axis in meters.
  public var semiMinorError: Double?
  /// The error ellipse's orientation in degrees from true north.
  public var orientation: Double?
  /// The latitude's error in meters.
  public var latitudeError: Double?
  /// The longitude's error in meters.
  public var longitudeError: Double?
  /// The altitude's error in meters.
  public var altitudeError: Double?

  /// Makes a GST without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    try coder.error(2, "rangeResidualsMeters", &rangeResiduals)
    try coder.error(3, "semiMajorErrorMeters", &semiMajorError)
    try coder.error(4, "semiMinorErrorMeters", &semiMinorError)
    try coder.decimal(5, "orientation", &orientation, .angle, in: -360...360)
    try coder.error(6, "latitudeErrorMeters", &latitudeError)
    try coder.error(7, "longitudeErrorMeters", &longitudeError)
    try coder.error(8, "altitudeErrorMeters", &altitudeError)
  }
}

/// GBS: detection of faulty satellites, and the position's expected errors.
///
/// The expected errors are the bias that a missed fault would cause. Some receivers state them with a
/// direction, so they may be negative. They are not an accuracy, and a fix takes none from GBS.
public struct GBS: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GBS", least: 8) }

  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// The latitude's expected error in meters; may be negative.
  public var latitudeError: Double?
  /// The longitude's expected error in meters; may be negative.
  public var longitudeError: Double?
  /// The altitude's expected error in meters; may be negative.
  public var altitudeError: Double?
  /// The number of the satellite that is most likely faulty.
  public var failedSatellite: Int?
  /// The probability that a fault was missed, 0 … 1.
  public var missProbability: Double?
  /// The suspect satellite's estimated bias in meters.
  public var bias: Double?
  /// The bias's standard deviation in meters.
  public var biasDeviation: Double?
  /// The satellite's system (NMEA 4.1).
  public var systemID: UInt8?
  /// The satellite's signal (NMEA 4.1).
  public var signalID: UInt8?

  /// Makes a GBS without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    let range = -100_000_000.0...100_000_000
    try coder.decimal(2, "latitudeErrorMeters", &latitudeError, .error, in: range)
    try coder.decimal(3, "longitudeErrorMeters", &longitudeError, .error, in: range)
    try coder.decimal(4, "altitudeErrorMeters", &altitudeError, .error, in: range)
    try coder.integer(5, "failedSatellite", &failedSatellite, digits: 2, in: 0...999)
    try coder.decimal(6, "missProbability", &missProbability, .other, in: 0...1)
    try coder.decimal(7, "biasMeters", &bias, .error)
    try coder.decimal(8, "biasDeviationMeters", &biasDeviation, .error)
    guard coder.has(.v41) else { return }
    try coder.hexadecimal(9, "systemID", &systemID)
    try coder.hexadecimal(10, "signalID", &signalID)
  }
}
