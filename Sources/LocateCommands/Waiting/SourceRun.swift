import LocationCore
import LocationSources

/// One run of a source, the same for all commands.
///
/// It asks for consent, shows why there is no location, keeps the last one for `last:`, and ends when the source, a
/// limit or the user ends it. A command only says what it does with an update, and calls ``finish()`` last.
struct SourceRun: Sendable {
  /// Several are a fallback.
  let sources: [SourceDescription]
  /// The provider of the sources, which has the counters.
  let base: any LocationProvider
  let observation: SourceObservation
  let environment: LocateEnvironment
  private let isVerbose: Bool
  private let copiesSentences: Bool
  /// What is read: ``base``, or what takes a part of it, smooths it or serves it to other programs.
  private(set) var source: any LocationProvider
  private var smoothing: SourceSmoothing?

  /// Called when the source is read.
  var onStart: @Sendable () -> Void = {}
  /// Called before each update is taken.
  var onUpdate: @Sendable () -> Void = {}
  /// Which locations the command accepts.
  var filter = LocationFilter()
  /// How long to wait for the first location.
  var timeout: Duration?
  /// The time of `--for`.
  var duration: Duration?
  /// The number of accepted locations that end the run.
  var count: Int?
  /// Keeps the last location for `last:`.
  var memory: FixMemory?
  /// Whether the output is NMEA with new sentences, in place of those of a receiver that sends NMEA.
  var replacesSentences = false
  /// Whether the command shows only the present, so that it may miss updates.
  var showsOnlyPresent = false

  /// Makes a run without limits.
  ///
  /// - Parameters:
  ///   - maximumAge: leaves out older fixes of live sources; `nil` for no limit.
  ///   - isVerbose: whether the provider logs to standard error, and its counters are reported at the end.
  init(
    of sources: [SourceDescription], settings: SourceSettings, maximumAge: Duration? = nil,
    isVerbose: Bool, in environment: LocateEnvironment
  ) throws(UserLocationError) {
    self.sources = sources
    self.environment = environment
    self.isVerbose = isVerbose
    copiesSentences = settings.keepsSentences
    base = try environment.provider(
      for: sources, settings: settings, maximumAge: maximumAge, isVerbose: isVerbose)
    if settings.share != nil, sources.contains(where: \.isShared) {
      throw UserLocationError(
        .invalidSource, source: sources.names,
        detail:
          "--share drops messages that no other consumer of $share/GROUP gets; use one of the two")
    }
    if let share = settings.share { source = base.sharing(share) } else { source = base }
    observation = SourceObservation(of: sources, clock: environment.clock) { [base] in
      base.obstacle
    }
  }

  /// Makes a run with the options for a location.
  init(
    of sources: [SourceDescription], settings: SourceSettings, wait: WaitOptions, isVerbose: Bool,
    in environment: LocateEnvironment
  ) throws(UserLocationError) {
    try self.init(
      of: sources, settings: settings, maximumAge: wait.maxAge, isVerbose: isVerbose,
      in: environment)
    timeout = wait.timeout
    filter.accuracy = wait.accuracy?.meters
  }

  /// Limits the run as the options of a stream want it.
  mutating func limit(_ stream: StreamOptions, _ filter: FilterOptions) {
    duration = stream.duration
    count = stream.limits.count?.value
    self.filter = filter.filter(
      accuracy: self.filter.accuracy, distance: stream.limits.distance?.meters)
    smooth(filter.smoothing)
  }

  /// Makes the locations smoother if the options want it.
  mutating func smooth(_ options: SmoothingOptions) {
    guard let smoothing = options.smoothing else { return }
    self.smoothing = smoothing
    source = smoothing.smoothing(source)
  }

  /// The same run, which reads from a provider that passes on the locations of ``source``.
  func through(_ provider: any LocationProvider) -> SourceRun {
    var run = self
    run.source = provider
    return run
  }

  // MARK: What is read

  /// The source, observed. The command accepts its locations with ``accept(_:)``.
  var provider: any LocationProvider {
    observed { _ in }
  }

  /// The source of a command that accepts each location.
  var acceptingProvider: any LocationProvider {
    observed { accept($0) }
  }

  private func observed(
    _ take: @escaping @Sendable (LocationUpdate) -> Void
  ) -> ObservedProvider {
    ObservedProvider(
      base: source, observation: observation, onStart: onStart,
      onUpdate: { [onUpdate] update in
        onUpdate()
        take(update)
      },
      say: { [environment, showsOnlyPresent] report in
        if !showsOnlyPresent { environment.say(report) }
      })
  }

  /// The updates of ``provider``.
  func updates(interests: LocationInterests) -> LocationUpdates {
    UserLocationService(provider: provider, clock: environment.clock).updates(interests: interests)
  }

  /// Notes that the command takes an update.
  ///
  /// - Returns: whether it is the last one that is wanted.
  @discardableResult
  func accept(_ update: LocationUpdate) -> Bool {
    switch update {
    case .fix(let fix):
      memory?.note(fix)
      return observation.locate(fix) == count
    case .fixLost:
      // The source may have said it before the command took the last fix.
      observation.note(update)
    case .sky, .authorization: break
    }
    return false
  }

  // MARK: Running

  /// Runs `body`, which reads the source.
  ///
  /// - Parameters:
  ///   - asksFirst: whether the user is asked for consent before. Otherwise what `body` reads asks.
  ///   - showsStatus: whether the terminal has a status line meanwhile.
  /// - Throws: `UserLocationError` with advice, and what else `body` throws.
  func run<Value>(
    asksFirst: Bool = true, showsStatus: Bool = true, _ body: () async throws -> Value
  ) async throws -> Value {
    if asksFirst { try await environment.askForConsent(of: source, sources) }
    do {
      guard showsStatus else { return try await body() }
      return try await environment.showing(status: { [observation] in observation.statusLine }) {
        try await body()
      }
    } catch let error as UserLocationError {
      throw explained(error, after: error.code == .timedOut ? timeout : nil)
    }
  }

  /// One location that meets the options.
  func location() async throws -> Fix {
    let fix = try await UserLocationService(provider: provider, clock: environment.clock)
      .userLocation(
        matching: LocationCriteria(timeout: timeout, accuracy: filter.accuracy))
    accept(.fix(fix))
    return fix
  }

  /// How the reading of the source ended.
  enum Ending {
    /// The source ended, or the wanted number of locations was reached.
    case complete
    /// The time of `--for` has passed.
    case durationOver
    /// The time to wait for the first location has passed.
    case timeoutOver
  }

  /// Runs `body`, which reads the source, until it ends or a limit cancels it.
  func read(_ body: @escaping @Sendable () async throws -> Void) async throws -> Ending {
    try await withThrowingTaskGroup(of: Ending.self) { group in
      group.addTask {
        try await body()
        return .complete
      }
      if let duration { group.addTask { try await after(duration, .durationOver) } }
      if let timeout { group.addTask { try await after(timeout, .timeoutOver) } }
      var ending = try await group.next() ?? .complete
      while ending == .timeoutOver, observation.hasLocation {
        ending = try await group.next() ?? .complete
      }
      // `body` still completes its document. An error of the output is known only then.
      group.cancelAll()
      while let last = await group.nextResult() {
        if case .failure(let error as OutputError) = last { throw error }
      }
      return ending
    }
  }

  /// Throws if the command accepted no location.
  func checkLocation(after ending: Ending = .complete) throws(UserLocationError) {
    guard !observation.hasLocation else { return }
    switch ending {
    case .complete: throw explained(.sourceEnded, after: nil)
    case .durationOver: throw explained(.timedOut, after: duration)
    case .timeoutOver: throw explained(.timedOut, after: timeout)
    }
  }

  /// Stores the last location, and reports the counters, and what was damaged, dropped and refused.
  func finish() {
    memory?.flush()
    if !showsOnlyPresent, let report = observation.dropReport(isAtEnd: true) {
      environment.say(report)
    }
    if let report = smoothing?.report {
      environment.say(report)
    }
    // To find the provider that reads the source costs a run for one location 7 % of its instructions.
    if isVerbose || !showsOnlyPresent {
      environment.report(on: base, isVerbose: isVerbose, copiesSentences: copiesSentences)
    }
    if replacesSentences { base.replacedSentences.report(in: environment) }
  }

  private func after(_ duration: Duration, _ ending: Ending) async throws -> Ending {
    try await environment.clock.sleep(for: duration)
    return ending
  }

  /// The error with its source, and with advice if no location was found.
  ///
  /// - Parameter waited: how long the command has waited, for an error that says it.
  private func explained(
    _ error: UserLocationError, after waited: Duration?
  ) -> UserLocationError {
    var explained = error
    // The library's words; the command has its own, with its options.
    explained.observation = nil
    // The error of a fallback names its sources itself.
    let isNamed = error.source != nil || (sources.count > 1 && !error.detail.isEmpty)
    if !isNamed, error.code != .cancelled { explained.source = sources.names }
    guard error.detail.isEmpty, error.code == .timedOut || error.code == .sourceEnded else {
      return explained
    }
    let accuracy = filter.accuracy
    let wanted = accuracy.map { "no location within \(HelpText.meters($0))" } ?? "no location"
    let patience = waited.map { " in \(HelpText.seconds($0))" } ?? ""
    let isOver = error.code == .sourceEnded
    let when = isOver ? " before it ended" : patience
    let explanation = observation.explanation(isOver: isOver, limitsError: accuracy != nil)
    explained.detail = "\(wanted)\(when): \(explanation)"
    return explained
  }
}
