import ArgumentParser
import LocationSimulation
import LocationSources

/// The options for a simulated receiver that travels a recording or a way.
struct TravelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Travel the track, route or waypoints at this speed in km/h, m/s, mph or kn, e.g. 50km/h.",
      discussion: "Default: the usual speed of --motion.", valueName: "speed"))
  var speed: String?

  @Option(
    help: ArgumentHelp(
      "Speed up, turn and stop as in this motion: \(TravelMode.names.joined(separator: ", ")).",
      discussion: "Default: drive.", valueName: "motion"),
    completion: .list(TravelMode.names))
  var motion: String?

  /// The options as parameters of a source.
  var parameters: [SourceDescription.Parameter] {
    [("speed", speed), ("motion", motion)].compactMap { key, value in
      value.map { SourceDescription.Parameter(key: key, value: $0) }
    }
  }

  /// The simulated receiver that travels a recording, or `source` itself if no option is given.
  func applied(to source: SourceDescription) -> SourceDescription {
    guard !parameters.isEmpty else { return source }
    return switch source {
    case .file(let path):
      // A file may have the name of a scenario.
      .simulated(
        scenario: Scenario.builtInNames.contains(path) ? "./" + path : path,
        parameters: parameters)
    case .standardInput: .simulated(scenario: "-", parameters: parameters)
    case .simulated(let scenario, let own):
      .simulated(scenario: scenario, parameters: own + parameters)
    default: source
    }
  }
}
