/// ZDA: time and date.
public struct ZDA: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    day = try fields.integer(2, in: 0...31)
    month = try fields.integer(3, in: 0...12)
    year = try fields.integer(4, in: 0...9999)
    zoneHours = try fields.decimal(5, in: -14...14).map { Int($0) }
    zoneMinutes = try fields.decimal(6, in: -59...59).map { Int($0) }
  }
}

/// GST: estimated errors of the position, one sigma.
public struct GST: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    rangeResiduals = try fields.decimal(2, in: 0...100_000_000)
    semiMajorError = try fields.decimal(3, in: 0...100_000_000)
    semiMinorError = try fields.decimal(4, in: 0...100_000_000)
    orientation = try fields.decimal(5, in: -360...360)
    latitudeError = try fields.decimal(6, in: 0...100_000_000)
    longitudeError = try fields.decimal(7, in: 0...100_000_000)
    altitudeError = try fields.decimal(8, in: 0...100_000_000)
  }
}

/// GBS: detection of faulty satellites, and the position's expected errors.
///
/// The expected errors are the bias that a missed fault would cause. Some receivers state them with a
/// direction, so they may be negative. They are not an accuracy, and a fix takes none from GBS.
public struct GBS: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    latitudeError = try fields.decimal(2, in: -100_000_000...100_000_000)
    longitudeError = try fields.decimal(3, in: -100_000_000...100_000_000)
    altitudeError = try fields.decimal(4, in: -100_000_000...100_000_000)
    failedSatellite = try fields.integer(5, in: 0...999)
    missProbability = try fields.decimal(6, in: 0...1)
    bias = try fields.decimal(7)
    biasDeviation = try fields.decimal(8)
    systemID = try fields.hexadecimal(9)
    signalID = try fields.hexadecimal(10)
  }
}
