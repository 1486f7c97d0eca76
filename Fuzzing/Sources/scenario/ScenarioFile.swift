import FuzzingSupport
import LocationCore
import LocationSimulation

/// Every scenario file that can be read can be simulated.
@_cdecl("scenario_main")
func main() -> CInt {
  fuzz { start, count in
    expectScenario(Array(UnsafeRawBufferPointer(start: start, count: count)))
    return 0
  }
}

/// The faults begin within this part of a run.
private let seconds = 4

private func expectScenario(_ bytes: [UInt8]) {
  let scenario: Scenario
  do throws(ScenarioError) {
    scenario = try Scenario(json: bytes, name: "fuzz") { _ throws(ScenarioError) in route }
  } catch {
    expect(!error.problem.isEmpty, "no words")
    expect(error.line.map { (1...bytes.count + 1).contains($0) } ?? true, "line \(error.line ?? 0)")
    return
  }
  expect(!scenario.details.isEmpty, "no words")
  var receiver = SimulatedReceiver(scenario: scenario)
  for _ in 0..<scenario.rate * seconds {
    guard let step = receiver.next() else { break }
    let truth = step.truth
    for (name, value) in [
      ("altitude", truth.altitude), ("speed", truth.speed), ("climb", truth.climb),
      ("course", truth.course),
    ] { expect(value.isFinite, "\(name) is \(value)") }
    expect((-90...90).contains(truth.coordinate.latitude), "\(truth.coordinate)")
    expect((-180...180).contains(truth.coordinate.longitude), "\(truth.coordinate)")
    for update in step.updates { update.expectInRange() }
  }
}

/// Replaces a GPX file.
private let route: [Waypoint] = [(48, 11), (48.001, 11.002), (48.002, 11)].enumerated()
  .compactMap { index, place in
    guard let place = try? Coordinate(latitude: place.0, longitude: place.1) else { return nil }
    return Waypoint(place, altitude: 500, time: .seconds(index * 10))
  }
