import LocationCore
import LocationTesting
import TestTurns
import Testing

@testable import LocationSimulation

/// A number that makes no sense has the effect that its documentation states.
@Suite(.inTurn) struct InvalidNumberTests {
  private static let past = Duration.seconds(Int64.min / 4)
  private static let future = Duration.seconds(Int64.max / 4)

  @Test(
    arguments: [
      Fault(.jump(meters: .nan, bearing: 0)), Fault(.jump(meters: 1, bearing: .infinity)),
      Fault(.jump(meters: 1e308, bearing: -1e308)), Fault(.drift(speed: 1e308, bearing: 1e308)),
      Fault(.drift(speed: -1, bearing: .nan)), Fault(.drift(speed: 1, bearing: 0), at: past),
      Fault(.fewSatellites(count: .min)), Fault(.fewSatellites(count: .max)),
      Fault(.satelliteLoss(every: .zero)), Fault(.satelliteLoss(every: past), at: past),
      Fault(.timeStep(by: past)), Fault(.timeStep(by: future)), Fault(.leapSecond, at: past),
      Fault(.leapSecond, at: future), Fault(.badChecksum(share: .nan)), Fault(.truncated(share: 2)),
      Fault(.interleaved(share: -1)), Fault(.garbage(bytes: .min)), Fault(.garbage(bytes: .max)),
      Fault(.coldStart, for: .zero), Fault(.silence, for: past), Fault(.stuck, at: past),
    ])
  func noFaultStopsTheProgram(_ fault: Fault) {
    let steps = Scenario.standing(seconds: 20, faults: [fault]).steps()
    #expect(steps.count == 20)
    #expect(steps.allSatisfy { $0.bytes.count < 110_000 })
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func noStartStopsTheProgram(_ seconds: Double) {
    var scenario = Scenario.standing(seconds: 3)
    scenario.start = Date(timeIntervalSince1970: seconds)
    let fixes = scenario.steps().fixes
    #expect(fixes.count == 3)
    if seconds.isNaN { #expect(fixes.first?.timestamp == Scenario.defaultStart) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308])
  func anAltitudeWithoutSignalsGivesNoFix(_ altitude: Double) {
    var scenario = Scenario(name: "test", motion: .standing(at: berlin, altitude: altitude))
    scenario.duration = .seconds(3)
    let steps = scenario.steps()
    #expect(steps.count == 3 && steps.fixes.isEmpty)
  }

  @Test(
    arguments: [
      Motion.circle(.init(center: berlin, radius: 0.001, speed: 100_000)),
      .circle(.init(center: berlin, radius: 1e9, speed: 100_000)),
      .randomWalk(
        .init(start: berlin, speed: 1e9, turnRate: 1e9, correlationTime: 0, range: 0)),
      .randomWalk(
        .init(start: berlin, speed: 1e9, turnRate: 1e9, correlationTime: 1e9, range: 1e9)),
    ])
  func theEndsOfTheRangesAreValid(_ motion: Motion) {
    var mover = motion.mover(seed: 1)
    for second in 0..<100 {
      let point = mover.point(at: .seconds(second))
      #expect(point.speed.isFinite && (0..<360).contains(point.course))
    }
  }

  @Test(arguments: [Route.Ending.loop, .return])
  func theFastestVehicleStaysOnItsRoute(_ ending: Route.Ending) throws {
    let end = place(52.5145, 13.3601)
    let route = try Route(
      [Waypoint(berlin), Waypoint(end)], speed: .constant(100_000), ending: ending)
    var mover = Motion.route(route).mover(seed: 1)
    let length = berlin.distance(to: end)
    for second in 0..<100 {
      let here = mover.point(at: .seconds(second)).coordinate
      #expect(here.distance(to: berlin) + here.distance(to: end) < length + 0.001)
    }
  }

  @Test(arguments: [-1, 0, 100_001, Double.nan, .infinity])
  func aRouteRefusesASpeedOutOfRange(_ speed: Double) {
    let ends = [Waypoint(berlin), Waypoint(place(52, 13))]
    #expect(throws: ScenarioError.self) { try Route(ends, speed: .constant(speed)) }
    let changes = SpeedPlan.profile([.init(at: .zero, speed: speed)])
    #expect(throws: ScenarioError.self) { try Route(ends, speed: changes) }
  }

  @Test func aFileWithATinyCircleIsRefused() {
    let motion = #"{"kind": "circle", "center": [52, 13], "radius": 1e-310, "speed": 1}"#
    let error = #expect(throws: ScenarioError.self) {
      try Scenario(json: Array(#"{"motion": \#(motion)}"#.utf8), name: "tiny")
    }
    #expect(error?.path == "motion.radius")
  }

  // MARK: Preconditions

  // The bits of a number, because NaN cannot be sent to another process as a number.

  @Test(arguments: [-1, 100_001, Double.nan])
  func noiseOutOfRangeStopsTheProgram(_ meters: Double) async {
    await #expect(processExitsWith: .failure) { [bits = meters.bitPattern as UInt64] in
      _ = LocationProviderMock().withNoise(meters: Double(bitPattern: bits))
    }
  }

  @Test(arguments: [-0.1, 1.1, Double.nan])
  func aShareOutOfRangeStopsTheProgram(_ share: Double) async {
    await #expect(processExitsWith: .failure) { [bits = share.bitPattern as UInt64] in
      _ = LocationProviderMock().droppingFixes(share: Double(bitPattern: bits))
    }
  }

  @Test func aCorrelationTimeBelowZeroStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = LocationProviderMock().withNoise(meters: 1, correlationTime: -1)
    }
  }

  @Test func aNegativeDelayStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = LocationProviderMock().delayed(by: .nanoseconds(-1))
    }
  }

  @Test func anEmptyRangeOfRandomNumbersStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var random = RandomStream(seed: 1, purpose: .init(1))
      _ = random.integer(below: 0)
    }
  }

  @Test func aCircleWithoutSizeStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Motion.Circle(center: berlin, radius: 1e-300, speed: 1)
    }
  }

  @Test func anEndlessWalkStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = Motion.RandomWalk(start: berlin, speed: 1e308)
    }
  }
}
