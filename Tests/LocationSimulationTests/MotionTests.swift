import LocationCore
import TestTurns
import Testing

@testable import LocationSimulation

/// Vehicles move like real ones.
@Suite(.inTurn) struct MotionTests {
  private static let corners = [
    Waypoint(place(52.5, 13.4), altitude: 30), Waypoint(place(52.505, 13.4), altitude: 40),
    Waypoint(place(52.505, 13.41), altitude: 40), Waypoint(place(52.5, 13.41), altitude: 20),
  ]

  /// The points of a motion at a rate, until it arrives or for some seconds.
  private func track(
    _ motion: Motion, rate: Int = 5, seconds: Int = 600, seed: UInt64 = 1
  ) -> [GroundTruth] {
    var mover = motion.mover(seed: seed)
    var points: [GroundTruth] = []
    for count in 0..<(seconds * rate) {
      points.append(mover.point(at: .nanoseconds(count * 1_000_000_000 / rate)))
      if mover.hasArrived { break }
    }
    return points
  }

  /// Compares two points that are a time step in seconds apart.
  private func changes(
    _ points: [GroundTruth], _ step: Double
  ) -> [(acceleration: Double, turnRate: Double, gap: Double)] {
    zip(points, points.dropFirst()).map { one, other in
      let isMoving = min(one.speed, other.speed) > 0.01
      let moved = one.coordinate.distance(to: other.coordinate)
      return (
        abs(other.speed - one.speed) / step,
        isMoving ? abs(turn(from: one.course, to: other.course)) / step : 0,
        abs(moved - (one.speed + other.speed) / 2 * step)
      )
    }
  }

  @Test(arguments: Route.Ending.allCases)
  func keepsToItsLimits(_ ending: Route.Ending) throws {
    let route = try Route(
      Self.corners,
      speed: .profile([
        .init(at: .zero, speed: 14), .init(at: .seconds(60), speed: 4),
        .init(at: .seconds(90), speed: 20),
      ]), acceleration: 1.5, turnRate: 12, ending: ending)
    let points = track(.route(route), rate: 10)
    let changes = changes(points, 0.1)
    #expect((changes.map(\.acceleration).max() ?? 99) < 1.5 * 1.51)
    #expect((changes.map(\.turnRate).max() ?? 99) < 12 * 1.03)
    // Position, speed and course agree to some centimeters.
    #expect((changes.map(\.gap).max() ?? 99) < 0.1)
    #expect(points[0].speed == 0)
    #expect((points.map(\.speed).max() ?? 0) > 13.9)
    if ending == .stop {
      #expect(points.last?.speed == 0)
      let end = try #require(Self.corners.last).coordinate
      #expect((points.last?.coordinate.distance(to: end) ?? 99) < 1e-6)
    } else {
      #expect(points.count == 6000)
    }
  }

  @Test func stopsWhenTheProfileHasSpeedZero() throws {
    let route = try Route(
      Self.corners,
      speed: .profile([
        .init(at: .zero, speed: 10), .init(at: .seconds(30), speed: 0),
        .init(at: .seconds(50), speed: 10),
      ]), acceleration: 2)
    let points = track(.route(route), rate: 1)
    #expect(points[29].speed > 9.9)
    #expect((36...50).allSatisfy { points[$0].speed == 0 })
    #expect(points[51].speed > 1)
  }

  @Test func withoutLimitsEveryWaypointIsTouched() throws {
    let route = try Route(Self.corners, speed: .constant(10))
    let points = track(.route(route), rate: 20, seconds: 300)
    for corner in Self.corners {
      let nearest = points.map { $0.coordinate.distance(to: corner.coordinate) }.min()
      #expect((nearest ?? 99) < 0.3)
    }
    #expect(points.dropLast().allSatisfy { $0.speed == 10 })
    let length = zip(Self.corners, Self.corners.dropFirst()).reduce(0) {
      $0 + $1.0.coordinate.distance(to: $1.1.coordinate)
    }
    #expect(abs(Double(points.count - 1) / 20 - length / 10) < 0.1)
  }

  @Test func roundsCornersOnCircles() throws {
    let route = try Route(Self.corners, speed: .constant(14), turnRate: 12)
    let points = track(.route(route), rate: 5)
    let nearest = points.map { $0.coordinate.distance(to: Self.corners[1].coordinate) }.min() ?? 0
    // A circle of 14 m/s ÷ 12°/s = 67 m passes a right angle's corner at (√2 − 1) times that.
    #expect(abs(nearest - 27.7) < 1)
    #expect(points.dropLast().allSatisfy { $0.speed == 14 })
  }

  @Test(arguments: [151.0, 165, 174])
  func aHairpinIsDrivenWithoutAHalt(turn: Double) throws {
    let corner = place(52.505, 13.4)
    let route = try Route(
      [
        Waypoint(place(52.5, 13.4)), Waypoint(corner),
        Waypoint(corner.destination(bearing: turn, distance: 500)),
      ], speed: .constant(14), acceleration: 1.5, turnRate: 20)
    let points = track(.route(route), rate: 5)
    let nearest = points.map { $0.coordinate.distance(to: corner) }.min() ?? 99
    #expect(nearest < 41)
    #expect(points.dropFirst().dropLast().allSatisfy { $0.speed > 0.2 })
    #expect((changes(points, 0.2).map(\.turnRate).max() ?? 99) < 20 * 1.03)
  }

  @Test func altitudeAndClimbGoTogether() throws {
    let route = try Route(Self.corners, speed: .constant(10))
    let points = track(.route(route), rate: 1)
    #expect(points[0].altitude == 30)
    #expect(abs((points.last?.altitude ?? 0) - 20) < 1e-9)
    for (one, other) in zip(points, points.dropFirst()) where one.climb == other.climb {
      #expect(abs(other.altitude - one.altitude - one.climb) < 0.01)
    }
    #expect(points.contains { $0.climb > 0.1 } && points.contains { $0.climb < -0.1 })
  }

  @Test func legsAreGeodesics() throws {
    let frankfurt = place(50.03, 8.57)
    let tokyo = place(35.55, 139.78)
    let whole = frankfurt.distance(to: tokyo)
    let route = try Route([Waypoint(frankfurt), Waypoint(tokyo)], speed: .constant(250))
    let points = track(.route(route), rate: 1, seconds: 40_000).enumerated()
      .filter { $0.offset % 500 == 0 }.map(\.element)
    #expect(points.count > 60)
    for point in points {
      let detour =
        frankfurt.distance(to: point.coordinate) + point.coordinate.distance(to: tokyo) - whole
      #expect(abs(detour) < 0.01)
      if let onward = point.coordinate.bearing(to: tokyo) {
        #expect(abs(turn(from: point.course, to: onward)) < 1e-6)
      }
    }
    // The shortest way leads far to the north.
    #expect((points.map(\.coordinate.latitude).max() ?? 0) > 66)
  }

  @Test func crossesTheAntimeridianAndThePole() throws {
    let dateLine = try Route(
      [Waypoint(place(0, 179.99)), Waypoint(place(0, -179.99))], speed: .constant(100))
    let points = track(.route(dateLine), rate: 1)
    #expect(points.count == 24)
    #expect((changes(points.dropLast(), 1).map(\.gap).max() ?? 99) < 0.01)
    let pole = try Route(
      [Waypoint(place(89.99, 0)), Waypoint(place(89.99, 180))], speed: .constant(100))
    let over = track(.route(pole), rate: 1)
    #expect((over.map(\.coordinate.latitude).max() ?? 0) > 89.9995)
    #expect((changes(over.dropLast(), 1).map(\.gap).max() ?? 99) < 0.01)
  }

  @Test func loopsAndReturns() throws {
    let loop = track(
      .route(try Route(Self.corners, speed: .constant(20), ending: .loop)), seconds: 500)
    let start = Self.corners[0].coordinate
    let visits = loop.indices.dropFirst().filter {
      loop[$0].coordinate.distance(to: start) < 3
        && loop[$0 - 1].coordinate.distance(to: start) > 3
    }
    #expect(visits.count >= 3)

    let back = track(
      .route(try Route(Self.corners, speed: .constant(20), ending: .return)), seconds: 200)
    let last = try #require(Self.corners.last).coordinate
    let turningPoint = try #require(back.firstIndex { $0.coordinate.distance(to: last) < 3 })
    let (before, after) = (back[turningPoint - 50], back[turningPoint + 51])
    #expect(before.coordinate.distance(to: after.coordinate) < 6)
    #expect(abs(turn(from: before.course, to: after.course + 180)) < 0.01)
  }

  @Test(arguments: [Route.Ending.stop, .loop, .return])
  func passesWaypointsAtTheirTimes(_ ending: Route.Ending) throws {
    let times = [0, 40, 100, 130]
    let waypoints = zip(Self.corners, times).map { corner, time in
      Waypoint(corner.coordinate, altitude: corner.altitude, time: .seconds(time))
    }
    let points = track(
      .route(try Route(waypoints, speed: nil, ending: ending)), rate: 1, seconds: 400)
    for (corner, time) in zip(Self.corners, times) {
      #expect(points[time].coordinate.distance(to: corner.coordinate) < 1e-6)
    }
    #expect((changes(Array(points[1..<39]), 1).map(\.gap).max() ?? 99) < 1e-6)
    switch ending {
    case .stop: #expect(points.count == 131)
    case .loop, .return: #expect(points.count == 400)
    }
    if ending == .loop {
      let lap = try #require(
        points.indices.dropFirst(140).first {
          points[$0].coordinate.distance(to: Self.corners[0].coordinate) < 30
        })
      // The corners follow again. A lap takes no whole number of seconds.
      for time in times.dropFirst() {
        let place = points[lap + time].coordinate
        #expect(place.distance(to: points[time].coordinate) < 30)
      }
    }
    if ending == .return {
      #expect(points[160].coordinate.distance(to: Self.corners[2].coordinate) < 1e-6)
      #expect(points[260].coordinate.distance(to: Self.corners[0].coordinate) < 1e-6)
    }
  }

  @Test(arguments: [true, false])
  func circlesAreRound(_ isClockwise: Bool) {
    let circle = Motion.Circle(
      center: berlin, radius: 200, speed: 10, altitude: 7, isClockwise: isClockwise)
    let points = track(.circle(circle), rate: 5, seconds: 150)
    #expect(points.allSatisfy { abs($0.coordinate.distance(to: berlin) - 200) < 1e-3 })
    #expect((changes(points, 0.2).map(\.gap).max() ?? 99) < 0.001)
    #expect(abs(points[0].course - (isClockwise ? 90 : 270)) < 1e-9)
    // 2π × 200 m at 10 m/s.
    #expect(points[628].coordinate.distance(to: points[0].coordinate) < 1)
  }

  @Test func randomWalksStayNearTheirStartAndDependOnTheSeedOnly() throws {
    let walk = Motion.RandomWalk(start: berlin, speed: 2, turnRate: 8, range: 100)
    let points = track(.randomWalk(walk), rate: 1, seconds: 3000)
    let farthest = points.map { $0.coordinate.distance(to: berlin) }.max() ?? 0
    #expect((80...140).contains(farthest))
    let mean = points.map(\.speed).reduce(0, +) / 3000
    #expect(abs(mean - 2) < 0.2)
    let fastest = try #require(changes(points, 1).map(\.turnRate).max())
    #expect(fastest < 8 * 5)
    let often = track(.randomWalk(walk), rate: 10, seconds: 100)
    for second in 0..<100 {
      #expect(often[second * 10].coordinate.distance(to: points[second].coordinate) < 1e-6)
    }
    let other = track(.randomWalk(walk), rate: 1, seconds: 100, seed: 2)
    #expect(other[99].coordinate.distance(to: points[99].coordinate) > 1)
  }

  @Test func aRouteDoesNotDependOnTheRate() throws {
    let motion = Motion.route(
      try Route(Self.corners, speed: .constant(12), acceleration: 1, turnRate: 15))
    let slow = track(motion, rate: 1)
    let fast = track(motion, rate: 20)
    for (second, point) in slow.enumerated().dropLast() {
      #expect(fast[second * 20].coordinate.distance(to: point.coordinate) < 1e-6)
    }
  }

  @Test func refusesAnInvalidRoute() {
    let one = Waypoint(berlin)
    #expect(throws: ScenarioError.self) { try Route([one], speed: .constant(1)) }
    #expect(throws: ScenarioError.self) { try Route([one, one], speed: .constant(1)) }
    for (latitude, other) in [(0.0, -180.0), (90, 20)] {
      let same = [Waypoint(place(latitude, 180)), Waypoint(place(latitude, other))]
      #expect(throws: ScenarioError.self) { try Route(same, speed: .constant(1)) }
    }
    let high = [one, Waypoint(place(52, 13), altitude: .nan)]
    #expect(throws: ScenarioError.self) { try Route(high, speed: .constant(1)) }
    #expect(throws: ScenarioError.self) { try Route(Self.corners, speed: nil) }
    #expect(throws: ScenarioError.self) { try Route(Self.corners, speed: .constant(0)) }
    #expect(throws: ScenarioError.self) { try Route(Self.corners, speed: .constant(.nan)) }
    #expect(throws: ScenarioError.self) { try Route(Self.corners, speed: .profile([])) }
    #expect(throws: ScenarioError.self) {
      try Route(Self.corners, speed: .constant(1), turnRate: -2)
    }
  }

  @Test func travelReplacesTheRouteAndItsDuration() throws {
    var scenario = try #require(Scenario.named("walk"))
    try scenario.travel(from: place(52, 13), to: place(52, 13.01), speed: 10)
    let steps = Array(SimulatedReceiver(scenario: scenario))
    // 686 m at 10 m/s.
    #expect(steps.count == 70)
    #expect(steps.last?.truth.coordinate == place(52, 13.01))
    #expect(throws: ScenarioError.self) {
      try scenario.travel(from: berlin, to: berlin, speed: 10)
    }
  }
}
