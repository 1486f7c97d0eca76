/// Estimates the height of a receiver from its heights, and its vertical speed: what a ``MotionFilter`` does
/// horizontally.
package struct HeightFilter: Hashable, Sendable {
  /// The height is on the first axis.
  package private(set) var estimate: MotionEstimate
  /// How the estimate became from the one before; `nil` for the first one.
  package private(set) var transition: MotionEstimate.Transition?
  private var deviation: Double

  /// Begins with a height.
  ///
  /// - Parameters:
  ///   - height: in meters.
  ///   - climb: the measured vertical speed in m/s; `nil` without one.
  ///   - deviation: the standard deviation of the height, in meters.
  package init(_ height: Double, climb: Double?, deviation: Double) {
    self.deviation = deviation
    estimate = MotionEstimate(
      at: SIMD2(height, 0), deviation: deviation, noise: MotionFilter.noise(deviation),
      velocity: SIMD2(climb ?? 0, 0), speedVariance: climb == nil ? 100 : 1)
  }

  /// The estimated height in meters.
  package var height: Double { estimate.place.x }

  /// Takes the next height into account.
  ///
  /// - Parameters:
  ///   - climbError: the standard deviation of the vertical speed; `nil` if it is not known.
  ///   - seconds: the time since the height before.
  package mutating func add(
    _ height: Double, climb: Double?, climbError: Double?, deviation: Double, after seconds: Double
  ) {
    var (next, step) = predicted(after: seconds, climb == nil ? 0.02 : 0.01, deviation)
    let noise = MotionFilter.noise(deviation)
    if let climb {
      let error = max(climbError ?? 0.03 * deviation, 0.1)
      let change = climb - next.velocity.x
      if change * change > 6 * (next.covariance.vv + error * error) {
        (next, step) = predicted(after: seconds, 1, deviation)
      }
      next.measure(
        velocity: SIMD2(climb, 0), variance: MotionFilter.variance(of: error, every: seconds))
    } else {
      let miss = height - next.place.x - next.offset.x
      if miss * miss > 6 * (next.positionVariance + noise) {
        (next, step) = predicted(after: seconds, 1, deviation)
      }
    }
    let miss = height - next.place.x - next.offset.x
    if climb != nil, seconds <= 2, miss * miss > 9 * (next.positionVariance + noise) {
      step = step.with(echo: miss * miss / 4)
      next.covariance.bb += miss * miss / 4
    }
    next.measure(place: SIMD2(height, 0), variance: noise)
    (estimate, transition) = (next, step)
    self.deviation = deviation
  }

  /// Notes that the receiver is stationary.
  package mutating func stand() { estimate.measure(velocity: .zero, variance: 0.0025) }

  private func predicted(
    after seconds: Double, _ acceleration: Double, _ deviation: Double
  ) -> (MotionEstimate, MotionEstimate.Transition) {
    let step = MotionEstimate.Transition(
      seconds: seconds, acceleration: acceleration, deviation: (self.deviation, deviation),
      correlationTime: MotionFilter.correlationTime)
    return (estimate.predicted(step), step)
  }
}
