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
