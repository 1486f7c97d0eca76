import LocationCore
import LocationReplay
import LocationTesting
import TestTurns
import Testing

@testable import LocationSimulation

/// Many devices of one scenario.
@Suite(.inTurn) struct SimulatedFleetTests {
  static func scenario(_ name: String, seconds: Int = 20) throws -> Scenario {
    var scenario = try #require(Scenario.named(name))
    scenario.duration = .seconds(seconds)
    return scenario
  }

  /// The steps of each device, by its name.
  static func steps(_ scenario: Scenario, devices: Int, seed: UInt64 = 7) -> [String:
    [SimulationStep]]
  {
    Dictionary(grouping: SimulatedFleet(scenario: scenario, devices: devices, seed: seed)) {
      $0.trueFix.source.device ?? "-"
    }
  }

  @Test func devicesAreNumberedFromOne() throws {
    let scenario = try Self.scenario("drive", seconds: 1)
    #expect(Set(Self.steps(scenario, devices: 3).keys) == ["sim/0001", "sim/0002", "sim/0003"])
    let last = SimulatedFleet(scenario: scenario, devices: 10_000).sources.compactMap(\.device)
    #expect(Set(last).count == 10_000)
    #expect(last.contains("sim/9999") && last.contains("sim/10000"))
  }

  @Test func everyUpdateNamesItsDevice() throws {
    for (name, steps) in Self.steps(try Self.scenario("drive"), devices: 2) {
      #expect(
        steps.updates.allSatisfy { $0.source?.device == name && $0.source?.kind == .simulated })
      #expect(steps.fixes.count == 20)
      #expect(steps.updates.skies.count == 20)
    }
  }

  @Test(arguments: ["drive", "walk", "flight", "city", "tunnel", "flaky"])
  func aTrackDoesNotDependOnTheNumberOfDevices(_ name: String) throws {
    let scenario = try Self.scenario(name)
    let (few, many) = (Self.steps(scenario, devices: 2), Self.steps(scenario, devices: 20))
    #expect(few.count == 2 && many.count == 20)
    for (device, steps) in few { #expect(many[device] == steps) }
  }

  @Test func theSameSeedMakesTheSameFleet() throws {
    let scenario = try Self.scenario("drive", seconds: 3)
    #expect(Self.steps(scenario, devices: 5) == Self.steps(scenario, devices: 5))
    let other = Self.steps(scenario, devices: 5, seed: 8)
    for (device, steps) in Self.steps(scenario, devices: 5) { #expect(other[device] != steps) }
  }

  @Test func devicesAreNearTheScenarioAndApartFromEachOther() throws {
    let scenario = try Self.scenario("walk", seconds: 1)
    let start = SimulatedReceiver(scenario: scenario).prefix(1).map(\.truth.coordinate)[0]
    let places = Self.steps(scenario, devices: 100).values.map { $0[0].truth.coordinate }
    #expect(places.allSatisfy { $0.distance(to: start) < FleetDevice.range + 1 })
    #expect(Set(places).count == 100)
    // Half of the area is beyond 0.7 of the radius.
    #expect((35...65).contains(places.count { $0.distance(to: start) > 7071 }))
    // In all directions.
    let directions = Set(places.compactMap { start.bearing(to: $0) }.map { Int($0 / 45) })
    #expect(directions.count == 8)
  }

  @Test(arguments: [1, 3, 20])
  func reportsAreSpreadOverEachSecondInTheOrderOfTheirTimes(_ rate: Int) throws {
    var scenario = try Self.scenario("drive", seconds: 2)
    scenario.rate = rate
    let steps = Array(SimulatedFleet(scenario: scenario, devices: 100))
    #expect(steps.count == 200 * rate)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.offset <= $1.offset })
    for step in steps {
      let seconds = try #require(step.fix?.timestamp).timeIntervalSince(Scenario.defaultStart)
      #expect(abs(seconds - step.offset.seconds) < 0.0011)
    }
    let tenths = Set(steps.prefix(100).map { Int($0.offset.seconds * Double(rate) * 10) })
    #expect(tenths == Set(0..<10))
  }

  /// A device on a loop is somewhere else on it, so its speed differs, too.
  @Test func devicesAreAtDifferentPlacesOfALoop() throws {
    let steps = Self.steps(try Self.scenario("drive", seconds: 1), devices: 50)
    #expect(Set(steps.values.map { Int($0[0].truth.speed) }).count > 3)
    #expect(steps.values.contains { $0[0].truth.speed > 13 })
  }

  @Test func aRouteWithAnEndIsTraveledFromItsStart() throws {
    let scenario = try #require(Scenario.named("tunnel"))
    let alone = Array(SimulatedReceiver(scenario: scenario))
    for steps in Self.steps(scenario, devices: 3).values {
      #expect(steps.map(\.truth.speed) == alone.map(\.truth.speed))
      #expect(steps.map(\.truth.altitude) == alone.map(\.truth.altitude))
      for (step, other) in zip(steps, alone) {
        let length = steps[0].truth.coordinate.distance(to: step.truth.coordinate)
        #expect(abs(length - alone[0].truth.coordinate.distance(to: other.truth.coordinate)) < 0.01)
      }
    }
  }

  @Test(arguments: ["drive", "flight", "boat"])
  func theCourseIsTheDirectionOfTheTurnedTrack(_ name: String) throws {
    let scenario = try Self.scenario(name, seconds: 120)
    for (device, steps) in Self.steps(scenario, devices: 5) {
      for (step, next) in zip(steps, steps.dropFirst()) where step.truth.speed > 2 {
        let way = step.truth.coordinate.bearing(to: next.truth.coordinate)
        let middle = step.truth.course + turn(from: step.truth.course, to: next.truth.course) / 2
        #expect(
          abs(turn(from: middle, to: way ?? 0)) < 4,
          "\(device) at \(step.offset): \(middle) \(way ?? -1)")
      }
    }
  }

  /// An ocean away the turned course is not the course plus the turn.
  @Test func aCourseFarFromTheStartFollowsTheTurnedTrack() {
    let move = Displacement(start: place(50, 8), end: place(50.05, 8.1), turn: 70)
    let far = place(50, 8).destination(bearing: 300, distance: 5_000_000)
    let next = place(50, 8).destination(bearing: 300, distance: 5_000_100)
    let course = far.bearing(to: next) ?? -1
    let truth = { GroundTruth(coordinate: $0, altitude: 1, speed: 2, course: course, climb: 3) }
    let moved = move.moved(truth(far))
    let way = moved.coordinate.bearing(to: move.moved(truth(next)).coordinate) ?? -1
    #expect(abs(turn(from: moved.course, to: way)) < 0.01)
    #expect(abs(turn(from: course + 70, to: way)) > 5)
    #expect(abs(place(50.05, 8.1).distance(to: moved.coordinate) - 5_000_000) < 0.001)
    #expect((moved.altitude, moved.speed, moved.climb) == (1, 2, 3))
  }

  @Test func theStartIsMovedAndItsCourseTurned() {
    let move = Displacement(start: place(50, 8), end: place(50.05, 8.1), turn: 350)
    let moved = move.moved(
      GroundTruth(coordinate: place(50, 8), altitude: 0, speed: 0, course: 20, climb: 0))
    #expect(moved.coordinate == place(50.05, 8.1))
    #expect(moved.course == 10)
  }

  @Test func aDeviceWithoutErrorIsWhereItsTruthIs() throws {
    var scenario = try Self.scenario("drive")
    scenario.environment.rangeError = 0
    for step in Self.steps(scenario, devices: 3).values.flatMap({ $0 }) {
      let fix = try #require(step.fix)
      #expect(fix.coordinate.distance(to: step.truth.coordinate) < 0.02)
    }
  }

  @Test func allDevicesEndTogetherWithTheSource() {
    let broken = Scenario.standing(
      seconds: 9, faults: [Fault(.end(isFailure: true), at: .seconds(2))])
    var fleet = SimulatedFleet(scenario: broken, devices: 5)
    var count = 0
    while fleet.next() != nil { count += 1 }
    #expect(count == 10)
    #expect(fleet.ending?.code == .sourceUnavailable)
    #expect(fleet.next() == nil)
  }

  @Test func oneDeviceSaysThatTheAuthorizationIsRevoked() {
    let revoked = Scenario.standing(seconds: 9, faults: [Fault(.revoked, at: .seconds(2))])
    var fleet = SimulatedFleet(scenario: revoked, devices: 5)
    var updates: [LocationUpdate] = []
    while let step = fleet.next() { updates += step.updates }
    #expect(updates.fixes.count == 10)
    #expect(updates.last == .authorization(.denied))
    #expect(updates.count { if case .authorization = $0 { true } else { false } } == 1)
    #expect(fleet.ending?.code == .notAuthorized)
  }

  @Test func theFleetLastsAsLongAsItsLastDevice() throws {
    let scenario = try #require(Scenario.named("tunnel"))
    let fleet = Self.steps(scenario, devices: 4)
    #expect(fleet.values.map(\.count) == [180, 180, 180, 180])
  }

  @Test func aProviderPlaysAFleetAtItsPaceAndStartsOver() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let scenario = Scenario.standing(seconds: 3)
    let provider = SimulatedLocationProvider(
      scenario: scenario, devices: 2, loops: true, limit: .seconds(7), clock: clock)
    var fixes: [Fix] = []
    for try await case .fix(let fix) in provider.startUpdatingLocation() { fixes.append(fix) }
    let names = fixes.compactMap(\.source.device)
    #expect(names.count { $0 == "sim/0001" } >= 6 && names.count { $0 == "sim/0002" } >= 6)
    let receipts = fixes.compactMap(\.receivedAt)
    #expect(zip(receipts, receipts.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func itemsOfAFleetHaveNoBytes() throws {
    var reader = SimulatedTrackReader(
      scenario: .standing(seconds: 2), devices: 2, TrackRequest(keepsBytes: true))
    var items: [TrackItem] = []
    while let item = try reader.next() { items.append(item) }
    #expect(items.compactMap(\.update?.source?.device).count == 8)
    #expect(items.allSatisfy { $0.bytes.isEmpty })
    #expect(items.dropFirst().allSatisfy { $0.needsSentences })
  }
}
