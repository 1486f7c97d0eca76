import LocationCore
import LocationPlaces
import LocationReplay
import LocationSources
import LocationText

/// Shows a source on a terminal until the user quits or the source fails.
struct ViewSession: Sendable {
  /// At most one frame is drawn in this time.
  private static let frameTime = Duration.milliseconds(50)

  private let provider: any LocationProvider
  private let base: any LocationProvider
  private let sources: [SourceDescription]
  private let terminal: any ViewTerminal
  private let environment: LocateEnvironment
  private let observation: SourceObservation
  private let model: ViewModel
  /// Plays the recording or the simulation; `nil` for other sources.
  private let player: TrackPlayer?
  private let canSeek: Bool
  /// The positions at which the source is played again after its end.
  private let starts: AsyncStream<Duration?>
  private let start: AsyncStream<Duration?>.Continuation
  /// Keeps the last location for `last:`.
  var memory: FixMemory?

  /// - Parameters:
  ///   - provider: the provider of `sources`.
  ///   - places: the user's places.
  init(
    provider: any LocationProvider, sources: [SourceDescription], settings: ViewSettings,
    places: [Place], terminal: any ViewTerminal, environment: LocateEnvironment
  ) {
    base = provider
    observation = SourceObservation(of: sources, clock: environment.clock)
    self.provider = ObservedProvider(base: provider, observation: observation)
    self.sources = sources
    self.terminal = terminal
    self.environment = environment
    player = (provider as? any TrackProvider)?.player
    canSeek = player != nil && sources != [.standardInput]
    let state = ViewState(
      source: sources.names, authorization: provider.authorizationStatus, places: places,
      now: environment.now())
    model = ViewModel(state, settings)
    (starts, start) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    start.yield(nil)
  }

  /// Shows the source.
  ///
  /// - Throws: `UserLocationError` of the source, `OutputError`, `CommandFailure`, `CancellationError`.
  func run() async throws {
    try await environment.askForConsent(of: provider, sources)
    try terminal.begin()
    defer { terminal.end() }
    let model = model
    let now = environment.now
    try await environment.terminal.diverting { message in
      model.update { state in
        state.now = now()
        state.add(event: message)
      }
    } during: {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await play() }
        group.addTask { try await tick() }
        group.addTask { try await draw() }
        group.addTask { await obey() }
        // Only the task that obeys the user ends without an error.
        defer { group.cancelAll() }
        _ = try await group.next()
      }
    }
    try Task.checkCancellation()
  }

  // MARK: Source

  private func play() async throws {
    var memory = memory
    defer { memory?.flush() }
    for await position in starts {
      let service = UserLocationService(provider: provider, clock: environment.clock)
      let updates = service.updates(interests: .all)
      if let position { player?.seek(to: position) }
      do {
        for try await update in updates { note(update, &memory) }
      } catch {
        throw explained(error)
      }
      try Task.checkCancellation()
      model.update { state in
        state.now = environment.now()
        state.end()
      }
    }
    try Task.checkCancellation()
  }

  private func explained(_ error: any Error) -> any Error {
    guard let error = error as? UserLocationError else { return error }
    return LocationCriteria().explain(error, of: sources, observation)
  }

  private func note(_ update: LocationUpdate, _ memory: inout FixMemory?) {
    switch update {
    case .fix(let fix):
      observation.locate()
      memory?.note(fix)
    // The source may have said it before this task took the last fix.
    case .fixLost: observation.note(update)
    case .sky, .authorization: break
    }
    model.update { state in
      state.now = environment.now()
      state.note(update)
    }
  }

  // MARK: Screen

  private func tick() async throws {
    while true {
      try await environment.clock.sleep(for: .seconds(1))
      model.tick()
    }
  }

  private func draw() async throws {
    let difference = FrameDifference(usesColor: terminal.usesColor)
    var shown: ViewFrame?
    for await _ in model.changes {
      let (state, settings, isScreenLost) = model.picture(refresh)
      let frame = ViewScreen(
        state: state, settings: settings, size: terminal.size,
        encoding: environment.terminal.encoding
      ).frame()
      let bytes = difference.bytes(from: isScreenLost ? nil : shown, to: frame)
      if !bytes.isEmpty { try terminal.write(bytes) }
      shown = frame
      try await environment.clock.sleep(for: Self.frameTime)
    }
    try Task.checkCancellation()
  }

  /// Notes what changes without an update.
  private func refresh(_ state: inout ViewState) {
    state.now = environment.now()
    state.waiting = observation.status
    state.note(.authorization(base.authorizationStatus))
    state.playback = player.map { player in
      ViewPlayback(
        factor: player.pace.factor, position: player.position, isPaused: player.isPaused,
        canSeek: canSeek)
    }
    var text = ByteText()
    let fallback = (base as? FallbackProvider)?.sources.first { $0.name == state.fix?.source.name }
    text.write(countersOf: fallback?.provider ?? base)
    state.decoder = text.isEmpty ? nil : text.string
  }

  // MARK: Keys

  /// Does what the user wants until the user quits.
  private func obey() async {
    for await input in terminal.inputs {
      switch input {
      case .key(.character("q")), .key(.character("Q")), .closed: return
      case .key(let key): press(key)
      case .resized: model.tick()
      case .lost: model.loseScreen()
      }
    }
  }

  private func press(_ key: ViewKey) {
    switch key {
    case .character(" "): pause()
    case .character("u"): model.choose { $0.changeUnits() }
    case .character("c"): model.choose { $0.changeNotation() }
    case .character("d"): model.update { $0.choose(by: 1) }
    case .character("D"): model.update { $0.choose(by: -1) }
    case .character("?"): model.choose { $0.showsKeys.toggle() }
    case .character("\u{0C}"): model.loseScreen()
    case .character("+"), .character("="): changePace { $0.playFaster() }
    case .character("-"): changePace { $0.playSlower() }
    case .character(let character):
      guard let number = character.wholeNumberValue,
        let page = ViewSettings.Page(rawValue: number - 1)
      else { return }
      model.choose { settings in
        settings.page = page
        settings.showsKeys = false
      }
    case .tab: model.choose { $0.turn(by: 1) }
    case .backTab: model.choose { $0.turn(by: -1) }
    case .left: seek(by: .seconds(-10))
    case .right: seek(by: .seconds(10))
    case .down: seek(by: .seconds(-60))
    case .up: seek(by: .seconds(60))
    case .home: seek(to: .zero)
    }
  }

  private func pause() {
    guard let player else { return model.togglePause() }
    if player.isPaused { player.resume() } else { player.pause() }
    model.tick()
  }

  private func changePace(_ change: (TrackPlayer) -> Void) {
    guard let player else { return }
    change(player)
    model.tick()
  }

  private func seek(by distance: Duration) {
    seek(to: (player?.position ?? .zero) + distance)
  }

  private func seek(to position: Duration) {
    guard let player, canSeek else { return }
    let target = max(position, .zero)
    let hasEnded = model.hasEnded
    // There is nothing after the end.
    if hasEnded, target > player.position ?? .zero { return }
    model.update { $0.jump() }
    if hasEnded { start.yield(target) } else { player.seek(to: target) }
  }
}
