/// How accurate a location GeoClue may return. The raw values are GeoClue's `GClueAccuracyLevel`.
///
/// It is an upper limit: the user's settings and the available receivers can make a location less
/// accurate.
public enum GeoClueAccuracyLevel: UInt32, Hashable, Sendable, CaseIterable {
  /// The country.
  case country = 1
  /// The city.
  case city = 4
  /// The neighborhood.
  case neighborhood = 5
  /// The street.
  case street = 6
  /// As accurate as possible.
  case exact = 8
}
