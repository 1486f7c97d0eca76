/// PSRFEPE: the errors that a SiRF receiver estimates. SiRF does not state their confidence.
public struct PSRFEPE: DescribedSentence {
  package static var form: SentenceForm { .own("SRFEPE", least: 7) }

  /// The time of the position, UTC.
  public var time: TimeOfDay?
  /// Whether the data is valid.
  public var status: DataStatus?
  /// Horizontal dilution of precision as stated.
  public var horizontalDilution: Double?
  /// Horizontal error in meters.
  public var horizontalError: Double?
  /// Vertical error in meters.
  public var verticalError: Double?
  /// Error of the horizontal speed in m/s.
  public var speedError: Double?
  /// Error of the course in degrees.
  public var courseError: Double?

  /// Makes a PSRFEPE without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.time(1, "time", &time)
    try coder.status(2, "status", &status)
    try coder.dilution(3, "horizontalDilution", &horizontalDilution)
    try coder.error(4, "horizontalErrorMeters", &horizontalError)
    try coder.error(5, "verticalErrorMeters", &verticalError)
    try coder.error(6, "speedErrorMetersPerSecond", &speedError)
    try coder.decimal(7, "courseError", &courseError, .error, in: 0...360)
  }
}

/// PORZD: the error of the position in the plane, from Russian receivers. It has no time: it belongs to
/// the sentences around it.
public struct PORZD: DescribedSentence {
  package static var form: SentenceForm { .own("ORZD", least: 2) }

  /// Whether the data is valid.
  public var status: DataStatus?
  /// Root mean square error of the position in the plane, in meters. Receivers without one send 999.9.
  public var horizontalError: Double?

  /// Makes a PORZD without values.
  public init() {}

  package mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.status(1, "status", &status)
    try coder.error(2, "horizontalErrorMeters", &horizontalError)
  }
}
