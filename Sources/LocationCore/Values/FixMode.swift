/// How many dimensions a fix has; the raw values are gpsd's `mode`.
public enum FixMode: Int, Codable, Hashable, Sendable, CaseIterable {
  /// Latitude and longitude.
  case twoD = 2
  /// Latitude, longitude and altitude.
  case threeD = 3
}
