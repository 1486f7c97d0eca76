/// The WGS 84 ellipsoid.
package enum Ellipsoid {
  /// a in meters.
  package static let semiMajorAxis = 6_378_137.0
  /// f.
  static let flattening = 1 / 298.257_223_563
  /// n = f / (2 − f).
  static let thirdFlattening = flattening / (2 - flattening)
  /// b = a(1 − f) in meters.
  static let semiMinorAxis = semiMajorAxis * (1 - flattening)
  /// e² = f(2 − f).
  package static let eccentricitySquared = flattening * (2 - flattening)
  /// e′² = e² / (1 − e²).
  static let secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)
}

/// A geodesic of the WGS 84 ellipsoid through a point in a direction, and its image on the
/// auxiliary sphere, where it is a great circle.
///
/// C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87 (2013) 43–55,
/// doi:10.1007/s00190-012-0578-z; the equations are numbered as there, and so are the letters: φ
/// geographic latitude, β reduced latitude, λ longitude, α azimuth, σ the arc and ω the longitude
/// on the sphere, both counted from the geodesic's northward crossing of the equator.
struct Geodesic {
  /// β of the point.
  let beta1: GeodesicAngle
  /// α₀, the azimuth at the equator.
  let alpha0: GeodesicAngle
  /// σ of the point.
  let sigma1: GeodesicAngle
  /// ω of the point.
  let omega1: GeodesicAngle
  let integrals: GeodesicIntegrals

  init(beta1: GeodesicAngle, alpha1: GeodesicAngle) {
    self.beta1 = beta1
    let sine = alpha1.sin * beta1.cos  // (5)
    let along = alpha1.sin * beta1.sin
    let cosine = (alpha1.cos * alpha1.cos + along * along).squareRoot()
    alpha0 = GeodesicAngle(sin: sine, cos: cosine)
    // Along the equator every point is a crossing: count from this one.
    let eastward = beta1.sin == 0 && alpha1.cos == 0 ? 1 : alpha1.cos * beta1.cos
    sigma1 = GeodesicAngle(sin: beta1.sin, cos: eastward)  // (11)
    omega1 = GeodesicAngle(sin: sine * beta1.sin, cos: eastward)  // (12)
    integrals = GeodesicIntegrals(cosAlpha0: alpha0.cos)
  }

  /// The reduced latitude β of a geographic latitude in degrees, equation 6. A point extremely near
  /// replaces the pole: the distance makes no difference, but the point has a meridian.
  static func reducedLatitude(degrees: Double) -> GeodesicAngle {
    let phi = GeodesicAngle(degrees: degrees)
    let beta = GeodesicAngle(sin: (1 - Ellipsoid.flattening) * phi.sin, cos: phi.cos)
    return GeodesicAngle(normalizedSin: beta.sin, cos: max(beta.cos, 1e-150))
  }

  /// The latitude, and the longitude east of the starting point, both in degrees, at a distance
  /// in meters along the geodesic: the direct problem.
  func point(at distance: Double) -> (latitude: Double, longitude: Double) {
    // (7) and (20): distance → σ.
    let a1 = integrals.a1
    let c1 = integrals.c1
    let arc1 = c1.sum(at: sigma1)
    let tau12 = GeodesicAngle(radians: distance / (Ellipsoid.semiMinorAxis * a1))
    let arcTau1 = GeodesicAngle(radians: arc1)
    let tau2 = sigma1 + arcTau1 + tau12
    let reverted = integrals.c1Reverted.sum(at: tau2)
    let arc12 = distance / (Ellipsoid.semiMinorAxis * a1) + reverted + arc1
    let sigma2 = sigma1 + GeodesicAngle(radians: arc12)

    // (8) and (13): σ → β, ω → φ, λ.
    let sinBeta2 = alpha0.cos * sigma2.sin
    let acrossPole = alpha0.cos * sigma2.cos
    let cosBeta2 = (alpha0.sin * alpha0.sin + acrossPole * acrossPole).squareRoot()
    let phi2 = GeodesicAngle(sin: sinBeta2, cos: (1 - Ellipsoid.flattening) * cosBeta2)
    let omega2 = GeodesicAngle(sin: alpha0.sin * sigma2.sin, cos: sigma2.cos)
    let lag = longitudeLag(arc: arc12, sigma2: sigma2)
    let lambda12 = omega2 - omega1 - GeodesicAngle(radians: lag)
    return (phi2.degrees, lambda12.degrees)
  }

  /// The length in meters of the arc from σ₁ to σ₂, equation 7.
  func length(arc: Double, sigma2: GeodesicAngle) -> Double {
    let c1 = integrals.c1
    let difference = c1.sum(at: sigma2) - c1.sum(at: sigma1)
    return Ellipsoid.semiMinorAxis * integrals.a1 * (arc + difference)
  }

  /// The difference between the longitudes on sphere and ellipsoid, ω₁₂ − λ₁₂ in radians, equation 8.
  func longitudeLag(arc: Double, sigma2: GeodesicAngle) -> Double {
    let c3 = integrals.c3
    let difference = c3.sum(at: sigma2) - c3.sum(at: sigma1)
    return Ellipsoid.flattening * alpha0.sin * integrals.a3 * (arc + difference)
  }

  /// The reduced length m₁₂ in units of the semi-minor axis, equation 38. Two geodesics leave the
  /// point at a small angle: m₁₂ is their distance after the arc, divided by the angle.
  func reducedLength(arc: Double, sigma2: GeodesicAngle) -> Double {
    let k2 = Ellipsoid.secondEccentricitySquared * alpha0.cos * alpha0.cos
    let (c1, c2) = (integrals.c1, integrals.c2)
    let i1 = integrals.a1 * (arc + c1.sum(at: sigma2) - c1.sum(at: sigma1))
    let i2 = integrals.a2 * (arc + c2.sum(at: sigma2) - c2.sum(at: sigma1))
    let scale1 = (1 + k2 * sigma1.sin * sigma1.sin).squareRoot()
    let scale2 = (1 + k2 * sigma2.sin * sigma2.sin).squareRoot()
    return scale2 * sigma1.cos * sigma2.sin - scale1 * sigma1.sin * sigma2.cos
      - sigma1.cos * sigma2.cos * (i1 - i2)
  }
}
