import FuzzingSupport
import LocationCore
import LocationIO
import LocationSimulation
import LocationSources

/// The waypoints of a track file are on Earth, and a receiver can travel its routes.
@_cdecl("routes_main")
func main() -> CInt {
  fuzz { start, count in
    expectRoute(Array(UnsafeRawBufferPointer(start: start, count: count)))
    return 0
  }
}

private func expectRoute(_ bytes: [UInt8]) {
  let waypoints: [Waypoint]
  do throws(ScenarioError) {
    waypoints = try Waypoint.waypoints(of: DataByteSource(bytes: bytes))
  } catch {
    expect(!error.problem.isEmpty, "no words")
    expect((error.line ?? 1) >= 1, "line \(error.line ?? 0)")
    return
  }
  expect(!waypoints.isEmpty, "no waypoints, and no error")
  // The shortest point is a line of CSV, as "1,2". Only compressed files may have more points.
  let isCompressed = bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x50, 0x4B])
  expect(isCompressed || waypoints.count <= bytes.count / 3, "\(waypoints.count) waypoints")
  for waypoint in waypoints {
    expect(abs(waypoint.coordinate.latitude) <= 90, "\(waypoint)")
    expect(abs(waypoint.coordinate.longitude) <= 180, "\(waypoint)")
    expect(waypoint.altitude?.isFinite ?? true, "\(waypoint)")
  }
  travel(try? Route(waypoints, speed: nil, ending: .stop))
  travel(try? Route(waypoints, speed: .constant(30), turnRate: 20, ending: .loop))
  travel(
    try? Route(waypoints, speed: .constant(8), acceleration: 1, turnRate: 20, ending: .return))
}

private func travel(_ route: Route?) {
  guard let route else { return }
  var scenario = Scenario(name: "fuzz", motion: .route(route))
  scenario.rate = 2
  // Its path does not depend on satellites, and computing them takes long.
  scenario.systems = []
  for step in SimulatedReceiver(scenario: scenario).prefix(12) {
    let truth = step.truth
    expect(truth.altitude.isFinite && truth.speed.isFinite && truth.climb.isFinite, "\(truth)")
    expect((0..<360).contains(truth.course), "\(truth)")
    expect(abs(truth.coordinate.latitude) <= 90, "\(truth)")
    expect(abs(truth.coordinate.longitude) <= 180, "\(truth)")
    for update in step.updates { update.expectInRange() }
  }
}
