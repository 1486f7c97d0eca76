/// VHW: heading, and speed through the water.
public struct VHW: Hashable, Sendable {
  /// The direction of the vessel's bow in degrees true, 0 … 360.
  public var heading: Double?
  /// The direction of the vessel's bow in degrees magnetic, 0 … 360.
  public var magneticHeading: Double?
  /// Speed through the water in knots.
  public var speed: Double?
  /// Speed through the water in km/h.
  public var speedKilometersPerHour: Double?

  /// Makes a VHW without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    heading = try fields.course(1, reference: 0x54)
    magneticHeading = try fields.course(3, reference: 0x4D)
    speed = try fields.decimal(5, unit: 0x4E, in: 0...100_000)
    speedKilometersPerHour = try fields.decimal(7, unit: 0x4B, in: 0...200_000)
  }
}

/// VBW: speeds along and across the vessel, through the water and over ground.
public struct VBW: Hashable, Sendable {
  /// Speed through the water along the vessel in knots, negative astern.
  public var waterSpeed: Double?
  /// Speed through the water across the vessel in knots, negative to port.
  public var transverseWaterSpeed: Double?
  /// Whether the speeds through the water are valid.
  public var waterStatus: DataStatus?
  /// Speed over ground along the vessel in knots, negative astern.
  public var groundSpeed: Double?
  /// Speed over ground across the vessel in knots, negative to port.
  public var transverseGroundSpeed: Double?
  /// Whether the speeds over ground are valid.
  public var groundStatus: DataStatus?
  /// Speed of the stern through the water in knots, negative to port (NMEA 3.0).
  public var sternWaterSpeed: Double?
  /// Whether ``sternWaterSpeed`` is valid.
  public var sternWaterStatus: DataStatus?
  /// Speed of the stern over ground in knots, negative to port (NMEA 3.0).
  public var sternGroundSpeed: Double?
  /// Whether ``sternGroundSpeed`` is valid.
  public var sternGroundStatus: DataStatus?

  /// Makes a VBW without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    let range = -100_000.0...100_000
    waterSpeed = try fields.decimal(1, in: range)
    transverseWaterSpeed = try fields.decimal(2, in: range)
    waterStatus = try fields.status(3)
    groundSpeed = try fields.decimal(4, in: range)
    transverseGroundSpeed = try fields.decimal(5, in: range)
    groundStatus = try fields.status(6)
    sternWaterSpeed = try fields.decimal(7, in: range)
    sternWaterStatus = try fields.status(8)
    sternGroundSpeed = try fields.decimal(9, in: range)
    sternGroundStatus = try fields.status(10)
  }
}

/// GYOACC: the measurements of a Unicore receiver's gyroscope and accelerometer. It states no position
/// and no accuracy, so it adds nothing to an epoch.
public struct GYOACC: Hashable, Sendable {
  /// The date, UTC.
  public var date: ShortDate?
  /// The time of the measurement, UTC.
  public var time: TimeOfDay?
  /// Angular velocity about the x axis in rad/s.
  public var angularVelocityX: Double?
  /// Angular velocity about the y axis in rad/s.
  public var angularVelocityY: Double?
  /// Angular velocity about the z axis in rad/s.
  public var angularVelocityZ: Double?
  /// Acceleration along the x axis in m/s², gravity included.
  public var accelerationX: Double?
  /// Acceleration along the y axis in m/s², gravity included.
  public var accelerationY: Double?
  /// Acceleration along the z axis in m/s², gravity included.
  public var accelerationZ: Double?
  /// Degrees Celsius.
  public var temperature: Double?

  /// Makes a GYOACC without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    date = fields.date(1)
    time = try fields.time(2)
    angularVelocityX = try fields.decimal(3)
    angularVelocityY = try fields.decimal(4)
    angularVelocityZ = try fields.decimal(5)
    accelerationX = try fields.decimal(7)
    accelerationY = try fields.decimal(8)
    accelerationZ = try fields.decimal(9)
    temperature = try fields.decimal(11, in: -273.15...1000)
  }
}
