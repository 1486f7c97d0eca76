import ArgumentParser
import LocationCore
import LocationSimulation
import LocationSources
import LocationText

/// `locate simulate` runs a simulated receiver.
struct SimulateCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "simulate",
      abstract: "Simulate a receiver.",
      discussion: """
        A scenario describes how the receiver moves, how exact it is, when it loses satellites \
        and when it reports wrong positions. Every location says that it is simulated. The same \
        scenario and seed give the same bytes every time, at any rate. --list lists the \
        scenarios. --describe explains one; with --json it writes the scenario's file, as a start \
        for a scenario of your own. Other commands read it with --source \
        sim:NAME?seed=7&start=now; the keys are \(SimulationSettings.keys).

        \(ServeOptions.explanation)

        \(HelpText.examples([
          "simulate walk",
          "simulate tunnel --rate max --json",
          "simulate --start-at 48.14,11.58 --end-at 48.37,10.90 --speed 90km/h",
          "simulate route.gpx --motion cycle --start now",
          "simulate city --seed 7 --for 10m --rate max --format gpx > city.gpx",
          "simulate city --rate max -f gpx --truth truth.gpx > city.gpx",
          "simulate city --rate max --smooth --format gpx > smooth.gpx",
          "simulate drive --devices 1000 --start now --format json",
          "simulate drive --loop --serve gpsd://127.0.0.1:2947 --serve pty:",
          "watch --source 'sim:flaky?seed=7'",
        ]))
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "A scenario: a name from --list, or a file.",
      discussion: "With --speed or --motion also a track, a route or waypoints. Default: drive."),
    completion: .scenarios)
  var scenario: String?

  @Flag(help: "List the built-in scenarios.") var list = false

  @Flag(help: "Describe a scenario; with --json, as a scenario file.") var describe = false

  @Option(
    help: ArgumentHelp("The seed of all random numbers.", valueName: "number"))
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "The start of a way that replaces the scenario's.", valueName: "lat,lon"))
  var startAt: String?

  @Option(
    help: ArgumentHelp("The end of that way.", valueName: "lat,lon"))
  var endAt: String?

  @OptionGroup var travel: TravelOptions

  @Option(
    help: ArgumentHelp(
      "The receiver's time at the start, e.g. 2025-06-01T08:00:00Z, or now.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("The number of positions a second, 1 to 20.", valueName: "number"))
  var hz: String?

  @Option(
    help: ArgumentHelp(
      "Simulate a fleet of this many devices, 1 to 100000, each with a name, a start and a route of its own.",
      valueName: "number"))
  var devices: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "End after this time, e.g. 10s, 5m.",
      discussion: "It is the receiver's time and does not depend on --rate.",
      valueName: "duration"))
  var duration: String?

  @Option(
    help: ArgumentHelp("The speed of the simulation: 1, 4, 0.5 or max.", valueName: "rate"),
    transform: Rate.init(argument:))
  var rate: Rate?

  @Flag(help: "Start over at the end of the scenario.") var loop = false

  @Option(
    help: ArgumentHelp(
      "A file for the true position, speed, course and time at each instant, whatever the receiver says.",
      discussion:
        "The extension is the format; .updates keeps every digit. 'track compare' measures the receiver with it.",
      valueName: "file"),
    completion: .file())
  var truth: String?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var smoothing: SmoothingOptions

  @OptionGroup(title: "For other programs") var serve: ServeOptions
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if list, scenario != nil || describe {
      throw ValidationError("--list is about all scenarios; leave out the scenario and --describe")
    }
    if let truth {
      if list || describe {
        throw ValidationError("--truth is for a run; leave out --list and --describe")
      }
      _ = try OutputFormat(ofFile: truth)
    }
    if describe, scenario == nil {
      throw ValidationError("which scenario? name one from --list, or a scenario file")
    }
  }

  func run(in environment: LocateEnvironment) async throws {
    if list { return try writeList(to: environment.textOutput) }
    if describe, let scenario { return try write(scenario, in: environment) }
    let wanted = try description
    let rate = rate ?? .times(1)
    try serve.check(rate)
    var settings = SourceSettings(pace: rate.pace, loops: loop)
    let truth = try truth.map { try TruthFile(path: $0, in: environment) }
    if let truth { settings.truth = { truth.write($0) } }
    var run = try SourceRun(
      of: [wanted], settings: settings, isVerbose: common.verbose, in: environment)
    defer { run.finish() }
    run.count = limits.count?.value
    run.filter.distance = limits.distance?.meters
    run.smooth(smoothing)
    do {
      try await serve.serve(run, driver: "simulation", format)
    } catch {
      // An interrupt is the usual end of a run, and the truth so far is complete.
      try truth?.finish(in: environment)
      throw error
    }
    try truth?.finish(in: environment)
  }

  /// The source that the arguments and options describe.
  private var description: SourceDescription {
    get throws {
      let name = scenario ?? "drive"
      let named = try SourceDescription(name.hasPrefix("sim:") ? name : "sim:" + name)
      guard case .simulated(let scenario, let parameters) = named else { return named }
      let options = [
        ("seed", seed), ("start", start), ("start-at", startAt), ("end-at", endAt),
        ("hz", hz), ("devices", devices), ("for", duration),
      ]
      return travel.applied(
        to: .simulated(
          scenario: scenario,
          parameters: parameters
            + options.compactMap { key, value in
              value.map { SourceDescription.Parameter(key: key, value: $0) }
            }))
    }
  }

  private func writeList(to sink: any OutputSink) throws {
    var text = ByteText()
    let scenarios = Scenario.builtIn
    let width = scenarios.map(\.name.count).max() ?? 0
    for scenario in scenarios {
      text.write(text: scenario.name)
      text.write(spaces: width + 2 - scenario.name.count)
      text.write(text: scenario.summary)
      text.write("\n")
    }
    try sink.write(text.bytes)
  }

  private func write(_ name: String, in environment: LocateEnvironment) throws {
    let scenario = try Scenario.find(name)
    if format.explicit == .json, let file = Scenario.builtInFile(named: name) {
      try environment.output.write(Array((file + "\n").utf8))
    } else {
      try environment.textOutput.write(Array((scenario.details + "\n").utf8))
    }
  }
}
