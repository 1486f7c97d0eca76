import ArgumentParser
import LocationIO
import LocationSources
import LocationTracks

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
      usage:
        "\(name) [once | watch | view | web | record | replay | convert | track | decode | simulate | places "
        + "| monitor | visits | publish | status | metrics | doctor | consent] [<options>]",
      discussion: """
        \(HelpText.examples([
          "drive.nmea",
          "watch /dev/ttyACM0 --retry",
          "watch --json | jq 'select(.class == \"TPV\").speed'",
          "view",
          "web drive.nmea",
          "record -o today.gpx",
          "replay drive.nmea --rate 10",
          "convert drive.nmea -o drive.gpx",
          "track info drive.gpx",
          "decode drive.nmea --format text",
          "simulate drive --serve gpsd://127.0.0.1:2947",
          "places add Home --here",
          "monitor --on-enter 'notify-send Home'",
          "publish --to mqtt://broker/owntracks/jane/phone --every 10s",
          "doctor",
        ]))

        Each subcommand has its own --help. The options below are those of once, the default. All \
        subcommands share:

        SOURCES (--source, or the variable \(SourceOptions.variable)):
        \(sources)

        FALLBACK: Several --source options, or lines of \(SourceOptions.variable), are sources in the \
        order of your preference. Locations come from the first one with a location of the last 10 s. A \
        better one that returns takes over after 5 s. A source that fails is tried again while another one \
        works; the command fails when none works.

        CONFIGURATION: $XDG_CONFIG_HOME/locate/config.json (or ~/.config/locate/config.json) is a JSON \
        object with defaults of options: source (a text, or an array for a fallback), format, units, \
        coordinates, local-time, and on-enter, on-leave, on-dwell and dwell of monitor. Options and \
        \(SourceOptions.variable) come first.

        FORMATS (--format; convert also accepts --to, and the extension of -o FILE):
          text      for people
          json      gpsd's TPV and SKY objects, one per line
          csv       a header with units, then a line each
          gpx       GPX 1.1
          geojson   RFC 7946, a line for each track; watch and replay write a point a line
          geojson-points
                    RFC 7946, a point for each location
          nmea      RMC, GGA, GSA, GSV ... with checksums
          updates   JSON lines with everything that the source delivers; replays exactly
          geo       a geo: URI (RFC 5870)
          kml       KML 2.2 with gx:Track
          tcx       Garmin's Training Center Database
          TEMPLATE  a line with names in braces, as '{latitude},{longitude}\\n'

        FIELDS of a template; {speed:.1} writes one decimal, {speed|-} writes - if it is not known:
        \(fields)

        DURATIONS are a number and ms, s, m or h; LENGTHS a number and m, km, ft, mi or nmi; SPEEDS a \
        number and m/s, km/h, kn or mph. A number without a unit is refused.

        EXIT CODES:
          0 done, 64 usage, 65 bad data, 66 no input, 68 no such host, 69 source unavailable,
          73 cannot create output, 74 I/O error, 75 no fix in time, 76 protocol error,
          77 not authorized, 78 configuration, 130 interrupted
        """,
      version: versionLine(name),
      subcommands: [
        OnceCommand.self, WatchCommand.self, ViewCommand.self, WebCommand.self, RecordCommand.self,
        ReplayCommand.self, ConvertCommand.self, TrackCommand.self, DecodeCommand.self,
        SimulateCommand.self, PlacesCommand.self, MonitorCommand.self, VisitsCommand.self,
        PublishCommand.self, StatusCommand.self, MetricsCommand.self, DoctorCommand.self,
        ConsentCommand.self,
      ],
      defaultSubcommand: OnceCommand.self)
  }

  /// The forms of a source. Recordings come first, because they need no receiver.
  private static var sources: String {
    let recordings = SourceScheme.all.filter { $0.nature == .recorded }
    let others = SourceScheme.all.filter { $0.nature != .recorded }
    return (recordings + others).map { scheme in
      let padding = String(repeating: " ", count: max(1, 32 - scheme.form.count))
      let lines = scheme.explanation.split(separator: "\n")
      let indentation = "\n" + String(repeating: " ", count: 34)
      return "  \(scheme.form)\(padding)\(lines.joined(separator: indentation))"
    }.joined(separator: "\n")
  }

  private static var fields: String {
    FixField.all.map { field in
      let padding = String(repeating: " ", count: 22 - field.name.count)
      return "  {\(field.name)}\(padding)\(field.explanation)"
    }.joined(separator: "\n")
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
