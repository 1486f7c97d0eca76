import ArgumentParser
import LocationCore
import LocationIO
import LocationPublishing
import LocationSources

/// The options for the sources of commands that follow one, whose default is gpsd, and for connections to servers:
/// brokers that are sources, and targets of `publish`.
struct SourceOptions: ParsableArguments {
  /// The environment variable with the default for `--source`, one source a line.
  static let variable = "LOCATE_SOURCE"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A recording, -, serial:DEVICE, tcp://HOST:PORT ...; see '\(RootCommand.name) help sources'.",
      discussion: "Several are a fallback: the first with a recent fix is used. "
        + "Default: $LOCATE_SOURCE, the configuration, or gpsd://localhost:2947.",
      valueName: "source"),
    completion: .sources)
  var source: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file whose first line is the password of USER@ in the address of a server.",
      discussion:
        "Default: the variable \(MQTTAccess.passwordVariable). --help-hidden also prints --ca, --cert, --key, "
        + "--mqtt-version and --session.",
      valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "For TLS: a file with certificates of the authorities to trust, in PEM.",
      discussion: "Default: those of the system.", valueName: "file", visibility: .hidden),
    completion: .file())
  var ca: String?

  @Option(
    help: ArgumentHelp(
      "For mqtts://: a file with the certificate of this client, in PEM.",
      valueName: "file", visibility: .hidden),
    completion: .file())
  var cert: String?

  @Option(
    help: ArgumentHelp(
      "A file with the key of --cert, in PEM.", valueName: "file", visibility: .hidden),
    completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp(
      "The version of MQTT: 3.1.1 or 5.",
      discussion: "Default: 3.1.1; doctor --to tries 5 first, which says if you may publish.",
      valueName: "version", visibility: .hidden),
    transform: MQTTSettings.Version.init(argument:))
  var mqttVersion: MQTTSettings.Version?

  @Option(
    help: ArgumentHelp(
      "The broker keeps what comes while this program is away, under this name, e.g. recorder-1.",
      discussion: "MQTT's client identifier: two programs must not have the same one.",
      valueName: "name", visibility: .hidden))
  var session: String?

  func validate() throws {
    if (cert == nil) != (key == nil) {
      throw ValidationError("--cert and --key belong together")
    }
    if session?.isEmpty == true { throw ValidationError("--session needs a name") }
  }

  /// The sources from the argument `named`, from the options, from the variable, from the configuration, or
  /// the default. There is at least one.
  func descriptions(
    _ named: String?, in environment: LocateEnvironment
  ) throws -> [SourceDescription] {
    let chosen = try SourceDescription.chosen(named, source, in: environment)
    guard chosen.isEmpty else { return chosen }
    let configuration = try environment.configuration()
    do {
      let configured = try configuration.sources.map { try SourceDescription($0).asReceiver }
      return configured.isEmpty ? [.standard] : configured
    } catch {
      throw environment.mistake("source: \(error)", line: configuration.sourceLine ?? 1)
    }
  }
}

/// The option for the recording of commands that read one, which has no default.
struct RecordingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The same as the argument, in any form that '\(RootCommand.name) help sources' lists.",
      discussion: "Default: $LOCATE_SOURCE. There is no other default.", valueName: "source"),
    completion: .sources)
  var source: String?

  /// The recording from the argument `log`, from the option, or from the variable.
  func recording(_ log: String?, in environment: LocateEnvironment) throws -> SourceDescription {
    try named(log, in: environment).asRecording
  }

  /// The source from the argument `log`, from the option, or from the variable.
  func named(_ log: String?, in environment: LocateEnvironment) throws -> SourceDescription {
    let chosen = try SourceDescription.chosen(log, source.map { [$0] } ?? [], in: environment)
    guard let source = chosen.first else {
      throw CommandFailure(.usage, "which log? name a file, or - for standard input")
    }
    if chosen.count > 1 {
      throw CommandFailure(
        .configuration,
        "$\(SourceOptions.variable) names \(chosen.count) sources; name the one log to read")
    }
    return source
  }
}

extension SourceDescription {
  /// Reads the name of a recording.
  init(recording argument: String) throws {
    self = try SourceDescription(argument).asRecording
  }

  /// The source, if it is a recording.
  fileprivate var asRecording: SourceDescription {
    get throws(CommandFailure) {
      guard isServable else {
        throw CommandFailure(
          .usage, "\(self): not a recording; name a file, - for standard input, or sim:NAME")
      }
      return self
    }
  }

  /// The sources from an argument, from `--source`, or from the variable; empty if none names one.
  fileprivate static func chosen(
    _ argument: String?, _ options: [String], in environment: LocateEnvironment
  ) throws -> [SourceDescription] {
    if let argument {
      guard options.isEmpty else {
        throw CommandFailure(
          .usage, "the source is named twice; give it once, or each source with --source")
      }
      return [try SourceDescription(argument).asReceiver]
    }
    guard options.isEmpty else {
      return try options.map { try SourceDescription($0).asReceiver }
    }
    let variable = SourceOptions.variable
    let lines = environment.variables[variable]?.split(separator: "\n") ?? []
    do {
      return try lines.map { try SourceDescription(String($0)).asReceiver }
    } catch {
      throw CommandFailure(.configuration, "$\(variable): \(error)")
    }
  }

  /// The source; the path of a character device becomes a serial line. A device under `/dev/tty` that
  /// is not there is one too, because a receiver may be plugged in later.
  fileprivate var asReceiver: SourceDescription {
    if case .file(let path) = self, FileAccess(path).isReceiver {
      return .serial(device: path, baudRate: nil)
    }
    return self
  }
}

extension [SourceDescription] {
  /// The names of the sources, for messages.
  var names: String { map(\.name).joined(separator: ", ") }

  /// Whether a source carries many devices, so that each line names its device.
  var haveDevices: Bool { contains(where: \.hasDevices) }

  /// Whose locations they are: several sources stand in for each other.
  var identity: DeviceIdentity { count > 1 && !haveDevices ? .one : .each }

  /// Checks whether a source can be followed while it grows.
  ///
  /// - Parameter derives: whether values are derived, which needs a complete recording.
  func checkFollowing(derives: Bool) throws(CommandFailure) {
    guard contains(where: \.isFile) else {
      throw CommandFailure(.usage, "\(names): --follow is for a file that grows")
    }
    if derives {
      throw CommandFailure(.usage, "--derive is for recordings that do not grow")
    }
  }
}

/// The options that all subcommands share.
struct CommonOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Print more to standard error: causes of errors, counts, events of sources.")
  var verbose = false
}

extension MQTTSettings.Version {
  fileprivate init(argument: String) throws(InvalidOptionValue) {
    switch argument {
    case "3.1.1": self = .v3
    case "5": self = .v5
    default: throw InvalidOptionValue("the versions are 3.1.1 and 5")
    }
  }
}
