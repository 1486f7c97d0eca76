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
