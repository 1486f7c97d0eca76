import ArgumentParser
import LocationCore
import LocationDashboard
import LocationPublishing
import LocationSources
import LocationText

/// `locate status` prints once what each source is doing.
struct StatusCommand: LocateSubcommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, openmetrics
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: "Report what each source is doing.",
      discussion: """
        Prints a line for each source, in the order of preference. A source with several devices, such as a \
        broker, has a line for each of them. It looks at all sources at the same time, for 5 s at most, or for \
        the time of --timeout. It never asks for a consent.

        The exit code is 0 if a source has a location. Otherwise it is that of the first source: 75 no \
        fix in time, 77 not authorized, or the code of its error.

        With --json a line is an object: source, state (fix, waiting, failed or denied), exit, and the \
        location as a TPV in fix, or the device and the reason in detail.

        With --format openmetrics it prints OpenMetrics 1.0 for Prometheus and other programs, and also looks at \
        the queues of 'publish'. The metrics contain no position, and the exit code is 0, whatever they say:

          locate_source_state                      fix, waiting, denied or failed
          locate_fix_age_seconds                   since the last location
          locate_fix_ahead_seconds                 by which its time is ahead
          locate_fix_timestamp_seconds             when the receiver had it
          locate_fix_horizontal_accuracy_meters    its estimated error
          locate_satellites_used                   by the last location
          locate_satellites_visible                in view
          locate_publish_queue_messages            that wait for delivery
          locate_publish_queue_size_bytes          their size
          locate_publish_queue_oldest_age_seconds  the age of the first one
          locate_publish_queue_dropped_total       too old, or too many

        A value that is not known has no line. A recorded or simulated location has no age, and neither has one whose \
        time is ahead. Messages that \
        'publish' has only in memory are not counted.

        \(HelpText.examples([
          "status",
          "status --source gpsd://localhost --source sim:drive",
          "status --json | jq -r 'select(.state == \"fix\").source'",
          "status --format openmetrics --queue /var/lib/gps-locate/queue",
        ]))
        """)
  }

  /// Receivers report their satellites up to this time after a location.
  private static let skyTimeout = Duration.seconds(2)

  /// How long to wait without `--timeout`.
  static let defaultTimeout = Duration.seconds(5)

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where from") var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      "How long to wait for a location, e.g. 500ms, 5s.", discussion: "Default: 5s.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var timeout: Duration?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "text, json or openmetrics.", discussion: "Default: text.", valueName: "format"))
  var format: Format?

  @Flag(help: "Short for --format json.") var json = false

  @Option(help: QueueOptions.folderHelp, completion: .directory)
  var queue: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    try ReportFormat.check(json, isOther: format != nil && format != .json)
    if queue != nil, chosen != .openmetrics {
      throw ValidationError("--queue is for --format openmetrics")
    }
  }

  private var chosen: Format { json ? .json : format ?? .text }

  func run(in environment: LocateEnvironment) async throws {
    if chosen == .openmetrics { return try await printMetrics(in: environment) }
    let states = try await states(in: environment)
    for state in states {
      var line = ByteText()
      if chosen == .json {
        state.write(jsonInto: &line)
        try environment.output.write(line.bytes)
      } else {
        state.write(into: &line, now: environment.now)
        try environment.textOutput.write(line.bytes)
      }
    }
    let leftOut = states.reduce(0) { $0 + $1.leftOut }
    if leftOut > 0 {
      environment.say(
        "left out: \(HelpText.count(leftOut, "report")) of devices beyond \(LocationDashboard.deviceLimit)"
      )
    }
    guard let first = states.first, !states.contains(where: { $0.hasFix }) else { return }
    throw CommandFailure(first.exit, "\(states.map(\.source).names): no location")
  }

  /// What each source is doing, in the order of preference.
  ///
  /// - Parameter skyTimeout: how long to wait for the satellites after a location; `nil` not to wait for them.
  private func states(
    skyWithin skyTimeout: Duration? = nil, in environment: LocateEnvironment
  ) async throws -> [SourceState] {
    let wanted = try source.descriptions(named, in: environment)
    return try await SourceState.all(
      of: wanted, source.access(to: wanted, in: environment),
      within: timeout ?? Self.defaultTimeout, skyWithin: skyTimeout, in: environment)
  }

  private func printMetrics(in environment: LocateEnvironment) async throws {
    let states = try await states(skyWithin: Self.skyTimeout, in: environment)
    let now = environment.now()
    var metrics = SourceMetrics(at: now)
    for state in states { state.add(to: &metrics) }
    var text = ByteText()
    text.write(
      openMetrics: metrics.families
        + QueueSnapshot.metrics(of: queues(in: environment), at: now))
    try environment.output.write(text.bytes)
  }

  private func queues(in environment: LocateEnvironment) -> [QueueSnapshot] {
    // A service without a home has no folder of its own.
    let folder = queue ?? (try? environment.path(of: QueueOptions.folder, in: .state))
    return folder.map { QueueSnapshot.all(in: $0) } ?? []
  }
}
