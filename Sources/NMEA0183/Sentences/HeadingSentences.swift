/// HDT: heading, true.
public struct HDT: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("HDT") }

  /// The direction of the vessel's bow in degrees true, 0 … 360.
  public var heading: Double?

  /// Makes an HDT without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.course(1, "heading", &heading, reference: FieldUnit("T", isWrittenAlone: true))
  }
}

/// HDM: heading, magnetic.
public struct HDM: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("HDM") }

  /// The direction of the vessel's bow in degrees magnetic, 0 … 360.
  public var magneticHeading: Double?

  /// Makes an HDM without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.course(
      1, "magneticHeading", &magneticHeading, reference: FieldUnit("M", isWrittenAlone: true))
  }
}

/// HDG: the heading of a magnetic sensor, and the values that convert it to a true heading.
public struct HDG: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("HDG") }

  /// The sensor's reading in degrees, 0 … 360.
  public var sensorHeading: Double?
  /// The sensor's deviation in degrees, east positive.
  public var deviation: Double?
  /// Magnetic variation in degrees, east positive.
  public var magneticVariation: Double?

  /// Makes an HDG without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.course(1, "sensorHeading", &sensorHeading)
    try coder.variation(2, "deviation", &deviation)
    try coder.variation(4, "magneticVariation", &magneticVariation)
  }
}

/// THS: heading, true, and how it was determined.
public struct THS: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("THS") }

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

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.course(1, "heading", &heading)
    try coder.letter(2, "mode", &mode)
  }
}

/// ROT: rate of turn.
public struct ROT: DescribedSentence {
  package static var form: SentenceForm { SentenceForm("ROT") }

  /// Degrees a minute, negative to port.
  public var rate: Double?
  /// Whether it is valid.
  public var status: DataStatus?

  /// Makes a ROT without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.decimal(1, "rateDegreesPerMinute", &rate, .angle)
    try coder.status(2, "status", &status)
  }
}
