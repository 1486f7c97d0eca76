/// VHW: heading, and speed through the water.
public struct VHW: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("VHW") }

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

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.course(1, "heading", &heading, reference: FieldUnit("T", isWrittenAlone: true))
    try coder.course(
      3, "magneticHeading", &magneticHeading, reference: FieldUnit("M", isWrittenAlone: true))
    try coder.knots(5, "speedKnots", &speed, unit: FieldUnit("N", isWrittenAlone: true))
    try coder.kilometersPerHour(
      7, "speedKilometersPerHour", &speedKilometersPerHour,
      unit: FieldUnit("K", isWrittenAlone: true))
  }
}

/// VLW: distance traveled through the water and over ground.
public struct VLW: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("VLW") }

  /// Distance through the water in nautical miles, since the log was installed.
  public var totalWaterDistance: Double?
  /// Distance through the water in nautical miles, since the last reset.
  public var waterDistance: Double?
  /// Distance over ground in nautical miles, since the log was installed (NMEA 3.0).
  public var totalGroundDistance: Double?
  /// Distance over ground in nautical miles, since the last reset (NMEA 3.0).
  public var groundDistance: Double?

  /// Makes a VLW without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    let range = 0.0...10_000_000
    try coder.decimal(
      1, "totalWaterDistanceNauticalMiles", &totalWaterDistance, .other, in: range, unit: "N")
    try coder.decimal(
      3, "waterDistanceNauticalMiles", &waterDistance, .other, in: range, unit: "N")
    guard coder.has(.v30) else { return }
    try coder.decimal(
      5, "totalGroundDistanceNauticalMiles", &totalGroundDistance, .other, in: range, unit: "N")
    try coder.decimal(
      7, "groundDistanceNauticalMiles", &groundDistance, .other, in: range, unit: "N")
  }
}

/// VBW: speeds along and across the vessel, through the water and over ground.
public struct VBW: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("VBW", least: 6) }

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

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.velocity(1, "waterSpeedKnots", &waterSpeed)
    try coder.velocity(2, "transverseWaterSpeedKnots", &transverseWaterSpeed)
    try coder.status(3, "waterStatus", &waterStatus)
    try coder.velocity(4, "groundSpeedKnots", &groundSpeed)
    try coder.velocity(5, "transverseGroundSpeedKnots", &transverseGroundSpeed)
    try coder.status(6, "groundStatus", &groundStatus)
    guard coder.has(.v30) else { return }
    try coder.velocity(7, "sternWaterSpeedKnots", &sternWaterSpeed)
    try coder.status(8, "sternWaterStatus", &sternWaterStatus)
    try coder.velocity(9, "sternGroundSpeedKnots", &sternGroundSpeed)
    try coder.status(10, "sternGroundStatus", &sternGroundStatus)
  }
}

/// GYOACC: the measurements of a Unicore receiver's gyroscope and accelerometer. It states no position
/// and no accuracy, so it adds nothing to an epoch.
public struct GYOACC: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("OACC") }

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

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.date(1, "date", &date)
    try coder.time(2, "time", &time)
    try coder.decimal(3, "angularVelocityXRadiansPerSecond", &angularVelocityX, .other)
    try coder.decimal(4, "angularVelocityYRadiansPerSecond", &angularVelocityY, .other)
    try coder.decimal(5, "angularVelocityZRadiansPerSecond", &angularVelocityZ, .other)
    // Field 6 is the interval of the measurements.
    try coder.decimal(7, "accelerationXMetersPerSecondSquared", &accelerationX, .other)
    try coder.decimal(8, "accelerationYMetersPerSecondSquared", &accelerationY, .other)
    try coder.decimal(9, "accelerationZMetersPerSecondSquared", &accelerationZ, .other)
    try coder.decimal(11, "temperatureCelsius", &temperature, .other, in: -273.15...1000)
    // The vehicle's odometer.
    coder.end(14)
  }
}
