/// One satellite in a ``SkyView``.
public struct Satellite: Hashable, Codable, Sendable {
  /// The satellite's system; `nil` when it does not follow from the receiver's number.
  public var constellation: Constellation?
  /// Its number within its constellation (gpsd `svid`), `nil` when unknown.
  @Ranged<ValueRange.Count> public var id: Int?
  /// Its number in gpsd's single numbering of all satellites (gpsd `PRN`), never negative.
  public var prn: Int
  /// The signal, by u-blox's number of its constellation (gpsd `sigid`): 0 for L1 C/A, E1 C, B1I or G1 C/A.
  /// `nil` when unknown. gpsd does not tell 0 from unknown.
  @Ranged<ValueRange.Count> public var signal: Int?
  /// Degrees above the horizon, −90 … 90.
  @Ranged<ValueRange.Elevation> public var elevation: Double?
  /// Degrees from true north, 0 ..< 360.
  @Ranged<ValueRange.Direction> public var azimuth: Double?
  /// Carrier-to-noise density in dB-Hz (gpsd `ss`), never negative; `nil` when not tracked.
  @Ranged<ValueRange.Magnitude> public var signalStrength: Double?
  /// Whether the fix uses the satellite; `nil` when the receiver did not report it.
  public var isUsed: Bool?
  /// Whether the satellite is healthy; `nil` when the receiver did not report it.
  public var isHealthy: Bool?

  /// Makes a satellite from gpsd's number; set the other known values afterwards.
  public init(prn: Int, constellation: Constellation? = nil, id: Int? = nil) {
    self.prn = prn
    self.constellation = constellation
    self.id = id
  }
}

/// A satellite system; the raw values are gpsd's and u-blox's `gnssid`.
public enum Constellation: Int, Codable, Hashable, Sendable, CaseIterable {
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

extension [Satellite] {
  /// How many of them are used; `nil` if none says whether it is.
  package var usedCount: Int? {
    var count: Int?
    for satellite in self {
      guard let isUsed = satellite.isUsed else { continue }
      count = (count ?? 0) + (isUsed ? 1 : 0)
    }
    return count
  }
}
