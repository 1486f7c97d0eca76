/// PSRFEPE: the errors that a SiRF receiver estimates. SiRF does not state their confidence.
public struct PSRFEPE: Hashable, Sendable {
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

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    time = try fields.time(1)
    status = try fields.status(2)
    horizontalDilution = try fields.dilution(3)
    horizontalError = try fields.decimal(4, in: 0...100_000_000)
    verticalError = try fields.decimal(5, in: 0...100_000_000)
    speedError = try fields.decimal(6, in: 0...100_000_000)
    courseError = try fields.decimal(7, in: 0...360)
  }
}

/// PORZD: the error of the position in the plane, from Russian receivers. It has no time: it belongs to
/// the sentences around it.
public struct PORZD: Hashable, Sendable {
  /// Whether the data is valid.
  public var status: DataStatus?
  /// Root mean square error of the position in the plane, in meters. Receivers without one send 999.9.
  public var horizontalError: Double?

  /// Makes a PORZD without values.
  public init() {}

  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    let fields = frame.fields
    status = try fields.status(1)
    horizontalError = try fields.decimal(2, in: 0...100_000_000)
  }
}
