/// DTM: the datum that positions refer to.
public struct DTM: Hashable, Sendable {
  /// The datum in use: `W84`, `W72`, `S85`, `P90`, `999` for one of the user's, or others.
  public var datum: ShortName?
  /// Its subdivision.
  public var subdivision: ShortName?
  /// Minutes of latitude to add to positions of the reference, north positive.
  public var latitudeOffset: Double?
  /// Minutes of longitude to add to positions of the reference, east positive.
  public var longitudeOffset: Double?
  /// Meters of altitude to add to those of the reference.
  public var altitudeOffset: Double?
  /// The datum that the offsets refer to.
  public var reference: ShortName?

  /// Makes a DTM that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
    datum = ShortName(fields.bytes(1))
    subdivision = ShortName(fields.bytes(2))
    latitudeOffset = try fields.decimal(3)
    if fields.bytes(4).first == 0x53 { latitudeOffset = latitudeOffset.map { -$0 } }
    longitudeOffset = try fields.decimal(5)
    if fields.bytes(6).first == 0x57 { longitudeOffset = longitudeOffset.map { -$0 } }
    altitudeOffset = try fields.decimal(7)
    reference = ShortName(fields.bytes(8))
  }
}

/// GRS: range residuals of the satellites in use, in the order of GSA.
public struct GRS: Hashable, Sendable {
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Whether the residuals were computed anew after the position (1) or used for it (0).
  public var mode: Int?
  /// The residuals.
  public var residuals = ResidualList()
  /// The satellites' system (NMEA 4.1).
  public var systemID: UInt8?
  /// The signal (NMEA 4.1).
  public var signalID: UInt8?

  /// Makes a GRS that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
    time = try fields.time(1)
    mode = try fields.integer(2, in: 0...1)
    var field = 3
    while field <= min(fields.count, 14) {
      residuals.append(try fields.decimal(field, in: -99_999...99_999))
      field += 1
    }
    systemID = try fields.hexadecimal(15)
    signalID = try fields.hexadecimal(16)
  }
}

/// Up to sixteen residuals in meters, stored in place as millimeters.
public struct ResidualList: Hashable, Sendable {
  private var millimeters: SIMD16<Int32> = .zero
  /// How many there are, empty ones included.
  public private(set) var count = 0

  /// Makes an empty list.
  public init() {}

  /// A residual in meters, from 0; `nil` when its slot is empty.
  public subscript(index: Int) -> Double? {
    millimeters[index] == .min ? nil : Double(millimeters[index]) / 1000
  }

  /// Adds a residual, −99,999 … 99,999 m; a seventeenth is ignored.
  public mutating func append(_ meters: Double?) {
    guard count < 16 else { return }
    millimeters[count] =
      meters.map { Int32((min(max($0, -99_999), 99_999) * 1000).rounded()) } ?? .min
    count += 1
  }
}

/// TXT: a message of the receiver's.
public struct TXT: Hashable, Sendable {
  /// How many sentences the message has.
  public var groupSize: Int?
  /// Which of them this is, from 1.
  public var groupIndex: Int?
  /// What sort of message it is; u-blox: 0 error, 1 warning, 2 notice, 7 user.
  public var identifier: Int?
  /// The text.
  public var text = ShortText()

  /// Makes a TXT that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
    guard fields.count >= 4 else {
      // Some receivers leave the three numbers out.
      text = ShortText(fields.rest(from: 1))
      return
    }
    groupSize = try fields.integer(1, in: 0...999)
    groupIndex = try fields.integer(2, in: 0...999)
    identifier = try fields.integer(3, in: 0...999)
    text = ShortText(fields.rest(from: 4))
  }
}

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
  /// How the position came about.
  public var status: Status?
  /// Estimated horizontal error in meters.
  public var horizontalError: Double?
  /// Estimated vertical error in meters.
  public var verticalError: Double?
  /// Speed over ground in km/h.
  public var speedKilometersPerHour: Double?
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// Vertical speed in m/s, down positive as u-blox has it.
  public var verticalVelocityDown: Double?
  /// Age of the differential corrections in seconds.
  public var differentialAge: Double?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Vertical dilution of precision as stated.
  public var verticalDilution: Double?
  /// Dilution of precision of time as stated.
  public var timeDilution: Double?
  /// How many satellites the position was computed from.
  public var satellitesUsed: Int?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// How a position of u-blox's came about.
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

  /// Makes a PUBX,00 that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
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

/// PASHR,POS: the position of Ashtech's receivers and their heirs'.
public struct PASHRPOS: Hashable, Sendable {
  /// How the position came about, by the receiver's number: 0 autonomous, 1, 9 and 10
  /// differential, 2, 12 and 22 RTK float, 3, 13 and 23 RTK fixed, 5 dead reckoning; `nil` when
  /// there is none.
  public var solution: Int?
  /// How many satellites the position was computed from.
  public var satellitesUsed: Int?
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Meters above the ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Age of the differential corrections in seconds; some receivers have a site's name here,
  /// which is `nil`.
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

  /// Makes a PASHR,POS that says nothing.
  public init() {}

  init(_ fields: FieldReader) throws(SentenceError) {
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
