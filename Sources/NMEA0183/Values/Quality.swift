/// Whether the data of RMC or GLL is valid, as the receiver states it.
public enum DataStatus: UInt8, Hashable, Sendable {
  /// `A`: valid.
  case active = 0x41
  /// `V`: a warning; the data must not be used.
  case void = 0x56
}

/// How a position was determined, by GGA's field 6.
public enum FixQuality: UInt8, Hashable, Sendable, CaseIterable {
  /// No fix.
  case invalid = 0
  /// GNSS alone.
  case autonomous = 1
  /// With differential corrections, SBAS included.
  case differential = 2
  /// The precise positioning service.
  case precise = 3
  /// Real-time kinematic, integer ambiguities.
  case rtkFixed = 4
  /// Real-time kinematic, float ambiguities.
  case rtkFloat = 5
  /// Dead reckoning.
  case estimated = 6
  /// Typed in by hand.
  case manual = 7
  /// From a simulator.
  case simulator = 8
  /// With SBAS corrections. Not in the standard; some receivers (NovAtel) send it.
  case sbas = 9
}

/// How a position was determined, by the letter of NMEA 2.3 and later.
public enum PositioningMode: UInt8, Hashable, Sendable, CaseIterable {
  /// `A`: GNSS alone.
  case autonomous = 0x41
  /// `D`: with differential corrections.
  case differential = 0x44
  /// `E`: dead reckoning.
  case estimated = 0x45
  /// `F`: real-time kinematic, float ambiguities.
  case rtkFloat = 0x46
  /// `M`: typed in by hand.
  case manual = 0x4D
  /// `N`: no fix.
  case invalid = 0x4E
  /// `P`: precise.
  case precise = 0x50
  /// `R`: real-time kinematic, integer ambiguities.
  case rtkFixed = 0x52
  /// `S`: from a simulator.
  case simulator = 0x53
}

/// Whether a position is fit for navigation, by the letter of NMEA 4.1.
public enum NavigationStatus: UInt8, Hashable, Sendable {
  /// `S`: safe.
  case safe = 0x53
  /// `C`: caution.
  case caution = 0x43
  /// `U`: unsafe.
  case unsafe = 0x55
  /// `V`: the receiver does not judge it. Nearly all receivers send this.
  case notProvided = 0x56
}

/// The number of dimensions of a position, by GSA's field 2.
public enum FixDimension: UInt8, Hashable, Sendable {
  /// No fix.
  case none = 1
  /// Latitude and longitude.
  case two = 2
  /// Altitude as well.
  case three = 3
}

/// Whether the receiver chooses between two and three dimensions, by GSA's field 1.
public enum DimensionSelection: UInt8, Hashable, Sendable {
  /// `A`: the receiver chooses.
  case automatic = 0x41
  /// `M`: the user chooses.
  case manual = 0x4D
}
