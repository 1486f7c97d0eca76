/// A place on the grids of the Universal Transverse Mercator system (UTM) and, near the poles, the
/// Universal Polar Stereographic system (UPS). The datum is WGS 84. Source: NGA.SIG.0012, "The Universal
/// Grids and the Transverse Mercator and Polar Stereographic Map Projections", 2014.
///
/// ```swift
/// let munich = try Coordinate(latitude: 48.1173, longitude: 11.5167)
/// UTMCoordinate(munich).easting     // 687,302 m in zone 32
/// ```
public struct UTMCoordinate: Hashable, Sendable {
  /// The zone, 1 … 60; `nil` for UPS.
  public let zone: Int?
  /// Whether the place is on the northern hemisphere. The equator is.
  public let isNorthern: Bool
  /// Meters to the east. The central meridian of a zone is 500,000 m, a pole is 2,000,000 m.
  public let easting: Double
  /// Meters to the north. The equator is 0 m on the northern and 10,000,000 m on the southern
  /// hemisphere. A pole is 2,000,000 m.
  public let northing: Double

  /// Projects a coordinate.
  ///
  /// From 80° south up to, but not including, 84° north, the result is UTM in the zone of the place, with
  /// the exceptions of Norway and Svalbard. Elsewhere it is UPS. The error is below 1 µm.
  public init(_ coordinate: Coordinate) {
    let zone = Self.zone(of: coordinate)
    isNorthern = coordinate.latitude >= 0
    self.zone = zone
    if let zone {
      let longitude = (coordinate.longitude - Self.centralMeridian(of: zone))
        .remainder(dividingBy: 360)
      let point = TransverseMercator.project(
        latitude: coordinate.latitude, longitude: longitude)
      easting = Self.falseEasting + Self.scale * point.x
      northing = (isNorthern ? 0 : Self.falseNorthing) + Self.scale * point.y
    } else {
      let radius =
        Self.polarScale * PolarStereographic.radius(latitude: abs(coordinate.latitude))
      let direction = GeodesicAngle(degrees: coordinate.longitude)
      easting = Self.polarFalse + radius * direction.sin
      northing = Self.polarFalse + (isNorthern ? -1 : 1) * radius * direction.cos
    }
  }

  /// Makes a place from its numbers; `nil` if they are outside the grid.
  ///
  /// - Parameters:
  ///   - zone: 1 … 60; `nil` for UPS.
  ///   - isNorthern: whether the place is on the northern hemisphere.
  ///   - easting: meters: 100,000 … 900,000 in UTM, within 1,200,000 m of the pole in UPS.
  ///   - northing: meters: in UTM 0 … 9,400,000 in the north and 1,000,000 … 10,000,000 in the south; as the
  ///     easting in UPS.
  public init?(zone: Int?, isNorthern: Bool, easting: Double, northing: Double) {
    if let zone {
      let northings = isNorthern ? 0...9_400_000.0 : 1_000_000...10_000_000
      guard (1...60).contains(zone), (100_000...900_000).contains(easting),
        northings.contains(northing)
      else { return nil }
    } else {
      guard (800_000...3_200_000).contains(easting), (800_000...3_200_000).contains(northing)
      else { return nil }
    }
    (self.zone, self.isNorthern) = (zone, isNorthern)
    (self.easting, self.northing) = (easting, northing)
  }

  /// The place in degrees. The error is below 1 µm.
  public var coordinate: Coordinate {
    guard let zone else {
      let (east, south) = (easting - Self.polarFalse, Self.polarFalse - northing)
      let radius = (east * east + south * south).squareRoot()
      let latitude = PolarStereographic.latitude(radius: radius / Self.polarScale)
      let direction =
        radius > 0 ? GeodesicAngle(sin: east, cos: isNorthern ? south : -south).degrees : 0
      return Coordinate(unchecked: isNorthern ? latitude : -latitude, direction)
    }
    let place = TransverseMercator.place(
      of: TransverseMercator.Point(
        x: (easting - Self.falseEasting) / Self.scale,
        y: (northing - (isNorthern ? 0 : Self.falseNorthing)) / Self.scale))
    let longitude = place.longitude + Self.centralMeridian(of: zone)
    return Coordinate(
      unchecked: place.latitude, longitude.remainder(dividingBy: 360))
  }

  private static let scale = 0.9996
  private static let falseEasting = 500_000.0
  private static let falseNorthing = 10_000_000.0
  private static let polarScale = 0.994
  private static let polarFalse = 2_000_000.0

  private static func centralMeridian(of zone: Int) -> Double { Double(6 * zone - 183) }

  /// The zone of a place; `nil` where UPS applies.
  private static func zone(of coordinate: Coordinate) -> Int? {
    guard coordinate.latitude >= -80, coordinate.latitude < 84 else { return nil }
    let longitude = coordinate.longitude == 180 ? -180 : coordinate.longitude
    switch (coordinate.latitude, longitude) {
    case (56..<64, 3..<12): return 32  // Norway
    case (72..., 0..<9): return 31  // Svalbard
    case (72..., 9..<21): return 33
    case (72..., 21..<33): return 35
    case (72..., 33..<42): return 37
    // Rounded down first, because −10⁻¹⁷ + 180 is 180.
    default: return (Int(longitude.rounded(.down)) + 180) / 6 + 1
    }
  }
}

/// The letter of a latitude band of 8° (the last one of 12°) in UTM and MGRS, and of the four halves of
/// the polar regions.
enum GridBand {
  /// The bands from 80° south to 84° north.
  static let letters: [Character] = Array("CDEFGHJKLMNPQRSTUVWX")

  /// The letter of a place.
  static func letter(of coordinate: Coordinate, _ utm: UTMCoordinate) -> Character {
    guard utm.zone != nil else {
      let isEastern = utm.easting >= 2_000_000
      return utm.isNorthern ? (isEastern ? "Z" : "Y") : (isEastern ? "B" : "A")
    }
    // Rounded down first, because −10⁻¹⁷ + 80 is 80.
    let degrees = Int(coordinate.latitude.rounded(.down))
    return letters[min((degrees + 80) / 8, letters.count - 1)]
  }

  /// The latitudes of a band in degrees; `nil` for another letter.
  static func latitudes(of letter: Character) -> ClosedRange<Double>? {
    guard let index = letters.firstIndex(of: letter) else { return nil }
    let bottom = Double(index * 8 - 80)
    return bottom...(letter == "X" ? 84 : bottom + 8)
  }
}
