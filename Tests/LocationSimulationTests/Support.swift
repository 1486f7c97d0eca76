import LocationCore
import LocationSimulation
import NMEALocation

/// A place for receivers that stand still.
func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  do {
    return try Coordinate(latitude: latitude, longitude: longitude)
  } catch {
    preconditionFailure("\(error)")
  }
}

let berlin = place(52.5145, 13.3501)

extension Scenario {
  /// Stands still with the given faults, for a number of seconds.
  static func standing(
    seconds: Int, rate: Int = 1, environment: ReceiverEnvironment = .openSky, faults: [Fault] = []
  ) -> Scenario {
    var scenario = Scenario(name: "test", motion: .standing(at: berlin, altitude: 35))
    scenario.duration = .seconds(seconds)
    scenario.rate = rate
    scenario.environment = environment
    scenario.faults = faults
    return scenario
  }

  /// All steps of its run.
  func steps(seed: UInt64 = 1) -> [SimulationStep] {
    Array(SimulatedReceiver(scenario: self, seed: seed))
  }
}

extension [SimulationStep] {
  var updates: [LocationUpdate] { flatMap(\.updates) }
  var bytes: [UInt8] { flatMap(\.bytes) }
  var fixes: [Fix] { updates.fixes }
}

extension [LocationUpdate] {
  var fixes: [Fix] {
    compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
  }

  var skies: [SkyView] {
    compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
  }

  var losses: [FixLoss] {
    compactMap { if case .fixLost(let loss) = $0 { loss } else { nil } }
  }
}

/// The updates that this package's decoder makes of bytes.
func decoded(_ bytes: [UInt8], from source: FixSource) -> [LocationUpdate] {
  var decoder = NMEALocationDecoder(source: source)
  var updates: [LocationUpdate] = []
  decoder.decode(bytes) { update, _ in updates.append(update) }
  decoder.finish { update, _ in updates.append(update) }
  return updates
}
