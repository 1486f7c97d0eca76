import LocationCore
import LocationReplay
import LocationTesting
import TestTurns
import Testing

@testable import LocationSimulation

/// A route that is traveled on foot, on a bicycle or in a car.
@Suite(.inTurn) struct TravelModeTests {
  /// 500 m to the north, then 400 m to the east.
  private static let corner = [
    place(52.5, 13.4), place(52.5045, 13.4), place(52.5045, 13.4059),
  ]

  private func route(by mode: TravelMode, speed: Double? = nil) throws -> Route {
    try Route(Self.corner.map { Waypoint($0) }, by: mode, speed: speed)
  }

  /// Ten points a second.
  private func truths(by mode: TravelMode, speed: Double? = nil) throws -> [GroundTruth] {
    var mover = Motion.route(try route(by: mode, speed: speed)).mover(seed: 1)
    var points: [GroundTruth] = []
    while !mover.hasArrived { points.append(mover.point(at: .milliseconds(100 * points.count))) }
    return points
  }

  @Test(arguments: TravelMode.allCases, [nil, 3.0, 20])
  func aSpeedIsReachedAndNotExceeded(mode: TravelMode, speed: Double?) throws {
    let truths = try truths(by: mode, speed: speed)
    let speeds = truths.map(\.speed)
    let wanted = speed ?? mode.speed
    #expect(speeds.first == 0)
    #expect(speeds.last == 0)
    #expect(try #require(truths.last).coordinate.distance(to: Self.corner[2]) < 0.01)
    let fastest = try #require(speeds.max())
    #expect(fastest <= wanted)
    #expect(fastest > wanted * 0.99)
    let changes = zip(speeds, speeds.dropFirst()).map { abs($1 - $0) / 0.1 }
    #expect(try #require(changes.max()) < mode.acceleration * 1.51)
  }

  @Test(arguments: TravelMode.allCases)
  func aCornerIsTakenOnACircle(mode: TravelMode) throws {
    let truths = try truths(by: mode).filter { $0.speed > 0.1 }
    let turns = zip(truths, truths.dropFirst()).map {
      abs(turn(from: $0.course, to: $1.course)) / 0.1
    }
    #expect(try #require(turns.max()) < mode.turnRate * 1.05)
    #expect(try #require(turns.max()) > mode.turnRate * 0.5)
  }

  @Test func theSameRouteGivesTheSameBytes() throws {
    func bytes(_ mode: TravelMode) throws -> [UInt8] {
      var scenario = Scenario(name: "test", motion: .route(try route(by: mode)))
      scenario.duration = .seconds(60)
      return scenario.steps().bytes
    }
    let cycled = try bytes(.cycle)
    #expect(!cycled.isEmpty)
    #expect(try bytes(.cycle) == cycled)
    #expect(try bytes(.walk) != cycled)
  }

  @Test func aWayMayBeTraveledInAMode() throws {
    var scenario = try #require(Scenario.named("walk"))
    try scenario.travel(from: Self.corner[0], to: Self.corner[1], speed: 10, by: .drive)
    let speeds = scenario.steps().map(\.truth.speed)
    #expect(speeds.first == 0)
    #expect(speeds.last == 0)
    #expect(speeds.max() == 10)
  }

  @Test func aProviderTravelsCoordinates() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = try SimulatedLocationProvider(route: Self.corner, speed: 10, clock: clock)
    var fixes: [Fix] = []
    for try await fix in LocationFixes(provider.startUpdatingLocation()) { fixes.append(fix) }
    #expect(fixes.allSatisfy { $0.isSimulated && !$0.isReplayed })
    #expect(fixes.first?.timestamp == Scenario.defaultStart)
    #expect(try #require(fixes.last).coordinate.distance(to: Self.corner[2]) < 5)
    #expect(abs(try #require(fixes.compactMap(\.speed).max()) - 10) < 0.5)
    #expect(clock.now.offset == .seconds(fixes.count - 1))
  }

  @Test func timesOfWaypointsDoNotCount() throws {
    let waypoints = Self.corner.enumerated().map {
      Waypoint($1, time: .seconds(1000 * $0))
    }
    let timed = try SimulatedLocationProvider(route: waypoints, by: .drive)
    let plain = try SimulatedLocationProvider(route: Self.corner, by: .drive)
    #expect(timed.scenario.steps().map(\.truth) == plain.scenario.steps().map(\.truth))
  }

  @Test(
    arguments: [
      ([], 1.0, "a route needs at least two different places"),
      ([place(1, 2), place(1, 2)], 1, "a route needs at least two different places"),
      (corner, 0, "a speed is a positive number of m/s"),
      (corner, .nan, "a speed is a positive number of m/s"),
    ] as [([Coordinate], Double, String)])
  func aRouteThatCannotBeTraveledIsAnError(
    route: [Coordinate], speed: Double, problem: String
  ) {
    let error = #expect(throws: ScenarioError.self) {
      try SimulatedLocationProvider(route: route, speed: speed)
    }
    #expect(error?.problem.contains(problem) == true)
  }
}
