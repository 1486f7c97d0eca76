import LocationPOSIX

/// Where a receiver probably is on two axes, how fast it moves, and how wrong its positions are at the moment.
///
/// The model is a nearly constant velocity: the acceleration is white noise. The error of a position is not white: a
/// receiver filters its positions, so most of an error is there again a second later. Therefore the error is a part of
/// the state, a Gauss–Markov process. A measured position is the place plus this error plus a little white noise.
///
/// Both axes have the same covariance, because the receiver's error is a circle.
///
/// Y. Bar-Shalom, X. R. Li, T. Kirubarajan, "Estimation with Applications to Tracking and Navigation", Wiley 2001:
/// chapter 5 the filter, 6.2 the model of the motion, chapter 8 errors that last and smoothing.
package struct MotionEstimate: Hashable, Sendable {
  /// Meters on each axis.
  package var place: SIMD2<Double>
  /// Meters per second.
  package var velocity: SIMD2<Double>
  /// The lasting error of the measured positions, in meters.
  package var offset: SIMD2<Double>
  package var covariance: Covariance

  /// A symmetric matrix of the place p, the velocity v and the offset b on one axis.
  package struct Covariance: Hashable, Sendable {
    package var pp, pv, pb, vv, vb, bb: Double
  }

  /// How a state becomes the next one: the passed time, and the noise that comes in.
  package struct Transition: Hashable, Sendable {
    /// Seconds.
    package let seconds: Double
    /// The share of the offset that remains.
    package let remaining: Double
    /// The power of the acceleration's noise in m²/s³.
    package let acceleration: Double
    /// The variance that the offset gains, in m².
    package private(set) var freshness: Double

    /// - Parameters:
    ///   - deviation: the standard deviations of an axis of the measured positions before and now, in meters. The
    ///     offset grows and shrinks with them, as with the dilution of precision.
    ///   - correlationTime: the seconds in which the correlation of the errors falls to 1/e.
    package init(
      seconds: Double, acceleration: Double, deviation: (before: Double, now: Double),
      correlationTime: Double
    ) {
      let correlation = exp(-seconds / correlationTime)
      self.seconds = seconds
      self.acceleration = acceleration
      remaining = correlation * deviation.now / deviation.before
      freshness = deviation.now * deviation.now * (1 - correlation * correlation)
    }

    /// The same with a larger change of the offset.
    package func with(echo variance: Double) -> Transition {
      var step = self
      step.freshness += variance
      return step
    }
  }

  /// The first position. Nothing is known of the place but what is measured, so the error of the place is the offset.
  ///
  /// - Parameters:
  ///   - deviation: the standard deviation of an axis of the position, in meters.
  ///   - noise: the variance of the white noise, in m².
  ///   - speedVariance: that of an axis of the velocity, in m²/s².
  package init(
    at place: SIMD2<Double>, deviation: Double, noise: Double, velocity: SIMD2<Double>,
    speedVariance: Double
  ) {
    let variance = deviation * deviation
    self.place = place
    self.velocity = velocity
    offset = .zero
    covariance = Covariance(
      pp: variance + noise, pv: 0, pb: -variance, vv: speedVariance, vb: 0, bb: variance)
  }

  /// The state after a time without a measurement.
  package func predicted(_ step: Transition) -> MotionEstimate {
    let (t, r, q, c) = (step.seconds, step.remaining, step.acceleration, covariance)
    var next = self
    next.place += velocity * t
    next.offset *= r
    next.covariance = Covariance(
      pp: c.pp + 2 * t * c.pv + t * t * c.vv + q * t * t * t / 3,
      pv: c.pv + t * c.vv + q * t * t / 2, pb: r * (c.pb + t * c.vb),
      vv: c.vv + q * t, vb: r * c.vb, bb: r * r * c.bb + step.freshness)
    return next
  }

  /// The variance of a measured position's difference from the expected one, without white noise.
  package var positionVariance: Double { covariance.pp + 2 * covariance.pb + covariance.bb }

  /// Takes a measured position into account.
  package mutating func measure(place measured: SIMD2<Double>, variance: Double) {
    let c = covariance
    let (p, v, b) = (c.pp + c.pb, c.pv + c.vb, c.pb + c.bb)
    update(measured - place - offset, (p, v, b), 1 / (p + b + variance))
  }

  /// Takes a measured velocity into account.
  package mutating func measure(velocity measured: SIMD2<Double>, variance: Double) {
    let c = covariance
    update(measured - velocity, (c.pv, c.vv, c.vb), 1 / (c.vv + variance))
  }

  /// - Parameters:
  ///   - difference: the measured value without the expected one.
  ///   - column: the covariances of the state and the measured value.
  ///   - precision: one divided by the variance of the difference.
  private mutating func update(
    _ difference: SIMD2<Double>, _ column: (p: Double, v: Double, b: Double), _ precision: Double
  ) {
    let (p, v, b) = (column.p * precision, column.v * precision, column.b * precision)
    place += p * difference
    velocity += v * difference
    offset += b * difference
    covariance.pp -= p * column.p
    covariance.pv -= p * column.v
    covariance.pb -= p * column.b
    covariance.vv -= v * column.v
    covariance.vb -= v * column.b
    covariance.bb -= b * column.b
  }
}
