/// A trigonometric series Σ cₗ sin 2lσ, l = 1 … 6.
struct GeodesicSeries {
  let c1, c2, c3, c4, c5, c6: Double

  /// The sum at σ, by Clenshaw's recurrence.
  func sum(at sigma: GeodesicAngle) -> Double {
    let x = 2 * (sigma.cos - sigma.sin) * (sigma.cos + sigma.sin)  // 2 cos 2σ
    let b6 = c6
    let b5 = c5 + x * b6
    let b4 = c4 + x * b5 - b6
    let b3 = c3 + x * b4 - b5
    let b2 = c2 + x * b3 - b4
    let b1 = c1 + x * b2 - b3
    return b1 * 2 * sigma.sin * sigma.cos
  }
}

/// The three integrals that relate a geodesic to its great circle on the auxiliary sphere, to sixth
/// order in the small parameter ε of the geodesic (Karney 2013, equations 15–25 and 40–43).
///
/// Each has the form A(σ + Σ Cₗ sin 2lσ). On the WGS 84 ellipsoid ε is below 0.0017, so the
/// omitted terms are far below the rounding of a `Double`.
struct GeodesicIntegrals {
  private let e: Double
  private let e2: Double

  /// - Parameter cosAlpha0: the cosine of the geodesic's azimuth where it crosses the equator.
  init(cosAlpha0: Double) {
    let k2 = Ellipsoid.secondEccentricitySquared * cosAlpha0 * cosAlpha0
    e = k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
    e2 = e * e
  }

  // MARK: I₁, the length (in units of the semi-minor axis)

  /// A₁, equation 17.
  var a1: Double { (1 + e2 * (1.0 / 4 + e2 * (1.0 / 64 + e2 / 256))) / (1 - e) }

  /// C₁ₗ, equation 18.
  var c1: GeodesicSeries {
    GeodesicSeries(
      c1: e * (-1.0 / 2 + e2 * (3.0 / 16 - e2 / 32)),
      c2: e2 * (-1.0 / 16 + e2 * (1.0 / 32 - e2 * (9.0 / 2048))),
      c3: e2 * e * (-1.0 / 48 + e2 * (3.0 / 256)),
      c4: e2 * e2 * (-5.0 / 512 + e2 * (3.0 / 512)),
      c5: e2 * e2 * e * (-7.0 / 1280),
      c6: e2 * e2 * e2 * (-7.0 / 2048))
  }

  /// C′₁ₗ, equation 21: the way back from length to σ.
  var c1Reverted: GeodesicSeries {
    GeodesicSeries(
      c1: e * (1.0 / 2 + e2 * (-9.0 / 32 + e2 * (205.0 / 1536))),
      c2: e2 * (5.0 / 16 + e2 * (-37.0 / 96 + e2 * (1335.0 / 4096))),
      c3: e2 * e * (29.0 / 96 - e2 * (75.0 / 128)),
      c4: e2 * e2 * (539.0 / 1536 - e2 * (2391.0 / 2560)),
      c5: e2 * e2 * e * (3467.0 / 7680),
      c6: e2 * e2 * e2 * (38081.0 / 61440))
  }

  // MARK: I₂, which with I₁ gives the reduced length

  /// A₂, equation 42.
  var a2: Double { (1 + e2 * (1.0 / 4 + e2 * (9.0 / 64 + e2 * (25.0 / 256)))) * (1 - e) }

  /// C₂ₗ, equation 43.
  var c2: GeodesicSeries {
    GeodesicSeries(
      c1: e * (1.0 / 2 + e2 * (1.0 / 16 + e2 / 32)),
      c2: e2 * (3.0 / 16 + e2 * (1.0 / 32 + e2 * (35.0 / 2048))),
      c3: e2 * e * (5.0 / 48 + e2 * (5.0 / 256)),
      c4: e2 * e2 * (35.0 / 512 + e2 * (7.0 / 512)),
      c5: e2 * e2 * e * (63.0 / 1280),
      c6: e2 * e2 * e2 * (77.0 / 2048))
  }

  // MARK: I₃, the longitude

  /// A₃, equation 24.
  var a3: Double {
    let n = Ellipsoid.thirdFlattening
    let n2 = n * n
    let third = 1.0 / 16 + 3 * n / 16 + n2 / 16
    let higher = e2 * e2 * (3.0 / 64 + n / 32 + e * (3.0 / 128))
    return 1 - e * (1.0 / 2 - n / 2) - e2 * (1.0 / 4 + n / 8 - 3 * n2 / 8) - e2 * e * third - higher
  }

  /// C₃ₗ, equation 25.
  var c3: GeodesicSeries {
    let n = Ellipsoid.thirdFlattening
    let n2 = n * n
    let first2 = 1.0 / 8 - n2 / 8
    let first3 = 3.0 / 64 + 3 * n / 64 - n2 / 64
    let first4 = 5.0 / 128 + n / 64 + e * (3.0 / 128)
    let second2 = 1.0 / 16 - 3 * n / 32 + n2 / 32
    let second3 = 3.0 / 64 - n / 32 - 3 * n2 / 64
    let second4 = 3.0 / 128 + n / 128 + e * (5.0 / 256)
    let third3 = 5.0 / 192 - 3 * n / 64 + 5 * n2 / 192
    let third4 = 3.0 / 128 - 5 * n / 192 + e * (7.0 / 512)
    return GeodesicSeries(
      c1: e * (1.0 / 4 - n / 4 + e * (first2 + e * (first3 + e * first4))),
      c2: e2 * (second2 + e * (second3 + e * second4)),
      c3: e2 * e * (third3 + e * third4),
      c4: e2 * e2 * (7.0 / 512 - 7 * n / 256 + e * (7.0 / 512)),
      c5: e2 * e2 * e * (21.0 / 2560),
      c6: 0)
  }
}
