/// RMC: recommended minimum data. Receivers before NMEA 4.1 end it before ``navigationStatus``, and
/// receivers before NMEA 2.3 end it before ``mode``.
public struct RMC: Hashable, Sendable {
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: DataStatus?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// Speed over ground in knots.
  public var speed: Double?
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// The date of the position, UTC.
  public var date: ShortDate?
  /// Magnetic variation in degrees, east positive.
  public var magneticVariation: Double?
  /// How the position was determined (NMEA 2.3).
  public var mode: PositioningMode?
  /// Whether it is fit for navigation (NMEA 4.1).
  public var navigationStatus: NavigationStatus?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// Makes an RMC without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    status = try fields.status(2)
    latitude = try fields.latitude(3, hasFix: status != .void)
    longitude = try fields.longitude(5, hasFix: status != .void)
    speed = try fields.decimal(7, in: 0...100_000)
    course = try fields.course(8)
    date = fields.date(9)
    magneticVariation = try fields.variation(10)
    mode = fields.mode(12)
    if fields.count == 11, fields.isEmpty(10) == false, let last = fields.mode(11),
      last != .estimated
    {
      // Some SiRF firmware leaves out the variation's direction and writes the mode in its place.
      mode = last
    }
    navigationStatus = fields.navigationStatus(13)
    if latitude != nil { minuteDecimals = fields.minuteDecimals(3) }
  }
}

/// GGA: fix data.
public struct GGA: Hashable, Sendable {
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// How the position was determined.
  public var quality: FixQuality?
  /// The number of satellites in use. Some receivers do not count beyond 12.
  public var satellitesUsed: Int?
  /// Horizontal dilution of precision as stated; receivers without one send 0 or 99.99.
  public var horizontalDilution: Double?
  /// Meters above mean sea level.
  public var altitude: Double?
  /// Meters from the ellipsoid up to the geoid.
  public var geoidSeparation: Double?
  /// Age of the differential corrections in seconds.
  public var differentialAge: Double?
  /// The station that sent them, 0 … 4095.
  public var differentialStation: Int?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// Makes a GGA without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    if let digit = try fields.integer(6, in: 0...9) {
      quality = FixQuality(rawValue: UInt8(digit))
    }
    latitude = try fields.latitude(2, hasFix: quality != .invalid)
    longitude = try fields.longitude(4, hasFix: quality != .invalid)
    satellitesUsed = try fields.integer(7, in: 0...999)
    horizontalDilution = try fields.dilution(8)
    altitude = try fields.meters(9)
    geoidSeparation = try fields.meters(11)
    differentialAge = try fields.decimal(13, in: 0...1_000_000)
    differentialStation = try fields.integer(14, in: 0...9999)
    if latitude != nil { minuteDecimals = fields.minuteDecimals(2) }
  }
}

/// GNS: fix data of several systems.
public struct GNS: Hashable, Sendable {
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// The mode of each system: GPS, GLONASS, Galileo, BeiDou, QZSS, NavIC, as far as stated.
  public var modes = ModeList()
  /// The number of satellites in use.
  public var satellitesUsed: Int?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Meters above mean sea level.
  public var altitude: Double?
  /// Meters from the ellipsoid up to the geoid.
  public var geoidSeparation: Double?
  /// Age of the differential corrections in seconds.
  public var differentialAge: Double?
  /// The station that sent them, 0 … 4095.
  public var differentialStation: Int?
  /// Whether the position is fit for navigation (NMEA 4.1).
  public var navigationStatus: NavigationStatus?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// Makes a GNS without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    for letter in fields.bytes(6) { modes.append(letter: letter) }
    let hasFix = modes.best != .invalid
    latitude = try fields.latitude(2, hasFix: hasFix)
    longitude = try fields.longitude(4, hasFix: hasFix)
    satellitesUsed = try fields.integer(7, in: 0...999)
    horizontalDilution = try fields.dilution(8)
    altitude = try fields.decimal(9)
    geoidSeparation = try fields.decimal(10)
    differentialAge = try fields.decimal(11, in: 0...1_000_000)
    differentialStation = try fields.integer(12, in: 0...9999)
    navigationStatus = fields.navigationStatus(13)
    if latitude != nil { minuteDecimals = fields.minuteDecimals(2) }
  }
}

/// GLL: position. The oldest receivers end it after the longitude or the time.
public struct GLL: Hashable, Sendable {
  /// Degrees north, −90 … 90.
  public var latitude: Double?
  /// Degrees east, −180 … 180.
  public var longitude: Double?
  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: DataStatus?
  /// How the position was determined (NMEA 2.3).
  public var mode: PositioningMode?
  /// How many decimals the minutes of latitude have.
  public var minuteDecimals: UInt8 = 0

  /// Makes a GLL without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(5)
    // The eXplorist 110 writes the mode in field 6 and the status in field 7. V is no mode, so A and V
    // are swapped too.
    let isSwapped =
      fields.isLetter(0x56, at: 7)
      || fields.isLetter(0x41, at: 7) && !fields.isLetter(0x41, at: 6)
        && fields.mode(6) != nil
    status = try fields.status(isSwapped ? 7 : 6)
    mode = fields.mode(isSwapped ? 6 : 7)
    latitude = try fields.latitude(1, hasFix: status != .void)
    longitude = try fields.longitude(3, hasFix: status != .void)
    if latitude != nil { minuteDecimals = fields.minuteDecimals(1) }
  }
}

/// VTG: course and speed over ground. It has no time: it belongs to the sentences around it.
public struct VTG: Hashable, Sendable {
  /// Course over ground in degrees true, 0 … 360.
  public var course: Double?
  /// Course over ground in degrees magnetic, 0 … 360.
  public var magneticCourse: Double?
  /// Speed over ground in knots.
  public var speed: Double?
  /// Speed over ground in km/h.
  public var speedKilometersPerHour: Double?
  /// How the data was determined (NMEA 2.3).
  public var mode: PositioningMode?

  /// Makes a VTG without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    // The form before NMEA 2.0 has the four numbers without their units.
    guard fields.count != 4 else {
      course = try fields.course(1)
      magneticCourse = try fields.course(2)
      speed = try fields.decimal(3, in: 0...100_000)
      speedKilometersPerHour = try fields.decimal(4, in: 0...200_000)
      return
    }
    course = try fields.course(1, reference: 0x54)
    magneticCourse = try fields.course(3, reference: 0x4D)
    speed = try fields.decimal(5, unit: 0x4E, in: 0...100_000)
    speedKilometersPerHour = try fields.decimal(7, unit: 0x4B, in: 0...200_000)
    mode = fields.mode(9)
  }
}

/// The modes of the satellite systems in a GNS, up to eight.
public struct ModeList: Hashable, Sendable {
  private var letters: SIMD8<UInt8> = .zero
  /// The number of systems.
  public private(set) var count = 0

  /// Makes an empty list.
  public init() {}

  /// The mode of the system at a place in the list, 0 ..< ``count``; `nil` for an unknown letter.
  public subscript(index: Int) -> PositioningMode? { PositioningMode(rawValue: letters[index]) }

  /// Adds a system; a ninth is ignored.
  public mutating func append(_ mode: PositioningMode?) {
    append(letter: mode?.rawValue ?? Self.unknown)
  }

  /// Adds a system by the letter of its mode, known or unknown.
  mutating func append(letter: UInt8) {
    guard count < 8 else { return }
    letters[count] = letter
    count += 1
  }

  /// The letter at a place in the list.
  func letter(_ index: Int) -> UInt8 { letters[index] }

  /// A question mark. No mode has this letter.
  private static let unknown: UInt8 = 0x3F

  /// The best mode, which is the mode of the whole position. `nil` if no mode is known.
  public var best: PositioningMode? {
    var best: PositioningMode?
    for index in 0..<count {
      guard let mode = self[index] else { continue }
      if best.map({ mode.rank > $0.rank }) ?? true { best = mode }
    }
    return best
  }
}

extension PositioningMode {
  /// The order from no fix to the best fix.
  var rank: Int {
    switch self {
    case .invalid: 0
    case .simulator: 1
    case .manual: 2
    case .estimated: 3
    case .autonomous: 4
    case .differential: 5
    case .precise: 6
    case .rtkFloat: 7
    case .rtkFixed: 8
    }
  }
}
