// What fixes say about the motion, and how wrong it is.
extension MotionFilter {
  /// Errors of velocities last that long, in seconds.
  private static let velocityCorrelationTime = 2.0
  /// The share of an error that does not last; a correlation of 0.98 and more after 1 s leaves little for it.
  private static let whiteShare = 0.1
  /// The circle that contains 68.27 % of a normal distribution, divided by its standard deviation on an axis.
  static let radius68 = 1.5152

  /// The standard deviation of a position on an axis, in meters: the stated one, or that of a usual receiver.
  static func deviation(of fix: Fix) -> Double {
    max((fix.errors.horizontal ?? 7) / radius68, 0.05)
  }

  static func verticalDeviation(of fix: Fix) -> Double {
    max(fix.errors.vertical ?? 1.5 * (fix.errors.horizontal ?? 7), 0.05)
  }

  /// The variance of the white part of an error.
  static func noise(_ deviation: Double) -> Double {
    let white = whiteShare * deviation
    // The second number is the rounding of usual sentences.
    return white * white + 0.01
  }

  /// The variance of measurements whose errors last: several of them say as much as one alone.
  static func variance(of deviation: Double, every seconds: Double) -> Double {
    deviation * deviation * (1 + velocityCorrelationTime / max(seconds, 0.05))
  }

  /// The measured velocity with the standard deviation of an axis; `nil` if there is none.
  static func velocity(of fix: Fix) -> (value: SIMD2<Double>, deviation: Double)? {
    guard let speed = fix.speed, !fix.isSpeedDerived else { return nil }
    // A good position comes with a good velocity.
    let deviation = max(fix.errors.speed ?? 0.025 * (fix.errors.horizontal ?? 5), 0.03)
    if let course = fix.course, !fix.isCourseDerived {
      return (SIMD2(direction: course) * speed, deviation)
    }
    // Receivers leave out the course at rest.
    guard speed < 1 else { return nil }
    return (.zero, (deviation * deviation + speed * speed).squareRoot())
  }
}
