import ArgumentParser
import LocationSources

/// The options for the source.
struct SourceOptions: ParsableArguments {
  /// The environment variable with the default for `--source`.
  static let variable = "LOCATE_SOURCE"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A recorded log, -, serial:DEVICE, tcp://HOST:PORT ...; the main --help has the list.",
      discussion: "Default: $LOCATE_SOURCE, or gpsd://localhost:2947.", valueName: "source"),
    completion: .file())
  var source: String?

  /// The source from the option, from the variable, or the default.
  func description(in environment: LocateEnvironment) throws -> SourceDescription {
    if let source { return try SourceDescription(source) }
    return try Self.fromVariable(environment) ?? .standard
  }

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
    switch (log, source) {
    case (let log?, nil): return try SourceDescription(log)
    case (nil, let source?): return try SourceDescription(source)
    case (.some, .some):
      throw CommandFailure(.usage, "the log is named twice; give it once, or --source")
    case (nil, nil):
      guard let source = try Self.fromVariable(environment) else {
        throw CommandFailure(.usage, "which log? name a file, or - for standard input")
      }
      return source
    }
  }

  private static func fromVariable(
    _ environment: LocateEnvironment
  ) throws -> SourceDescription? {
    guard let text = environment.variables[variable], !text.isEmpty else { return nil }
    do {
      return try SourceDescription(text)
    } catch {
      throw CommandFailure(.configuration, "$\(variable): \(error.description)")
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
