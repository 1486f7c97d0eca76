// The backward pass of a smoother with a fixed interval: H. E. Rauch, F. Tung, C. T. Striebel, "Maximum Likelihood
// Estimates of Linear Dynamic Systems", AIAA Journal 3 (1965) 1445–1450; Bar-Shalom, Li, Kirubarajan 2001, chapter 8.
extension MotionEstimate {
  /// The estimate of this moment that also knows what was measured later.
  ///
  /// - Parameters:
  ///   - next: the smoothed estimate of the next moment.
  ///   - step: how the state of this moment becomes the next one.
  package func smoothed(by next: MotionEstimate, _ step: Transition) -> MotionEstimate {
    let expected = predicted(step)
    let gain = self.gain(step, expected.covariance)
    var result = self
    let (place, velocity, offset) = (
      next.place - expected.place, next.velocity - expected.velocity, next.offset - expected.offset
    )
    func change(_ row: SIMD3<Double>) -> SIMD2<Double> {
      row.x * place + row.y * velocity + row.z * offset
    }
    result.place += change(gain.p)
    result.velocity += change(gain.v)
    result.offset += change(gain.b)
    let (known, later) = (expected.covariance, next.covariance)
    let difference = Covariance(
      pp: later.pp - known.pp, pv: later.pv - known.pv, pb: later.pb - known.pb,
      vv: later.vv - known.vv, vb: later.vb - known.vb, bb: later.bb - known.bb)
    let (dp, dv, db) = (difference * gain.p, difference * gain.v, difference * gain.b)
    result.covariance.pp += (gain.p * dp).sum()
    result.covariance.pv += (gain.p * dv).sum()
    result.covariance.pb += (gain.p * db).sum()
    result.covariance.vv += (gain.v * dv).sum()
    result.covariance.vb += (gain.v * db).sum()
    result.covariance.bb += (gain.b * db).sum()
    return result
  }

  /// The rows of P·Fᵀ·P′⁻¹, with the covariance P of this moment and the expected one P′.
  private func gain(
    _ step: Transition, _ expected: Covariance
  ) -> (p: SIMD3<Double>, v: SIMD3<Double>, b: SIMD3<Double>) {
    let (t, r, c) = (step.seconds, step.remaining, covariance)
    let inverse = expected.inverse
    return (
      inverse * SIMD3(c.pp + t * c.pv, c.pv, r * c.pb),
      inverse * SIMD3(c.pv + t * c.vv, c.vv, r * c.vb),
      inverse * SIMD3(c.pb + t * c.vb, c.vb, r * c.bb)
    )
  }
}

extension MotionEstimate.Covariance {
  /// The inverse matrix: the cofactors, divided by the determinant.
  fileprivate var inverse: Self {
    let (a, b, c) = (vv * bb - vb * vb, pb * vb - pv * bb, pv * vb - pb * vv)
    let scale = 1 / (pp * a + pv * b + pb * c)
    return Self(
      pp: a * scale, pv: b * scale, pb: c * scale, vv: (pp * bb - pb * pb) * scale,
      vb: (pv * pb - pp * vb) * scale, bb: (pp * vv - pv * pv) * scale)
  }

  fileprivate static func * (matrix: Self, vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (SIMD3(matrix.pp, matrix.pv, matrix.pb) * vector).sum(),
      (SIMD3(matrix.pv, matrix.vv, matrix.vb) * vector).sum(),
      (SIMD3(matrix.pb, matrix.vb, matrix.bb) * vector).sum())
  }
}
