/// The satellites a receiver sees, and how it uses them (gpsd `SKY`).
public struct SkyView: Hashable, Sendable {
  /// The instant of the view, UTC by the receiver's clock; `nil` when it did not say.
  public var timestamp: Date?
  /// When this process received it; see ``Fix/receivedAt``.
  public var receivedAt: Date?
  /// The satellites in view, in the order the receiver reported them.
  public var satellites: [Satellite]
  /// How many satellites the receiver says it uses, when it named none of them.
  public var satellitesUsed: Int?
  /// Dilution of precision as the receiver reported it.
  public var dilution: DilutionOfPrecision
  /// Where the view came from.
  public var source: FixSource

  /// Makes a view of the sky.
  public init(satellites: [Satellite], source: FixSource) {
    self.satellites = satellites
    self.source = source
    self.dilution = DilutionOfPrecision()
  }
}

/// One satellite in a ``SkyView``.
public struct Satellite: Hashable, Sendable {
  /// The system it belongs to; `nil` when the receiver's number does not tell.
  public var constellation: Constellation?
  /// Its number within its constellation (gpsd `svid`), `nil` when unknown.
  public var id: Int?
  /// Its number in gpsd's single numbering of all satellites (gpsd `PRN`).
  public var prn: Int
  /// The signal, by NMEA 4.11's signal id of its constellation (gpsd `sigid`).
  public var signal: Int?
  /// Degrees above the horizon, −90 … 90.
  public var elevation: Double?
  /// Degrees from true north, 0 ..< 360.
  public var azimuth: Double?
  /// Carrier-to-noise density in dB-Hz (gpsd `ss`); `nil` when not tracked.
  public var signalStrength: Double?
  /// Whether the fix uses it; `nil` when the receiver did not say.
  public var isUsed: Bool?
  /// Whether it is healthy; `nil` when the receiver did not say.
  public var isHealthy: Bool?

  /// Makes a satellite of which only gpsd's number is known.
  public init(prn: Int, constellation: Constellation? = nil, id: Int? = nil) {
    self.prn = prn
    self.constellation = constellation
    self.id = id
  }
}

/// A satellite system; the raw values are gpsd's and u-blox's `gnssid`.
public enum Constellation: Int, Hashable, Sendable, CaseIterable {
  /// GPS, United States.
  case gps = 0
  /// Satellite-based augmentation: WAAS, EGNOS, MSAS, GAGAN …
  case sbas = 1
  /// Galileo, European Union.
  case galileo = 2
  /// BeiDou, China.
  case beidou = 3
  /// IMES, indoor beacons in Japan.
  case imes = 4
  /// QZSS, Japan.
  case qzss = 5
  /// GLONASS, Russia.
  case glonass = 6
  /// NavIC (IRNSS), India.
  case navic = 7
}
