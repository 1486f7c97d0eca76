struct StatedPlace: Equatable {
  var latitude: Double
  var longitude: Double
  /// The number of decimals of the minutes.
  var decimals: UInt8

  /// `nil` if a coordinate is missing.
  init?(_ latitude: Double?, _ longitude: Double?, decimals: UInt8) {
    guard let latitude, let longitude else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.decimals = decimals
  }

  /// Whether two statements cannot mean one place.
  ///
  /// They can mean one place if they are equal, or differ by at most two meters or by their rounding.
  func contradicts(_ other: StatedPlace) -> Bool {
    differs(from: other, byMoreThan: Self.twoMeters)
  }

  /// Whether two sentences of one time cannot mean one place.
  ///
  /// Some receivers filter the place in one type of sentence more than in another, so places in
  /// different types may differ by some meters. In the same type with the same number of decimals,
  /// only an equal place is a repetition.
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
