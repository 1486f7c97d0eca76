import LocationCore

/// Wanders. The turn rate and the speed are Gauss–Markov processes.
struct Walking: Mover {
  /// The length of a step. It is fixed, so that the path does not depend on the rate of positions.
  private static let interval = Duration.milliseconds(200)
  private static let tick = 0.2

  private let walk: Motion.RandomWalk
  private var random: RandomStream
  private var turning = GaussMarkov()
  private var pacing = GaussMarkov()
  private var ticks = 0
  private var place: Coordinate
  private var course: Double
  private var turnRate = 0.0
  private var speed = 0.0

  init(_ walk: Motion.RandomWalk, seed: UInt64) {
    self.walk = walk
    random = RandomStream(seed: seed, purpose: .motion)
    place = walk.start
    course = 360 * random.uniform()
    choose()
  }

  mutating func point(at time: Duration) -> GroundTruth {
    while Self.interval * (ticks + 1) <= time {
      (place, course) = position(after: Self.tick)
      ticks += 1
      choose()
    }
    let now = position(after: (time - Self.interval * ticks).seconds)
    return GroundTruth(
      coordinate: now.place, altitude: walk.altitude, speed: speed, course: now.course, climb: 0)
  }

  private func position(after seconds: Double) -> (place: Coordinate, course: Double) {
    let middle = wrapped(degrees: course + turnRate * seconds / 2)
    return (
      place.destination(bearing: middle, distance: speed * seconds),
      wrapped(degrees: course + turnRate * seconds)
    )
  }

  /// Chooses course and speed for one tick.
  private mutating func choose() {
    let turn = turning.advance(by: Self.tick, correlationTime: walk.correlationTime, &random)
    let pace = pacing.advance(by: Self.tick, correlationTime: walk.correlationTime, &random)
    turnRate = walk.turnRate * turn
    speed = max(0, walk.speed * (1 + 0.2 * pace))
    if let home = place.bearing(to: walk.start), place.distance(to: walk.start) > walk.range {
      // The walk turns back within some seconds, at its sharpest turn rate.
      let sharpest = 3 * walk.turnRate
      let back = LocationSimulation.turn(from: course, to: home) / 2
      turnRate = min(max(back, -sharpest), sharpest)
    }
  }
}
