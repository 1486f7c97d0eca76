/// A place as a sentence states it.
struct StatedPlace {
  var latitude: Double
  var longitude: Double
  /// How many decimals the minutes have.
  var decimals: UInt8

  /// `nil` unless both coordinates are there.
  init?(_ latitude: Double?, _ longitude: Double?, decimals: UInt8) {
    guard let latitude, let longitude else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.decimals = decimals
  }

  /// Whether a receiver can not mean both by one place.
  ///
  /// Both are equal, or they differ by two meters at most or by their rounding.
  func contradicts(_ other: StatedPlace) -> Bool {
    differs(from: other, byMoreThan: Self.twoMeters)
  }

  /// Whether a receiver can not mean both by one place, in two sentences of one time.
  ///
  /// Some receivers filter the place of one type of sentence more than that of another, so these
  /// differ by some meters. The same sentence with the same number of decimals repeats a place only
  /// if it is equal.
  func contradicts(_ other: StatedPlace, isRepeated: Bool) -> Bool {
    if isRepeated, decimals == other.decimals {
      return latitude != other.latitude || longitude != other.longitude
    }
    return differs(from: other, byMoreThan: isRepeated ? Self.twoMeters : Self.twentyMeters)
  }

  private func differs(from other: StatedPlace, byMoreThan degrees: Double) -> Bool {
    let tolerance = max(degrees, Self.unit(min(decimals, other.decimals)))
    return abs(latitude - other.latitude) > tolerance
      || abs(longitude - other.longitude) > tolerance
  }

  private static let twoMeters = 2e-5
  private static let twentyMeters = 2e-4

  /// The last decimal of the minutes, in degrees.
  private static func unit(_ decimals: UInt8) -> Double {
    switch decimals {
    case 0: 1.0 / 60
    case 1: 0.1 / 60
    case 2: 0.01 / 60
    default: 0
    }
  }
}
