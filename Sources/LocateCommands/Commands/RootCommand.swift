import ArgumentParser

/// The command `locate`: its subcommands and their common help.
struct RootCommand: ParsableCommand {
  /// The name that the command was started with. ArgumentParser asks the type for its name, and tests
  /// run in parallel, so each run has its own value.
  @TaskLocal static var name = "locate"

  static let version = "0.2.0"

  /// The output of `--version`.
  static func versionLine(_ name: String) -> String { "\(name) (swift-location) \(version)" }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: name,
      abstract: "Where am I? Locations from a receiver or its recording, in a terminal.",
      usage: "\(name) [<subcommand>] [<options>]",
      discussion: """
        \(HelpText.examples([
          "drive.nmea",
          "watch /dev/ttyACM0 --retry",
          "record -o today.gpx",
          "convert drive.nmea -o drive.gpx",
          "simulate drive --serve gpsd://127.0.0.1:2947",
          "doctor",
        ]))

        '\(name) help TOPIC' explains \(HelpTopic.names).
        """,
      version: versionLine(name),
      subcommands: [
        OnceCommand.self, WatchCommand.self, ViewCommand.self, WebCommand.self, RecordCommand.self,
        ReplayCommand.self, ConvertCommand.self, TrackCommand.self, DecodeCommand.self,
        SimulateCommand.self, PlacesCommand.self, MonitorCommand.self, VisitsCommand.self,
        PublishCommand.self, StatusCommand.self, DoctorCommand.self,
        ConsentCommand.self, HelpCommand.self,
      ],
      defaultSubcommand: OnceCommand.self)
  }
}

/// A subcommand. It uses the outside world only through its environment.
protocol LocateSubcommand: ParsableCommand, Sendable {
  var common: CommonOptions { get }

  /// Runs the subcommand.
  ///
  /// - Throws: `CommandFailure`, `UserLocationError`, `OutputError`.
  func run(in environment: LocateEnvironment) async throws
}
