/// MWV: wind.
public struct MWV: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("MWV") }

  /// The direction from which the wind comes, in degrees from the bow or from north, 0 … 360.
  public var angle: Double?
  /// The reference of the angle.
  public var reference: Reference?
  /// The wind's speed, in ``speedUnit``.
  public var speed: Double?
  /// The unit of ``speed``.
  public var speedUnit: SpeedUnit?
  /// Whether the data is valid.
  public var status: DataStatus?

  /// The reference of a wind's angle.
  public enum Reference: UInt8, Hashable, Sendable {
    /// `R`: the moving vessel.
    case relative = 0x52
    /// `T`: the vessel as if it were at rest.
    case theoretical = 0x54
  }

  /// The unit of a wind's speed.
  public enum SpeedUnit: UInt8, Hashable, Sendable {
    /// `K`.
    case kilometersPerHour = 0x4B
    /// `M`.
    case metersPerSecond = 0x4D
    /// `N`.
    case knots = 0x4E
    /// `S`.
    case statuteMilesPerHour = 0x53
  }

  /// Makes an MWV without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.course(1, "angle", &angle)
    try coder.letter(2, "reference", &reference)
    try coder.decimal(3, "speed", &speed, .speed, in: 0...10_000)
    try coder.letter(4, "speedUnit", &speedUnit)
    try coder.status(5, "status", &status)
  }
}

/// DBT: depth below the transducer, in three units.
public struct DBT: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("DBT") }

  /// Feet.
  public var feet: Double?
  /// Meters.
  public var meters: Double?
  /// Fathoms.
  public var fathoms: Double?

  /// Makes a DBT without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.decimal(1, "depthFeet", &feet, .other, in: 0...100_000, unit: "f")
    try coder.decimal(3, "depthMeters", &meters, .other, in: 0...100_000, unit: "M")
    try coder.decimal(5, "depthFathoms", &fathoms, .other, in: 0...100_000, unit: "F")
  }
}

/// DPT: depth below the transducer, and the transducer's place.
public struct DPT: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("DPT") }

  /// Meters below the transducer.
  public var depth: Double?
  /// Meters from the transducer up to the waterline, or down to the keel where negative.
  public var offset: Double?
  /// The range in use in meters.
  public var maximumRange: Double?

  /// Makes a DPT without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.decimal(1, "depthMeters", &depth, .other, in: 0...100_000)
    try coder.decimal(2, "offsetMeters", &offset, .other)
    guard coder.has(.v30) else { return }
    try coder.decimal(3, "maximumRangeMeters", &maximumRange, .other, in: 0...100_000)
  }
}

/// MTW: temperature of the water.
public struct MTW: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("MTW") }

  /// Degrees Celsius.
  public var temperature: Double?

  /// Makes an MTW without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.decimal(
      1, "temperatureCelsius", &temperature, .other, in: -273.15...1000, unit: "C")
  }
}
