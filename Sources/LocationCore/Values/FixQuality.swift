/// How many dimensions a fix has; the raw values are gpsd's `mode`.
public enum FixMode: Int, Hashable, Sendable, CaseIterable {
  /// Latitude and longitude.
  case twoD = 2
  /// Latitude, longitude and altitude.
  case threeD = 3
}

/// How a position was obtained; the raw values are gpsd's `status` (gpsd_json(5)).
public enum FixStatus: Int, Hashable, Sendable, CaseIterable {
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
  /// A position that was typed in or surveyed (GGA quality 7).
  case surveyed = 7
  /// A simulator's (GGA quality 8).
  case simulated = 8
  /// The precise positioning service, P(Y) code (GGA quality 3).
  case precise = 9
}

/// Dilution of precision: what the satellites' geometry does to an error. Dimensionless, 1 is
/// good; each is `nil` when the receiver did not report it.
public struct DilutionOfPrecision: Hashable, Sendable {
  /// Geometric: position and time.
  public var geometric: Double?
  /// Position, three dimensions.
  public var position: Double?
  /// Horizontal.
  public var horizontal: Double?
  /// Vertical.
  public var vertical: Double?
  /// Time.
  public var time: Double?
  /// East–west (gpsd `xdop`).
  public var longitude: Double?
  /// North–south (gpsd `ydop`).
  public var latitude: Double?

  /// Makes a value in which nothing is reported.
  public init() {}
}

/// Estimated errors as the source states them; each is `nil` when it does not.
///
/// gpsd's `eph`, `epv` … pass through unchanged, at gpsd's confidence. From NMEA's GST they are
/// one-sigma values (68 %). None is ever derived from a DOP here.
public struct ErrorEstimates: Hashable, Sendable {
  /// Horizontal position in meters (gpsd `eph`).
  public var horizontal: Double?
  /// North–south in meters (gpsd `epy`, GST field 6).
  public var latitude: Double?
  /// East–west in meters (gpsd `epx`, GST field 7).
  public var longitude: Double?
  /// Altitude in meters (gpsd `epv`, GST field 8).
  public var vertical: Double?
  /// Position in three dimensions, meters (gpsd `sep`).
  public var spherical: Double?
  /// Speed in m/s (gpsd `eps`).
  public var speed: Double?
  /// Course in degrees (gpsd `epd`).
  public var course: Double?
  /// Climb in m/s (gpsd `epc`).
  public var climb: Double?
  /// Timestamp in seconds (gpsd `ept`).
  public var time: Double?

  /// Makes a value in which nothing is stated.
  public init() {}
}

/// Where a fix came from.
public struct FixSource: Hashable, Sendable {
  /// What sort of source it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A receiver, now.
    case live
    /// A recording.
    case replayed
    /// A simulator.
    case simulated
  }

  /// What sort of source it is.
  public var kind: Kind
  /// The source as its user would write it: `gpsd://localhost:2947`, `file:drive.nmea`.
  public var name: String
  /// The receiver among several behind one source, as `/dev/ttyACM0`.
  public var device: String?

  /// Names a source.
  public init(kind: Kind, name: String, device: String? = nil) {
    self.kind = kind
    self.name = name
    self.device = device
  }
}
