/// MWV: wind.
public struct MWV: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    angle = try fields.course(1)
    reference = fields.bytes(2).first.flatMap(Reference.init(rawValue:))
    speed = try fields.decimal(3, in: 0...10_000)
    speedUnit = fields.bytes(4).first.flatMap(SpeedUnit.init(rawValue:))
    status = try fields.status(5)
  }
}

/// DBT: depth below the transducer, in three units.
public struct DBT: Hashable, Sendable {
  /// Feet.
  public var feet: Double?
  /// Meters.
  public var meters: Double?
  /// Fathoms.
  public var fathoms: Double?

  /// Makes a DBT without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    feet = try fields.decimal(1, unit: 0x66, in: 0...100_000)
    meters = try fields.decimal(3, unit: 0x4D, in: 0...100_000)
    fathoms = try fields.decimal(5, unit: 0x46, in: 0...100_000)
  }
}

/// DPT: depth below the transducer, and the transducer's place.
public struct DPT: Hashable, Sendable {
  /// Meters below the transducer.
  public var depth: Double?
  /// Meters from the transducer up to the waterline, or down to the keel where negative.
  public var offset: Double?
  /// The range in use in meters.
  public var maximumRange: Double?

  /// Makes a DPT without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    depth = try fields.decimal(1, in: 0...100_000)
    offset = try fields.decimal(2)
    maximumRange = try fields.decimal(3, in: 0...100_000)
  }
}

/// MTW: temperature of the water.
public struct MTW: Hashable, Sendable {
  /// Degrees Celsius.
  public var temperature: Double?

  /// Makes an MTW without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    temperature = try fields.decimal(1, unit: 0x43, in: -273.15...1000)
  }
}
