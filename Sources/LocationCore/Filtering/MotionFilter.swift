/// Follows one receiver: estimates its motion from fixes, and refuses fixes that cannot be true.
///
/// The places of the estimates are in a ``LocalPlane``, and it is replaced where the receiver leaves it. The power of
/// the acceleration follows the receiver: it is small while the measured velocities fit, and large when they do not
/// (Bar-Shalom, Li, Kirubarajan 2001, chapter 11: adjustable level process noise).
package struct MotionFilter: Hashable, Sendable {
  /// After a longer time without a fix nothing is known of the motion. Seconds.
  private static let longestGap = 60.0
  /// Fixes that agree for this long are true, even if they do not fit those before. Seconds, and a number of fixes.
  private static let patience = (seconds: 10.0, count: 4)
  /// The first fixes of all may be wrong themselves.
  private static let settledCount = 5
  /// Farther from the origin, a new plane is better. Meters.
  private static let planeRadius = 5_000.0
  /// Errors of positions last that long, in seconds: four receivers had a correlation of 0.90 to 0.97 after 5 s and
  /// of 0.5 to 0.8 after 20 s.
  static let correlationTime = 50.0

  /// The steps of the filter, for a smoother that goes back over them.
  package struct Step: Hashable, Sendable {
    package var plane: LocalPlane
    package var horizontal: MotionEstimate
    package var vertical: MotionEstimate?
    /// How these became from the estimates of the step before; `nil` for the first one.
    package var transition: MotionEstimate.Transition?
    package var verticalTransition: MotionEstimate.Transition?
    /// Whether the receiver is stationary.
    package var isStanding = false

    /// The radius in meters that contains the place with a probability of 68 %, and the same for the height, if the
    /// model is right.
    package var errors: (horizontal: Double, vertical: Double?) {
      (
        MotionFilter.radius68 * max(horizontal.covariance.pp, 0).squareRoot(),
        vertical.map { max($0.covariance.pp, 0).squareRoot() }
      )
    }
  }

  /// What became of a fix.
  package enum Verdict: Hashable, Sendable {
    case accepted
    /// It is accepted, and nothing of what was known before counts.
    case restarted
    case refused(RefusedFix.Reason)
  }

  package private(set) var step: Step
  private var last: Fix
  private var deviation: Double
  private var heights: HeightFilter?
  private var accepted = 1
  /// Refused fixes that agree with each other.
  private var doubt: Doubt?
  private var standing: StandingDetection
  /// The last direction in which the receiver moved.
  package private(set) var course: Double?
  /// The last fix, whether it was accepted or not.
  private var seen: Moment
  /// How far the receiver says that it moved while it reported the same place, in meters.
  private var unmoved = 0.0

  /// What is kept of a fix.
  private struct Moment: Hashable {
    let place: Coordinate
    let timestamp: Date?, receivedAt: Date?
    let speed: Double

    init(_ fix: Fix) {
      place = fix.coordinate
      (timestamp, receivedAt) = (fix.timestamp, fix.receivedAt)
      speed = fix.speed ?? 0
    }

    /// The seconds since this moment; `nil` if the two have no times of the same kind.
    func seconds(to fix: Fix) -> Double? {
      if let timestamp, let end = fix.timestamp { return end.timeIntervalSince(timestamp) }
      guard timestamp == nil, fix.timestamp == nil, let receivedAt, let end = fix.receivedAt
      else { return nil }
      return end.timeIntervalSince(receivedAt)
    }
  }

  private struct Doubt: Hashable {
    var first, last: Moment
    var count = 1
  }

  /// Begins with a fix.
  package init(_ fix: Fix) {
    let plane = LocalPlane(at: fix.coordinate)
    deviation = Self.deviation(of: fix)
    let velocity = Self.velocity(of: fix)
    step = Step(
      plane: plane,
      horizontal: MotionEstimate(
        at: .zero, deviation: deviation, noise: Self.noise(deviation),
        velocity: velocity?.value ?? .zero,
        // Nothing is slower than nothing, and little is faster than an airplane.
        speedVariance: velocity.map { $0.deviation * $0.deviation } ?? 10_000))
    last = fix
    seen = Moment(fix)
    standing = StandingDetection()
    course = fix.course
    addHeight(fix, after: nil)
  }

  /// The seconds since the last accepted fix; `nil` if the two have no times of the same kind.
  package func seconds(to fix: Fix) -> Double? { Moment(last).seconds(to: fix) }

  // MARK: Fixes

  /// Takes the next fix into account.
  package mutating func add(_ fix: Fix) -> Verdict {
    guard let seconds = seconds(to: fix), seconds >= 0, seconds <= Self.longestGap
    else { return restart(fix) }
    if isStuck(fix) { return .refused(.stuck) }
    let deviation = Self.deviation(of: fix)
    let velocity = Self.velocity(of: fix)
    let place = step.plane.meters(fix.coordinate)
    let noise = Self.noise(deviation)
    var (next, transition) = motion(to: place, after: seconds, deviation, noise, velocity)
    if let velocity {
      next.measure(
        velocity: velocity.value, variance: Self.variance(of: velocity.deviation, every: seconds))
    }
    let miss = (place - next.place - next.offset).length
    let variance = next.positionVariance + noise
    let limit = 2.5 * Self.radius68 * deviation + 3
    if miss * miss > 25 * variance, miss > limit,
      velocity != nil || !mayHaveTurned(to: fix, after: seconds, limit)
    {
      guard isPatienceOver(fix) else { return .refused(.jump) }
      return restart(fix)
    }
    doubt = nil
    // An echo moves the positions of a receiver, and not the receiver, if its velocities say so.
    if velocity != nil, seconds <= 2, miss * miss > 9 * variance {
      transition = transition.with(echo: miss * miss / 4)
      next.covariance.bb += miss * miss / 4
    }
    next.measure(place: place, variance: noise)
    step.horizontal = next
    step.transition = transition
    self.deviation = deviation
    addHeight(fix, after: seconds)
    noteStanding(
      fix, after: seconds, velocity?.deviation, isSurprising: transition.acceleration > 1)
    last = fix
    accepted += 1
    if !step.isStanding, step.horizontal.velocity.length > 0.3 {
      course = step.horizontal.velocity.direction
    }
    if step.horizontal.place.length > Self.planeRadius { movePlane() }
    return .accepted
  }

  /// Whether the receiver can be at a fix without velocities if it turned: a glider circles with 25° a second, and the
  /// positions alone tell its velocity badly. It is as far from the last fix as before, in any direction.
  private func mayHaveTurned(to fix: Fix, after seconds: Double, _ limit: Double) -> Bool {
    let speed = step.horizontal.velocity.length
    guard !step.isStanding, speed > 3, speed < 40, seconds <= 10 else { return false }
    return last.coordinate.distance(to: fix.coordinate) < speed * seconds + limit
  }

  private mutating func restart(_ fix: Fix) -> Verdict {
    let known = course
    self = MotionFilter(fix)
    if course == nil { course = known }
    return .restarted
  }

  private mutating func movePlane() {
    let plane = LocalPlane(at: step.plane.place(step.horizontal.place))
    step.horizontal.place = .zero
    standing.hold = standing.hold.map { plane.meters(step.plane.place($0)) }
    step.plane = plane
  }

  /// The prediction with the power of the acceleration that fits what is measured.
  private func motion(
    to place: SIMD2<Double>, after seconds: Double, _ deviation: Double, _ noise: Double,
    _ velocity: (value: SIMD2<Double>, deviation: Double)?
  ) -> (predicted: MotionEstimate, transition: MotionEstimate.Transition) {
    func predicted(_ acceleration: Double) -> (MotionEstimate, MotionEstimate.Transition) {
      let transition = MotionEstimate.Transition(
        seconds: seconds, acceleration: acceleration, deviation: (self.deviation, deviation),
        correlationTime: Self.correlationTime)
      return (step.horizontal.predicted(transition), transition)
    }
    if let velocity {
      let calm = predicted(step.isStanding ? 0.001 : 0.1)
      let change = (velocity.value - calm.0.velocity).length
      let variance = calm.0.covariance.vv + velocity.deviation * velocity.deviation
      return change * change <= 5 * variance ? calm : predicted(4)
    }
    // Only positions tell an acceleration.
    let calm = predicted(step.isStanding ? 0.01 : 1)
    let miss = (place - calm.0.place - calm.0.offset).length
    return miss * miss <= 6 * (calm.0.positionVariance + noise) ? calm : predicted(10)
  }

  /// Whether the receiver says that it moves, and reports the same place again.
  private mutating func isStuck(_ fix: Fix) -> Bool {
    let seconds = seen.seconds(to: fix) ?? 0
    let isSame = fix.coordinate == seen.place
    seen = Moment(fix)
    guard isSame, let speed = fix.speed, !fix.isSpeedDerived, speed > 1 else {
      unmoved = 0
      return false
    }
    unmoved += speed * seconds
    // A thousandth of a minute is the coarsest resolution of NMEA that is in use.
    return unmoved > 4
  }

  /// Whether enough fixes that do not fit those before agree with each other.
  private mutating func isPatienceOver(_ fix: Fix) -> Bool {
    guard var known = doubt, let seconds = known.last.seconds(to: fix), seconds >= 0,
      known.last.place.distance(to: fix.coordinate)
        <= (max(fix.speed ?? 0, known.last.speed) + 10) * max(seconds, 1) + 3 * deviation
    else {
      doubt = Doubt(first: Moment(fix), last: Moment(fix))
      return false
    }
    known.last = Moment(fix)
    known.count += 1
    doubt = known
    guard known.count >= Self.patience.count else { return false }
    if accepted < Self.settledCount { return true }
    return known.first.seconds(to: fix) ?? 0 >= Self.patience.seconds
  }

  // MARK: Heights

  private mutating func addHeight(_ fix: Fix, after seconds: Double?) {
    if let height = fix.altitude ?? fix.ellipsoidalAltitude {
      let deviation = Self.verticalDeviation(of: fix)
      if let seconds, heights != nil, (fix.altitude == nil) == (last.altitude == nil) {
        heights?.add(
          height, climb: fix.climb, climbError: fix.errors.climb, deviation: deviation,
          after: seconds)
      } else {
        heights = HeightFilter(height, climb: fix.climb, deviation: deviation)
      }
    } else {
      heights = nil
    }
    step.vertical = heights?.estimate
    step.verticalTransition = heights?.transition
  }

  // MARK: Standing

  private mutating func noteStanding(
    _ fix: Fix, after seconds: Double, _ speedDeviation: Double?, isSurprising: Bool
  ) {
    let speed = fix.isSpeedDerived ? nil : fix.speed
    let place = step.plane.meters(fix.coordinate)
    step.isStanding = standing.stands(
      speed: speed ?? step.horizontal.velocity.length, deviation: speedDeviation ?? 0.1,
      isMeasured: speed != nil, isSurprising: isSurprising, at: place,
      estimate: step.horizontal.place,
      error: Self.radius68 * deviation, after: seconds)
    guard step.isStanding else {
      // The estimate of a stationary receiver forgets slowly.
      if standing.wasAway {
        step.horizontal = MotionEstimate(
          at: place, deviation: deviation, noise: Self.noise(deviation),
          velocity: step.horizontal.velocity, speedVariance: 10)
        step.transition = nil
      }
      return
    }
    step.horizontal.measure(velocity: .zero, variance: 0.0025)
    heights?.stand()
    step.vertical = heights?.estimate
  }

  // MARK: What comes out

  /// The estimated place. It is still while the receiver is stationary.
  package var place: Coordinate { step.plane.place(standing.hold ?? step.horizontal.place) }

  /// The estimated speed in m/s.
  package var speed: Double { step.isStanding ? 0 : step.horizontal.velocity.length }

  /// The last fix that was accepted.
  package var lastFix: Fix { last }

  /// Whether the motion is known well enough for a prediction.
  package var isSettled: Bool { accepted >= 3 }

  /// The motion after a time in seconds without a fix.
  package func predicted(after seconds: Double) -> MotionFilter {
    var result = self
    let transition = MotionEstimate.Transition(
      seconds: seconds, acceleration: 0.3, deviation: (deviation, deviation),
      correlationTime: Self.correlationTime)
    if !step.isStanding { result.step.horizontal = step.horizontal.predicted(transition) }
    result.step.vertical = step.vertical?.predicted(transition)
    return result
  }
}
