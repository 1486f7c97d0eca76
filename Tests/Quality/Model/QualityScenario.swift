internal import LocationCore
package import LocationSimulation

/// A simulated receiver for the measurements: how it moves, and what surrounds it.
package struct QualityScenario: Sendable {
  package enum Surroundings: String, CaseIterable, Sendable { case open, city, tunnel, jammed }
  package enum Movement: String, CaseIterable, Sendable { case walk, drive, boat, standing }

  package let surroundings: Surroundings
  package let movement: Movement
  package let scenario: Scenario

  /// When the tunnel begins, and how long there is no fix.
  package static let tunnel = (start: 290.0, length: 20.0)

  package init?(_ surroundings: Surroundings, _ movement: Movement) {
    self.surroundings = surroundings
    self.movement = movement
    guard var scenario = Scenario.named(movement == .standing ? "walk" : movement.rawValue) else {
      return nil
    }
    if movement == .standing, let place = try? Coordinate(latitude: 52.5145, longitude: 13.3501) {
      scenario.motion = .standing(at: place, altitude: 35)
    }
    scenario.duration = .seconds(600)
    switch surroundings {
    case .open: scenario.environment = .openSky
    case .city: scenario.environment = .city
    case .tunnel:
      scenario.faults = [
        Fault(.dropout, at: .seconds(Self.tunnel.start), for: .seconds(Self.tunnel.length))
      ]
    case .jammed:
      scenario.environment = .city
      scenario.faults =
        [
          (60, 1, 30, 10), (100, 2, 60, 130), (140, 3, 120, 250), (190, 5, 500, 40),
          (240, 8, 5000, 300), (330, 8, 80, 200),
        ].map { start, length, meters, bearing in
          Fault(
            .jump(meters: Double(meters), bearing: Double(bearing)), at: .seconds(start),
            for: .seconds(length))
        } + [Fault(.stuck, at: .seconds(400), for: .seconds(15))]
    }
    self.scenario = scenario
  }

  /// Whether the receiver's position is wrong by design at a time in seconds: a jump, or a stuck position.
  package func isInjected(_ time: Double) -> (jump: Bool, stuck: Bool) {
    func isActive(_ matches: (Fault.Kind) -> Bool) -> Bool {
      scenario.faults.contains { fault in
        guard matches(fault.kind), let length = fault.length else { return false }
        let start = fault.start / .seconds(1)
        return time >= start && time < start + length / .seconds(1)
      }
    }
    return (
      isActive { if case .jump = $0 { true } else { false } },
      isActive { if case .stuck = $0 { true } else { false } }
    )
  }
}
