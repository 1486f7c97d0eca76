/// Notices that a receiver is stationary, and holds its place.
///
/// The positions of a stationary receiver wander, because their errors change slowly. The held place follows the
/// estimate in a minute, and is never further away than half of the error.
struct StandingDetection: Hashable, Sendable {
  /// A receiver is stationary after so many seconds below the speed, if it measures its speed itself, or if not.
  private static let patience = (measured: 3.0, estimated: 10.0)
  /// Slower is standing, in m/s.
  private static let speed = 0.3
  /// The held place follows the estimate slowly, in so many seconds.
  private static let followingTime = 60.0
  /// A receiver that leaves is faster than this multiple of it.
  private static let leaving = 1.5

  /// The held place in the plane of the filter; `nil` while the receiver moves.
  var hold: SIMD2<Double>?
  /// Whether the receiver turned out to be somewhere else at the last fix.
  private(set) var wasAway = false
  private var slow = 0.0
  /// The fixes in a row that are too fast or too far away for a stationary receiver.
  private var contradictions = 0

  /// - Parameters:
  ///   - speed: in m/s, with its standard deviation on an axis.
  ///   - isMeasured: whether the receiver measured the speed.
  ///   - isSurprising: whether the measured place does not fit the estimate.
  ///   - place: the measured place.
  ///   - estimate: the estimated place.
  ///   - error: the error of the measured place in meters.
  ///   - seconds: the time since the last fix.
  /// - Returns: whether the receiver is stationary.
  mutating func stands(
    speed: Double, deviation: Double, isMeasured: Bool, isSurprising: Bool,
    at place: SIMD2<Double>,
    estimate: SIMD2<Double>, error: Double, after seconds: Double
  ) -> Bool {
    let limit = max(Self.speed, 2.5 * deviation)
    wasAway = false
    guard let known = hold else {
      slow = speed < limit ? slow + seconds : 0
      if slow >= (isMeasured ? Self.patience.measured : Self.patience.estimated) { hold = estimate }
      return hold != nil
    }
    let isFast = isMeasured && speed > Self.leaving * limit
    let isGone = !isMeasured && isSurprising
    let isAway = (place - known).length > 2 * error + 2
    contradictions = isFast || isAway ? contradictions + 1 : 0
    if contradictions >= 2 || isGone || isMeasured && speed > 2 * Self.leaving * limit {
      self = StandingDetection()
      wasAway = isAway || isGone
      return false
    }
    let drift = estimate - known
    let distance = drift.length
    let share = max(1 - error / 2 / distance, min(seconds / Self.followingTime, 1))
    if distance > 0 { hold = known + drift * share }
    return true
  }
}
