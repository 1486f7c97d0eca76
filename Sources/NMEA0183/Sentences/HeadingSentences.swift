/// HDT: heading, true.
public struct HDT: Hashable, Sendable {
  /// The direction of the vessel's bow in degrees true, 0 … 360.
  public var heading: Double?

  /// Makes an HDT without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    heading = try fields.course(1, reference: 0x54)
  }
}

/// HDM: heading, magnetic.
public struct HDM: Hashable, Sendable {
  /// The direction of the vessel's bow in degrees magnetic, 0 … 360.
  public var magneticHeading: Double?

  /// Makes an HDM without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    magneticHeading = try fields.course(1, reference: 0x4D)
  }
}

/// HDG: the heading of a magnetic sensor, and the values that convert it to a true heading.
public struct HDG: Hashable, Sendable {
  /// The sensor's reading in degrees, 0 … 360.
  public var sensorHeading: Double?
  /// The sensor's deviation in degrees, east positive.
  public var deviation: Double?
  /// Magnetic variation in degrees, east positive.
  public var magneticVariation: Double?

  /// Makes an HDG without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    sensorHeading = try fields.course(1)
    deviation = try fields.variation(2)
    magneticVariation = try fields.variation(4)
  }
}

/// THS: heading, true, and how it was determined.
public struct THS: Hashable, Sendable {
  /// The direction of the vessel's bow in degrees true, 0 … 360.
  public var heading: Double?
  /// How the heading was determined.
  public var mode: HeadingMode?

  /// How a heading was determined.
  public enum HeadingMode: UInt8, Hashable, Sendable {
    /// `A`: measured.
    case autonomous = 0x41
    /// `E`: dead reckoning.
    case estimated = 0x45
    /// `M`: typed in by hand.
    case manual = 0x4D
    /// `S`: from a simulator.
    case simulator = 0x53
    /// `V`: not valid.
    case invalid = 0x56
  }

  /// Makes a THS without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    heading = try fields.course(1)
    mode = fields.bytes(2).first.flatMap(HeadingMode.init(rawValue:))
  }
}

/// ROT: rate of turn.
public struct ROT: Hashable, Sendable {
  /// Degrees a minute, negative to port.
  public var rate: Double?
  /// Whether it is valid.
  public var status: DataStatus?

  /// Makes a ROT without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    rate = try fields.decimal(1)
    status = try fields.status(2)
  }
}
