/// How many dimensions a fix has; the raw values are gpsd's `mode`.
public enum FixMode: Int, Codable, Hashable, Sendable, CaseIterable {
  /// Latitude and longitude.
  case twoD = 2
  /// Latitude, longitude and altitude.
  case threeD = 3
}

/// How a position was obtained; the raw values are gpsd's `status` (gpsd_json(5)).
public enum FixStatus: Int, Codable, Hashable, Sendable, CaseIterable {
  /// GNSS alone (GGA quality 1).
  case autonomous = 1
  /// With differential corrections, SBAS included (GGA quality 2).
  case differential = 2
  /// Real-time kinematic with integer ambiguities (GGA quality 4).
  case rtkFixed = 3
  /// Real-time kinematic with float ambiguities (GGA quality 5).
  case rtkFloat = 4
  /// Estimated by dead reckoning (GGA quality 6).
  case deadReckoning = 5
  /// GNSS and dead reckoning together.
  case gnssDeadReckoning = 6
  /// Entered by hand or surveyed (GGA quality 7).
  case surveyed = 7
  /// Simulated (GGA quality 8).
  case simulated = 8
  /// The precise positioning service, P(Y) code (GGA quality 3).
  case precise = 9
}

/// The values of a fix that no receiver reported. They were computed from positions and times.
///
/// It is coded as a number, the sum of 1 for the speed, 2 for the course and 4 for the position.
public struct DerivedValues: OptionSet, Hashable, Codable, Sendable {
  /// The sum of the values' bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``Fix/speed``.
  public static let speed = DerivedValues(rawValue: 1)
  /// ``Fix/course``.
  public static let course = DerivedValues(rawValue: 2)
  /// ``Fix/coordinate``, and the altitudes: the fix is predicted.
  public static let position = DerivedValues(rawValue: 4)
}

/// Dilution of precision: the factor by which the satellites' geometry increases an error.
///
/// A factor has no unit, is finite and never negative; 1 is good. Each is `nil` when the receiver did
/// not report it.
public struct DilutionOfPrecision: Hashable, Codable, Sendable {
  /// Geometric: position and time.
  @Ranged<ValueRange.Magnitude> public var geometric: Double?
  /// Position, three dimensions.
  @Ranged<ValueRange.Magnitude> public var position: Double?
  /// Horizontal.
  @Ranged<ValueRange.Magnitude> public var horizontal: Double?
  /// Vertical.
  @Ranged<ValueRange.Magnitude> public var vertical: Double?
  /// Time.
  @Ranged<ValueRange.Magnitude> public var time: Double?
  /// East–west (gpsd `xdop`).
  @Ranged<ValueRange.Magnitude> public var longitude: Double?
  /// North–south (gpsd `ydop`).
  @Ranged<ValueRange.Magnitude> public var latitude: Double?

  /// Makes a value in which nothing is reported.
  public init() {}
}
