import ArgumentParser
import LocationIO
import LocationSources

/// The option for the source of `once`, `watch` and `doctor`, whose default is gpsd.
struct SourceOptions: ParsableArguments {
  /// The environment variable with the default for `--source`.
  static let variable = "LOCATE_SOURCE"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A recording, -, serial:DEVICE, tcp://HOST:PORT ...; see '\(RootCommand.name) --help'.",
      discussion: "Default: $LOCATE_SOURCE, or gpsd://localhost:2947.", valueName: "source"),
    completion: .sources)
  var source: String?

  /// The source from the argument `named`, from the option, from the variable, or the default.
  func description(_ named: String?, in environment: LocateEnvironment) throws -> SourceDescription
  {
    try SourceDescription.chosen(named, source, in: environment) ?? .standard
  }
}

/// The option for the recording of `replay`, `convert` and `decode`, which has no default.
struct RecordingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The same as the argument, in any form that '\(RootCommand.name) --help' lists.",
      discussion: "Default: $LOCATE_SOURCE. There is no other default.", valueName: "source"),
    completion: .sources)
  var source: String?

  /// The recording from the argument `log`, from the option, or from the variable.
  func recording(_ log: String?, in environment: LocateEnvironment) throws -> SourceDescription {
    let named = try named(log, in: environment)
    guard named.isServable else {
      throw CommandFailure(
        .usage, "\(named): not a recording; name a file, - for standard input, or sim:NAME")
    }
    return named
  }

  /// The source from the argument `log`, from the option, or from the variable.
  func named(_ log: String?, in environment: LocateEnvironment) throws -> SourceDescription {
    guard let source = try SourceDescription.chosen(log, source, in: environment) else {
      throw CommandFailure(.usage, "which log? name a file, or - for standard input")
    }
    return source
  }
}

extension SourceDescription {
  /// The source from an argument, from `--source`, or from the variable; `nil` if none names one.
  fileprivate static func chosen(
    _ argument: String?, _ option: String?, in environment: LocateEnvironment
  ) throws -> SourceDescription? {
    if argument != nil, option != nil {
      throw CommandFailure(.usage, "the source is named twice; give it once")
    }
    if let text = argument ?? option { return try SourceDescription(text).asReceiver }
    let variable = SourceOptions.variable
    guard let text = environment.variables[variable], !text.isEmpty else { return nil }
    do {
      return try SourceDescription(text).asReceiver
    } catch {
      throw CommandFailure(.configuration, "$\(variable): \(error.description)")
    }
  }

  /// The source; the path of a character device becomes a serial line. A device under `/dev/tty` that
  /// is not there is one too, because a receiver may be plugged in later.
  private var asReceiver: SourceDescription {
    if case .file(let path) = self, FileAccess(path).isReceiver {
      return .serial(device: path, baudRate: nil)
    }
    return self
  }
}

/// The options that all subcommands share.
struct CommonOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Print more to standard error: causes of errors, counts, events of sources.")
  var verbose = false
}
