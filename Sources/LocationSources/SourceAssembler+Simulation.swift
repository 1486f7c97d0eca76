import LocationCore
import LocationIO
import LocationReplay
import LocationSimulation
import LocationTracks

extension SourceAssembler {
  /// A simulated receiver, or a fleet of them, with the assembler's clock. Its bytes are decoded, so that its
  /// faults have the same effect as those of a real receiver.
  public func simulatedProvider(
    for source: SourceDescription, settings: SourceSettings
  ) throws(UserLocationError) -> any LocationProvider {
    let (scenario, simulation) = try scenario(of: source)
    let provider = DecodedSimulationProvider(
      scenario: scenario, devices: simulation.devices, pace: settings.pace, loops: settings.loops,
      limit: simulation.duration, clock: clock(), truth: settings.truth)
    // A fleet without faults of the wire is not decoded, and has no counters.
    return simulation.devices == nil || scenario.hasWireFaults ? provider : provider.base
  }

  /// The bytes that a simulated receiver writes, as fast as they are read.
  func simulatedBytes(
    of source: SourceDescription
  ) throws(UserLocationError) -> any ByteSource {
    let (scenario, simulation) = try scenario(of: source)
    guard simulation.devices == nil else {
      throw UserLocationError(
        .invalidSource, source: source.description,
        detail: "several devices give locations, not the bytes of one receiver")
    }
    return SimulatedByteSource(
      receiver: SimulatedReceiver(scenario: scenario), limit: simulation.duration,
      name: source.description)
  }

  /// The scenario with the source's parameters, and these parameters.
  private func scenario(
    of source: SourceDescription
  ) throws(UserLocationError) -> (Scenario, SimulationSettings) {
    guard case .simulated(let name, let parameters) = source else {
      throw UserLocationError(
        .invalidSource, source: source.description, detail: "it is not a simulated receiver")
    }
    let settings = try SimulationSettings(parameters, of: source)
    var scenario =
      if let travel = settings.travel {
        try traveling(name, travel, of: source)
      } else {
        try Scenario.find(name)
      }
    do throws(ScenarioError) {
      try settings.apply(to: &scenario, now: { clock().date })
    } catch {
      throw UserLocationError(.invalidSource, source: source.description, detail: error.problem)
    }
    return (scenario, settings)
  }

  /// A scenario that travels a recording: its tracks, else its routes, else its waypoints.
  ///
  /// - Parameter name: the path of the recording, or `-` for standard input.
  private func traveling(
    _ name: String, _ travel: SimulationSettings.Travel, of source: SourceDescription
  ) throws(UserLocationError) -> Scenario {
    let misuse = UserLocationError(
      .invalidSource, source: source.description,
      detail: "speed and motion are for a recording, or for a way: a way needs a start and an end")
    if Scenario.builtInNames.contains(name) { throw misuse }
    let bytes = try byteSource(for: name == "-" ? .standardInput : .file(path: name))
    let places: RecordedPlaces
    do throws(UserLocationError) {
      places = try RecordedPlaces(bytes)
    } catch {
      // A scenario file.
      throw (error.cause as? UnreadableRecording)?.format == .json ? misuse : error
    }
    guard let waypoints = places.waypoints else {
      throw UserLocationError(.badData, source: bytes.name, detail: places.absence)
    }
    do throws(ScenarioError) {
      let route = try Route(waypoints, by: travel.mode, speed: travel.speed)
      if places.hasTimes { willIgnoreTimes(of: bytes.name) }
      return Scenario(name: Scenario.name(ofFile: name), motion: .route(route))
    } catch {
      throw UserLocationError(
        error.path == "speed" ? .invalidSource : .badData, source: bytes.name,
        detail: error.problem)
    }
  }
}

extension Scenario {
  /// The built-in scenario of this name, or the one in this file.
  ///
  /// - Throws: `.sourceNotFound` if neither exists; `.badData` if the file has a mistake, with its line.
  package static func find(_ name: String) throws(UserLocationError) -> Scenario {
    if let scenario = Scenario.named(name) { return scenario }
    do throws(UserLocationError) {
      try FileByteSource(path: name).open().close()
    } catch {
      guard error.code == .sourceNotFound else { throw error }
      let names = Scenario.builtInNames.joined(separator: ", ")
      throw UserLocationError(
        .sourceNotFound, source: "sim:\(name)",
        detail: "there is no such scenario, built-in or file; the built-in scenarios are \(names)")
    }
    do throws(ScenarioError) {
      return try Scenario(path: name)
    } catch {
      throw UserLocationError(.badData, detail: error.description, cause: error)
    }
  }
}
