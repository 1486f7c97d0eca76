import LocationPOSIX

/// The polar stereographic projection of the WGS 84 ellipsoid, with the scale 1 at the pole (J. P. Snyder,
/// "Map Projections: A Working Manual", 1987, pages 154–163).
enum PolarStereographic {
  /// The distance from the pole on the plane, in meters.
  ///
  /// - Parameter latitude: degrees toward this pole; 90 is the pole.
  static func radius(latitude: Double) -> Double {
    let angle = GeodesicAngle(degrees: latitude)
    guard angle.cos > 0 else { return 0 }
    return scale * exp(-asinh(ConformalLatitude.tangent(of: angle)))
  }

  /// The latitude in degrees toward this pole, at a distance from the pole on the plane in meters.
  static func latitude(radius: Double) -> Double {
    guard radius > 0 else { return 90 }
    return ConformalLatitude.latitude(tangent: sinh(-log(radius / scale))).degrees
  }

  /// 2a / √((1 + e)¹⁺ᵉ (1 − e)¹⁻ᵉ), in meters.
  private static let scale: Double = {
    let e = ConformalLatitude.eccentricity
    let root = (1 - Ellipsoid.eccentricitySquared).squareRoot() * exp(e * atanh(e))
    return 2 * Ellipsoid.semiMajorAxis / root
  }()
}
