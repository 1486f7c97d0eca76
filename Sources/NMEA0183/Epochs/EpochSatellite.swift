/// One satellite of an epoch, from GSV and GSA, or from PUBX,03.
public struct EpochSatellite: Hashable, Sendable {
  /// The receiver's number for it.
  public var number: Int
  /// The satellite that the number means; `nil` if the number is unknown.
  public var identity: SatelliteIdentity?
  /// The signal (NMEA 4.1). Each system has its own numbers.
  public var signalID: UInt8?
  /// The numbers that GSV states, in 8 bytes instead of 48: there are dozens of satellites in an epoch.
  private var report: SatelliteReport
  /// Whether the position uses it, from GSA or PUBX,03; `nil` in an epoch without them.
  public var isUsed: Bool?

  /// Makes a satellite from the receiver's number and its meaning.
  public init(number: Int, identity: SatelliteIdentity?) {
    self.number = number
    self.identity = identity
    report = SatelliteReport(number: 0)
  }

  /// Makes a satellite of a GSV.
  @inline(__always)
  init(_ report: SatelliteReport, identity: SatelliteIdentity?, signalID: UInt8?) {
    number = Int(report.number)
    self.identity = identity
    self.signalID = signalID
    self.report = report
  }

  /// Degrees above the horizon, −90 … 90, in tenths.
  public var elevation: Double? {
    get { report.elevation }
    set { report.elevation = newValue }
  }
  /// Degrees from true north, 0 … 360, in tenths.
  public var azimuth: Double? {
    get { report.azimuth }
    set { report.azimuth = newValue }
  }
  /// Carrier-to-noise density in dB-Hz, in tenths; `nil` if the satellite is not tracked.
  public var signalStrength: Double? {
    get { report.signalStrength }
    set { report.signalStrength = newValue }
  }
}
