import LocationPOSIX

/// The conformal latitude χ of the WGS 84 ellipsoid: a sphere with χ as its latitude has the same angles.
/// Both projections of this folder begin with it.
///
/// C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers", Journal of Geodesy 85
/// (2011) 475–485, doi:10.1007/s00190-011-0445-3, equations 7–9 and 19–21.
enum ConformalLatitude {
  /// e.
  static let eccentricity = Ellipsoid.eccentricitySquared.squareRoot()

  /// tan χ of a latitude φ.
  static func tangent(of latitude: GeodesicAngle) -> Double {
    tangent(ofTangent: latitude.sin / latitude.cos)
  }

  /// tan χ from tan φ.
  private static func tangent(ofTangent tau: Double) -> Double {
    let secant = (1 + tau * tau).squareRoot()
    let sigma = sinh(eccentricity * atanh(eccentricity * tau / secant))
    return tau * (1 + sigma * sigma).squareRoot() - sigma * secant
  }

  /// φ from tan χ, by Newton's method. Its error shrinks from 10⁻² to below the rounding in four steps.
  static func latitude(tangent wanted: Double) -> GeodesicAngle {
    let squared = 1 - Ellipsoid.eccentricitySquared
    // Near a pole the ratio of the two tangents is constant.
    var tau =
      abs(wanted) < 70
      ? wanted / squared : wanted * exp(eccentricity * atanh(eccentricity))
    for _ in 0..<5 where abs(tau) < 1e9 {
      let found = tangent(ofTangent: tau)
      tau +=
        (wanted - found) / (1 + found * found).squareRoot() * (1 + squared * tau * tau)
        / (squared * (1 + tau * tau).squareRoot())
    }
    return GeodesicAngle(sin: tau, cos: 1)
  }
}
