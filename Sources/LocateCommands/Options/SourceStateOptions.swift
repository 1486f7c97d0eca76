import ArgumentParser

/// The options that say which sources to look at, and for how long.
struct SourceStateOptions: ParsableArguments {
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

  /// What each source is doing, in the order of preference.
  ///
  /// - Parameter skyTimeout: how long to wait for the satellites after a location; `nil` not to wait for them.
  /// - Throws: an error of the options; `CancellationError`.
  func states(
    skyWithin skyTimeout: Duration? = nil, in environment: LocateEnvironment
  ) async throws -> [SourceState] {
    let wanted = try source.descriptions(named, in: environment)
    return try await SourceState.all(
      of: wanted, source.access(to: wanted, in: environment),
      within: timeout ?? Self.defaultTimeout,
      skyWithin: skyTimeout, in: environment)
  }
}
