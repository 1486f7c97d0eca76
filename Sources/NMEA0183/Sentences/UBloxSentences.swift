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
  public var minuteDecimals: UInt8 = 0

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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
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

/// PUBX,03: the satellites that a u-blox receiver tracks.
public struct PUBX03: Hashable, Sendable {
  /// The number of satellites that the sentence lists.
  public var satellitesTracked: Int?
  /// The satellites.
  public var satellites = UBloxSatelliteList()

  /// Makes a PUBX,03 without satellites.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    satellitesTracked = try fields.integer(2, in: 0...999)
    var field = 3
    while field + 4 <= fields.count {
      if let satellite = try UBloxSatellite(fields, from: field) { satellites.append(satellite) }
      field += 6
    }
  }
}

/// PUBX,04: time and date of a u-blox receiver, and its clock's error.
public struct PUBX04: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(2)
    date = fields.date(3)
    weekSeconds = try fields.decimal(4, in: 0...604_801)
    week = try fields.integer(5, in: 0...99_999)
    (leapSeconds, areLeapSecondsDefault) = try fields.leapSeconds(6)
    clockBias = try fields.decimal(7)
    clockDrift = try fields.decimal(8)
    pulseGranularity = try fields.decimal(9)
  }
}

extension FieldReader {
  /// Leap seconds, and whether the letter `D` behind them marks them as a default.
  fileprivate func leapSeconds(_ field: Int) throws(SentenceError) -> (Int?, Bool) {
    var seconds = 0
    let bytes = bytes(field)
    for (index, byte) in bytes.enumerated() {
      if index > 0, index == bytes.count - 1, byte == 0x44 { return (seconds, true) }
      guard index < 3, Byte.isDigit(byte) else {
        throw SentenceError(field: field, reason: .malformed)
      }
      seconds = seconds * 10 + Int(byte - 0x30)
    }
    return bytes.isEmpty ? (nil, false) : (seconds, false)
  }
}
