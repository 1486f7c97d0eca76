import LocationCore
import LocationIO
import LocationReplay
import LocationSimulation
import LocationText
import LocationTracks
import NMEALocation

/// Makes simulated receivers of what a `sim:` source says.
package struct SimulationFactory: Sendable {
  package let clock: any Clock<Duration>
  package let now: @Sendable () -> Date

  /// A provider, paced by the clock.
  package func source(
    for source: SourceDescription, _ playback: Playback
  ) throws(UserLocationError) -> SimulatedLocationProvider {
    let (scenario, limit) = try scenario(for: source)
    return SimulatedLocationProvider(
      scenario: scenario, pace: playback.rate.pace, loops: playback.loops, limit: limit,
      clock: clock, now: now)
  }

  /// The bytes such a receiver writes, as fast as they are read.
  package func bytes(of source: SourceDescription) throws(UserLocationError) -> any ByteSource {
    let (scenario, limit) = try scenario(for: source)
    return SimulatedByteSource(
      receiver: SimulatedReceiver(scenario: scenario), limit: limit, name: source.description)
  }

  /// A scenario with what the source says about it, and after how long its run ends.
  private func scenario(
    for source: SourceDescription
  ) throws(UserLocationError) -> (Scenario, limit: Duration?) {
    guard case .simulated(let name, let parameters) = source else {
      throw UserLocationError(
        .invalidSource, source: source.description, detail: "it is no simulated receiver")
    }
    let settings = try SimulationSettings(parameters, of: source)
    var scenario = try Self.scenario(named: name)
    do throws(ScenarioError) {
      try settings.apply(to: &scenario, now: now)
    } catch {
      throw UserLocationError(.invalidSource, source: source.description, detail: error.problem)
    }
    return (scenario, settings.duration)
  }

  /// A built-in scenario, or one from a file.
  ///
  /// - Throws: `.sourceNotFound` when there is none of the name, `.badData` for a file with a
  ///   mistake, which it names.
  package static func scenario(named name: String) throws(UserLocationError) -> Scenario {
    if let scenario = Scenario.named(name) { return scenario }
    do throws(UserLocationError) {
      try FileByteSource(path: name).open().close()
    } catch {
      guard error.code == .sourceNotFound else { throw error }
      let names = Scenario.builtInNames.joined(separator: ", ")
      throw UserLocationError(
        .sourceNotFound, source: "sim:\(name)",
        detail: "there is no such scenario, built-in or file; built-in are \(names)")
    }
    do throws(ScenarioError) {
      return try Scenario(path: name)
    } catch {
      throw UserLocationError(.badData, detail: error.description, cause: error)
    }
  }
}

extension Rate {
  /// The rate as providers have it.
  package var pace: ReplayPace {
    switch self {
    case .times(let factor): .times(factor)
    case .max: .unpaced
    }
  }
}
