import ArgumentParser
import LocationCore
import LocationDashboard
import LocationPublishing
import LocationSources
import LocationText

/// `locate metrics` prints what each source is doing as OpenMetrics.
struct MetricsCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "metrics",
      abstract: "Print the state of sources and queues as OpenMetrics.",
      discussion: """
        Prints once what 'status' reports, for Prometheus and other programs that read OpenMetrics 1.0. It \
        looks at all sources at the same time, for 5 s at most, or for the time of --timeout. It never asks \
        for a consent. The metrics contain no position.

          locate_source_state                      fix, waiting, denied or failed
          locate_fix_age_seconds                   since the last location
          locate_fix_timestamp_seconds             when the receiver had it, since 1970
          locate_fix_horizontal_accuracy_meters    its estimated error
          locate_satellites_used                   by the last location
          locate_satellites_visible                in view
          locate_publish_queue_messages            that 'publish' has not delivered yet
          locate_publish_queue_size_bytes          their size
          locate_publish_queue_oldest_age_seconds  the age of the first one
          locate_publish_queue_dropped_total       too old, or too many

        A value that is not known has no line. A recorded or simulated location has no age. The queues \
        are the files of --queue; messages that 'publish' has only in memory are not counted.

        The exit code is 0 if the metrics were printed, whatever they tell.

        \(HelpText.examples([
          "metrics",
          "metrics --source gpsd://localhost --queue /var/lib/gps-locate/queue",
        ]))
        """)
  }

  /// Receivers report their satellites up to this time after a location.
  private static let skyTimeout = Duration.seconds(2)

  @OptionGroup var sources: SourceStateOptions

  @Option(help: QueueOptions.folderHelp, completion: .directory)
  var queue: String?

  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let states = try await sources.states(skyWithin: Self.skyTimeout, in: environment)
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
