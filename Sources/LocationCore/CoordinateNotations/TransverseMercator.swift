import LocationPOSIX

/// The transverse Mercator projection of the WGS 84 ellipsoid, by Krüger's series to the sixth order in the
/// third flattening. Within 3000 km of the central meridian its error is below 0.1 µm.
///
/// The letters and equation numbers are those of the paper that ``ConformalLatitude`` cites.
enum TransverseMercator {
  /// A place on the plane: meters to the east of the central meridian and to the north of the equator.
  struct Point {
    var x, y: Double
  }

  /// Projects a place.
  ///
  /// - Parameters:
  ///   - latitude: the latitude, not a pole.
  ///   - longitude: degrees from the central meridian, −90 … 90.
  static func project(latitude: Double, longitude: Double) -> Point {
    let tau = ConformalLatitude.tangent(of: GeodesicAngle(degrees: latitude))
    let lambda = GeodesicAngle(degrees: longitude)
    let xi = atan2(tau, lambda.cos)
    let eta = asinh(lambda.sin / (tau * tau + lambda.cos * lambda.cos).squareRoot())
    let shift = sum(of: alpha, xi, eta)
    return Point(x: radius * (eta + shift.eta), y: radius * (xi + shift.xi))
  }

  /// Finds the place of a point. The longitude is in degrees from the central meridian.
  static func place(of point: Point) -> (latitude: Double, longitude: Double) {
    let (xi, eta) = (point.y / radius, point.x / radius)
    let shift = sum(of: beta, xi, eta)
    let (xi1, eta1) = (xi - shift.xi, eta - shift.eta)
    let (sine, cosine) = (sinh(eta1), cos(xi1))
    let tau = sin(xi1) / (sine * sine + cosine * cosine).squareRoot()
    return (
      ConformalLatitude.latitude(tangent: tau).degrees,
      GeodesicAngle(sin: sine, cos: cosine).degrees
    )
  }

  /// Σ cⱼ sin 2jξ cosh 2jη and Σ cⱼ cos 2jξ sinh 2jη, equations 11 and 15.
  private static func sum(
    of series: [Double], _ xi: Double, _ eta: Double
  ) -> (xi: Double, eta: Double) {
    var (sumXi, sumEta) = (0.0, 0.0)
    for (index, coefficient) in series.enumerated().reversed() {
      let factor = 2 * Double(index + 1)
      sumXi += coefficient * sin(factor * xi) * cosh(factor * eta)
      sumEta += coefficient * cos(factor * xi) * sinh(factor * eta)
    }
    return (sumXi, sumEta)
  }

  /// The radius of the rectifying sphere in meters, equation 14.
  private static let radius: Double = {
    let n2 = Ellipsoid.thirdFlattening * Ellipsoid.thirdFlattening
    let series = 1 + n2 * (1.0 / 4 + n2 * (1.0 / 64 + n2 / 256))
    return Ellipsoid.semiMajorAxis / (1 + Ellipsoid.thirdFlattening) * series
  }()

  /// α₁ … α₆, equation 35.
  private static let alpha: [Double] = {
    let n = Ellipsoid.thirdFlattening
    return [
      polynomial(n, 1, [1.0 / 2, -2.0 / 3, 5.0 / 16, 41.0 / 180, -127.0 / 288, 7891.0 / 37800]),
      polynomial(
        n, 2, [13.0 / 48, -3.0 / 5, 557.0 / 1440, 281.0 / 630, -1_983_433.0 / 1_935_360]),
      polynomial(n, 3, [61.0 / 240, -103.0 / 140, 15061.0 / 26880, 167603.0 / 181440]),
      polynomial(n, 4, [49561.0 / 161280, -179.0 / 168, 6_601_661.0 / 7_257_600]),
      polynomial(n, 5, [34729.0 / 80640, -3_418_889.0 / 1_995_840]),
      polynomial(n, 6, [212_378_941.0 / 319_334_400]),
    ]
  }()

  /// β₁ … β₆, equation 36.
  private static let beta: [Double] = {
    let n = Ellipsoid.thirdFlattening
    return [
      polynomial(n, 1, [1.0 / 2, -2.0 / 3, 37.0 / 96, -1.0 / 360, -81.0 / 512, 96199.0 / 604800]),
      polynomial(
        n, 2, [1.0 / 48, 1.0 / 15, -437.0 / 1440, 46.0 / 105, -1_118_711.0 / 3_870_720]),
      polynomial(n, 3, [17.0 / 480, -37.0 / 840, -209.0 / 4480, 5569.0 / 90720]),
      polynomial(n, 4, [4397.0 / 161280, -11.0 / 504, -830_251.0 / 7_257_600]),
      polynomial(n, 5, [4583.0 / 161280, -108_847.0 / 3_991_680]),
      polynomial(n, 6, [20_648_693.0 / 638_668_800]),
    ]
  }()

  /// nᵏ (c₀ + c₁n + c₂n² + …).
  private static func polynomial(
    _ n: Double, _ power: Int, _ coefficients: [Double]
  ) -> Double {
    var value = coefficients.reversed().reduce(0) { $0 * n + $1 }
    for _ in 0..<power { value *= n }
    return value
  }
}
