/// One satellite of an epoch, from GSV and GSA.
public struct EpochSatellite: Hashable, Sendable {
  /// The receiver's number for it.
  public var number: Int
  /// The satellite that the number means; `nil` if the number is unknown.
  public var identity: SatelliteIdentity?
  /// The signal (NMEA 4.1). Each system has its own numbers.
  public var signalID: UInt8?
  /// Degrees above the horizon, −90 … 90.
  public var elevation: Double?
  /// Degrees from true north, 0 … 360.
  public var azimuth: Double?
  /// Carrier-to-noise density in dB-Hz; `nil` if the satellite is not tracked.
  public var signalStrength: Double?
  /// Whether the position uses it, from GSA; `nil` in an epoch without GSA.
  public var isUsed: Bool?

  /// Makes a satellite from the receiver's number and its meaning.
  public init(number: Int, identity: SatelliteIdentity?) {
    self.number = number
    self.identity = identity
  }

  init(
    number: Int, identity: SatelliteIdentity?, signalID: UInt8?, elevation: Double?,
    azimuth: Double?, signalStrength: Double?
  ) {
    self.number = number
    self.identity = identity
    self.signalID = signalID
    self.elevation = elevation
    self.azimuth = azimuth
    self.signalStrength = signalStrength
  }
}
