/// Estimated errors as the source states them; each is `nil` when the source states none. A value is
/// finite and never negative.
///
/// gpsd's `eph`, `epv` … are passed on unchanged, with gpsd's confidence. Values from NMEA's GST are
/// one-sigma values (68 %). No estimate is ever derived from a DOP.
public struct ErrorEstimates: Hashable, Codable, Sendable {
  /// Horizontal position in meters (gpsd `eph`).
  @Ranged<ValueRange.Magnitude> public var horizontal: Double?
  /// North–south in meters (gpsd `epy`, GST field 6).
  @Ranged<ValueRange.Magnitude> public var latitude: Double?
  /// East–west in meters (gpsd `epx`, GST field 7).
  @Ranged<ValueRange.Magnitude> public var longitude: Double?
  /// Altitude in meters (gpsd `epv`, GST field 8).
  @Ranged<ValueRange.Magnitude> public var vertical: Double?
  /// Position in three dimensions, meters (gpsd `sep`).
  @Ranged<ValueRange.Magnitude> public var spherical: Double?
  /// Speed in m/s (gpsd `eps`).
  @Ranged<ValueRange.Magnitude> public var speed: Double?
  /// Course in degrees (gpsd `epd`).
  @Ranged<ValueRange.Magnitude> public var course: Double?
  /// Climb in m/s (gpsd `epc`).
  @Ranged<ValueRange.Magnitude> public var climb: Double?
  /// Timestamp in seconds (gpsd `ept`).
  @Ranged<ValueRange.Magnitude> public var time: Double?

  /// Makes a value in which nothing is stated.
  public init() {}
}
