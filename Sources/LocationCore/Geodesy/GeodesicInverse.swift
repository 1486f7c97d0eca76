/// The shortest geodesic between two points of the WGS 84 ellipsoid: the inverse problem.
///
/// Karney 2013, sections 4 and 5: the azimuth at the first point is the root of a function that
/// rises from 0° to 180° with it, found by Newton's method inside a bracket, so that it converges
/// for every pair of points, nearly antipodal ones too.
struct GeodesicInverse {
  /// In meters.
  let distance: Double
  /// The azimuth at the first point.
  let alpha1: GeodesicAngle

  init(from: Coordinate, to: Coordinate) {
    // The canonical case: the first point is south, and at least as far from the equator as the
    // second; the second is to the east. Every other case is its mirror image or its reverse.
    let isReversed = abs(from.latitude) < abs(to.latitude)
    let (first, second) = isReversed ? (to, from) : (from, to)
    // Two lines between points on the equator may be equally short; this takes the northern one.
    let isNorthern = first.latitude >= 0
    let east = (to.longitude - from.longitude).remainder(dividingBy: 360)
    let canonical = CanonicalInverse(
      latitude1: isNorthern ? -first.latitude : first.latitude,
      latitude2: isNorthern ? -second.latitude : second.latitude,
      longitude: abs(east))

    distance = canonical.distance
    let alpha = isReversed ? canonical.alpha2 : canonical.alpha1
    alpha1 = GeodesicAngle(
      normalizedSin: east < 0 ? -alpha.sin : alpha.sin,
      cos: isNorthern != isReversed ? -alpha.cos : alpha.cos)
  }
}

/// The inverse problem for φ₁ ≤ 0, |φ₂| ≤ |φ₁| and 0° ≤ λ₁₂ ≤ 180° (equation 44).
private struct CanonicalInverse {
  /// In meters.
  let distance: Double
  let alpha1: GeodesicAngle
  let alpha2: GeodesicAngle

  init(latitude1: Double, latitude2: Double, longitude: Double) {
    let beta1 = Geodesic.reducedLatitude(degrees: latitude1)
    let beta2 = Geodesic.reducedLatitude(degrees: latitude2)
    let lambda12 = GeodesicAngle(degrees: longitude)

    if longitude == 0 || longitude == 180 || latitude1 == -90 {
      // Along a meridian.
      let line = Geodesic(beta1: beta1, alpha1: lambda12)
      alpha1 = lambda12
      alpha2 = GeodesicAngle(normalizedSin: 0, cos: 1)
      let sigma2 = GeodesicAngle(sin: beta2.sin, cos: beta2.cos)
      // A pole is one place at every longitude.
      let isSamePole = latitude2 == -90
      distance =
        isSamePole ? 0 : line.length(arc: Self.arc(line.sigma1, sigma2), sigma2: sigma2)
    } else if latitude1 == 0, longitude <= 180 * (1 - Ellipsoid.flattening) {
      // Along the equator. Points further apart have a shorter line over higher latitudes.
      alpha1 = GeodesicAngle(normalizedSin: 1, cos: 0)
      alpha2 = alpha1
      distance = Ellipsoid.semiMajorAxis * longitude * .pi / 180
    } else {
      let start = SphericalGuess(beta1: beta1, beta2: beta2, lambda12: lambda12)
      if start.arc < 1e-5 {
        alpha1 = start.alpha1
        alpha2 = start.alpha2
        distance = start.distance
      } else {
        let root = Self.solve(beta1: beta1, beta2: beta2, lambda12: lambda12, start: start.alpha1)
        alpha1 = root.alpha1
        alpha2 = root.alpha2
        distance = root.line.length(arc: root.arc, sigma2: root.sigma2)
      }
    }
  }

  /// σ₂ − σ₁ in 0 … π.
  static func arc(_ sigma1: GeodesicAngle, _ sigma2: GeodesicAngle) -> Double {
    let difference = sigma2 - sigma1
    return GeodesicAngle(normalizedSin: max(0, difference.sin), cos: difference.cos).radians
  }

  /// Finds the azimuth α₁ whose geodesic meets the parallel of the second point at λ₁₂.
  private static func solve(
    beta1: GeodesicAngle, beta2: GeodesicAngle, lambda12: GeodesicAngle, start: GeodesicAngle
  ) -> Trial {
    // Just south of the equator, northward and southward lines must be distinguished.
    let beta1 = beta1.sin == 0 ? GeodesicAngle(normalizedSin: -1e-150, cos: 1) : beta1
    var west = GeodesicAngle(normalizedSin: 1e-150, cos: 1)
    var east = GeodesicAngle(normalizedSin: 1e-150, cos: -1)
    var trial = Trial(beta1: beta1, beta2: beta2, lambda12: lambda12, alpha1: start)
    // The bracket alone would need sixty halvings; Newton's method needs two to five steps.
    for _ in 0..<100 {
      let miss = trial.miss
      if miss == 0 { break }
      if miss > 0 { east = trial.alpha1 } else { west = trial.alpha1 }
      let slope = trial.slope
      let step = -miss / slope
      var next = trial.alpha1 + GeodesicAngle(radians: step)
      next = GeodesicAngle(sin: next.sin, cos: next.cos)
      let isInside =
        slope > 0 && abs(step) < .pi && (next - west).sin > 0 && (east - next).sin > 0
      if !isInside {
        next = GeodesicAngle(sin: west.sin + east.sin, cos: west.cos + east.cos)
      }
      let better = Trial(beta1: beta1, beta2: beta2, lambda12: lambda12, alpha1: next)
      // The result is as exact as rounding allows.
      if abs(miss) < 1e-13, abs(better.miss) >= abs(miss) { break }
      trial = better
    }
    return trial
  }
}

/// One trial geodesic: from β₁ with azimuth α₁ to its first intersection with the parallel β₂,
/// section 4.
private struct Trial {
  let line: Geodesic
  let alpha1: GeodesicAngle
  let alpha2: GeodesicAngle
  let sigma2: GeodesicAngle
  /// σ₂ − σ₁ in radians.
  let arc: Double
  /// The difference to λ₁₂ there, in radians; positive is too far east.
  let miss: Double
  private let beta2: GeodesicAngle

  init(beta1: GeodesicAngle, beta2: GeodesicAngle, lambda12: GeodesicAngle, alpha1: GeodesicAngle) {
    self.beta2 = beta2
    self.alpha1 = alpha1
    line = Geodesic(beta1: beta1, alpha1: alpha1)
    // (5) and (45), with the difference of squares in the form that cancels least.
    let isOpposite = beta2.cos == beta1.cos && abs(beta2.sin) == -beta1.sin
    let difference =
      beta1.cos < -beta1.sin
      ? (beta2.cos - beta1.cos) * (beta2.cos + beta1.cos)
      : (beta1.sin - beta2.sin) * (beta1.sin + beta2.sin)
    let northward = alpha1.cos * beta1.cos
    let cosAlpha2 =
      isOpposite
      ? abs(alpha1.cos) : max(0, northward * northward + difference).squareRoot() / beta2.cos
    alpha2 = GeodesicAngle(sin: line.alpha0.sin / beta2.cos, cos: cosAlpha2)
    sigma2 = GeodesicAngle(sin: beta2.sin, cos: alpha2.cos * beta2.cos)
    arc = CanonicalInverse.arc(line.sigma1, sigma2)
    let omega2 = GeodesicAngle(sin: line.alpha0.sin * beta2.sin, cos: alpha2.cos * beta2.cos)
    let omega12 = omega2 - line.omega1
    let ahead = GeodesicAngle(normalizedSin: max(0, omega12.sin), cos: omega12.cos) - lambda12
    miss = ahead.radians - line.longitudeLag(arc: arc, sigma2: sigma2)
  }

  /// dλ₁₂/dα₁, equation 46.
  var slope: Double {
    if alpha2.cos * beta2.cos == 0 {
      let e2 = Ellipsoid.eccentricitySquared
      return -2 * (1 - e2 * line.beta1.cos * line.beta1.cos).squareRoot() / line.beta1.sin
    }
    let reduced = line.reducedLength(arc: arc, sigma2: sigma2)
    return (1 - Ellipsoid.flattening) * reduced / (alpha2.cos * beta2.cos)
  }
}

/// The first guess: the great circle, with its longitude stretched as on the ellipsoid at the mean
/// latitude (equations 48–51). Up to 1e-5 radians, 64 meters, its error is at most 0.1 nm.
private struct SphericalGuess {
  let alpha1: GeodesicAngle
  let alpha2: GeodesicAngle
  /// On the sphere, in radians.
  let arc: Double
  /// In meters; exact for short distances.
  let distance: Double

  init(beta1: GeodesicAngle, beta2: GeodesicAngle, lambda12: GeodesicAngle) {
    let meanCos = (beta1.cos + beta2.cos) / 2
    let scale = (1 - Ellipsoid.eccentricitySquared * meanCos * meanCos).squareRoot()
    let omega12 = GeodesicAngle(radians: min(.pi, lambda12.radians / scale))
    // cos β₁ sin β₂ − sin β₁ cos β₂ cos ω₁₂ and its counterpart, written so that nothing cancels
    // when the points are close.
    let rise = (beta2 - beta1).sin
    let versine =
      omega12.cos > 0 ? omega12.sin * omega12.sin / (1 + omega12.cos) : 1 - omega12.cos
    let east1 = beta2.cos * omega12.sin
    let north1 = rise + beta1.sin * beta2.cos * versine
    let north2 = rise - beta1.cos * beta2.sin * versine
    alpha1 = GeodesicAngle(sin: east1, cos: north1)
    alpha2 = GeodesicAngle(sin: beta1.cos * omega12.sin, cos: north2)
    let sine = (east1 * east1 + north1 * north1).squareRoot()
    let cosine = beta1.sin * beta2.sin + beta1.cos * beta2.cos * omega12.cos
    arc = GeodesicAngle(normalizedSin: sine, cos: cosine).radians
    distance = Ellipsoid.semiMajorAxis * scale * arc
  }
}
