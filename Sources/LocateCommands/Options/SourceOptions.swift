import ArgumentParser
import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// Where from.
struct SourceOptions: ParsableArguments {
  /// The environment variable that stands for `--source`.
  static let variable = "LOCATE_SOURCE"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A recorded log, -, serial:DEVICE, tcp://HOST:PORT ...; the command's own help has the list.",
      discussion: "Default: $LOCATE_SOURCE, or gpsd://localhost:2947.", valueName: "source"),
    completion: .file())
  var source: String?

  /// The source that was asked for, here, by the variable, or by default.
  func description(in environment: LocateEnvironment) throws -> SourceDescription {
    if let source { return try SourceDescription(source) }
    return try Self.fromVariable(environment) ?? .standard
  }

  /// The recording that was asked for: by the argument `log`, here, or by the variable.
  func recording(_ log: String?, in environment: LocateEnvironment) throws -> SourceDescription {
    let named = try named(log, in: environment)
    guard named.isServable else {
      throw CommandFailure(
        .usage, "\(named): not a recording; name a file, - for standard input, or sim:NAME")
    }
    return named
  }

  /// What was asked for by the argument `log`, here, or by the variable.
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

/// What every command takes.
struct CommonOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say more on standard error: causes, counts, what sources do.")
  var verbose = false
}
