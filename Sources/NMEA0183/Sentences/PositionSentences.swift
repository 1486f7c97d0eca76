/// RMC: recommended minimum data. Receivers before NMEA 4.1 end it before ``navigationStatus``, and
/// receivers before NMEA 2.3 end it before ``mode``.
public struct RMC: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("RMC", least: 11) }

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
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes an RMC without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    try coder.status(2, "status", &status)
    try coder.place(3, &latitude, &longitude, &minuteDecimals, hasFix: status != .void)
    try coder.knots(7, "speedKnots", &speed)
    try coder.course(8, "course", &course)
    try coder.date(9, "date", &date)
    try coder.variation(10, "magneticVariation", &magneticVariation)
    if coder.has(.v23) {
      // Some SiRF firmware leaves out the variation's direction and writes the mode in its place.
      let isShifted =
        coder.fields.map {
          $0.count == 11 && !$0.isEmpty(10) && $0.bytes(11).first != UInt8(ascii: "E")
        } ?? false
      try coder.letter(isShifted ? 11 : 12, "mode", &mode)
    }
    if coder.has(.v41) { try coder.letter(13, "navigationStatus", &navigationStatus) }
  }
}

/// GGA: fix data.
public struct GGA: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GGA", least: 14) }

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
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes a GGA without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    let hasFix = coder.fields?.isNumber(0, at: 6) != true
    try coder.place(2, &latitude, &longitude, &minuteDecimals, hasFix: hasFix)
    try coder.digit(6, "quality", &quality)
    try coder.integer(7, "satellitesUsed", &satellitesUsed, digits: 2, in: 0...999)
    try coder.dilution(8, "horizontalDilution", &horizontalDilution)
    try coder.decimal(9, "altitudeMeters", &altitude, .altitude, in: nil, unit: "M")
    try coder.decimal(11, "geoidSeparationMeters", &geoidSeparation, .altitude, in: nil, unit: "M")
    try coder.age(13, "differentialAgeSeconds", &differentialAge)
    try coder.integer(14, "differentialStation", &differentialStation, digits: 4, in: 0...9999)
  }
}

/// GNS: fix data of several systems.
public struct GNS: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GNS", least: 12) }

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
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes a GNS without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    let hasFix = coder.fields.map { ModeList($0.bytes(6)).best != .invalid } ?? true
    try coder.place(2, &latitude, &longitude, &minuteDecimals, hasFix: hasFix)
    try coder.modes(6, "modes", &modes)
    try coder.integer(7, "satellitesUsed", &satellitesUsed, digits: 2, in: 0...999)
    try coder.dilution(8, "horizontalDilution", &horizontalDilution)
    try coder.decimal(9, "altitudeMeters", &altitude, .altitude)
    try coder.decimal(10, "geoidSeparationMeters", &geoidSeparation, .altitude)
    try coder.age(11, "differentialAgeSeconds", &differentialAge)
    try coder.integer(12, "differentialStation", &differentialStation, digits: 4, in: 0...9999)
    if coder.has(.v41) { try coder.letter(13, "navigationStatus", &navigationStatus) }
  }
}

/// GLL: position. The oldest receivers end it after the longitude or the time.
public struct GLL: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("GLL") }

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
  public var minuteDecimals: WrittenDecimals = 0

  /// Makes a GLL without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    // The eXplorist 110 writes the mode in field 6 and the status in field 7. V is no mode, so A and V
    // are swapped too.
    let isSwapped =
      coder.fields.map {
        $0.isLetter("V", at: 7)
          || $0.isLetter("A", at: 7) && !$0.isLetter("A", at: 6) && $0.isMode(6)
      } ?? false
    let (statusField, modeField) = isSwapped ? (7, 6) : (6, 7)
    let hasFix = coder.fields?.isLetter("V", at: statusField) != true
    try coder.place(1, &latitude, &longitude, &minuteDecimals, hasFix: hasFix)
    try coder.time(5, "time", &time)
    try coder.status(statusField, "status", &status)
    if coder.has(.v23) { try coder.letter(modeField, "mode", &mode) }
  }
}

/// VTG: course and speed over ground. It has no time: it belongs to the sentences around it.
public struct VTG: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("VTG", least: 8) }

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

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    // The form before NMEA 2.0 has the four numbers without their units.
    let isOld = coder.fields.map { $0.count == 4 } ?? false
    let step = isOld ? 1 : 2
    // If one value exists, empty fields get their units too. Without units a decoder would read the old form.
    let isEmpty =
      course == nil && magneticCourse == nil && speed == nil && speedKilometersPerHour == nil
    let unit = { (letter: Unicode.Scalar) in
      isOld ? nil : FieldUnit(letter, isWrittenAlone: !isEmpty)
    }
    try coder.course(1, "course", &course, reference: unit("T"))
    try coder.course(1 + step, "magneticCourse", &magneticCourse, reference: unit("M"))
    try coder.knots(1 + 2 * step, "speedKnots", &speed, unit: unit("N"))
    try coder.kilometersPerHour(
      1 + 3 * step, "speedKilometersPerHour", &speedKilometersPerHour, unit: unit("K"))
    if coder.has(.v23) { try coder.letter(9, "mode", &mode) }
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

  /// Takes the letters of a field.
  init(_ field: UnsafeBufferPointer<UInt8>) {
    for letter in field { append(letter: letter) }
  }

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

  /// No mode has this letter.
  private static let unknown = UInt8(ascii: "?")

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
