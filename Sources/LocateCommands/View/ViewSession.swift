import LocationCore
import LocationDashboard
import LocationPlaces
import LocationSources

/// Shows a source on a terminal until the user quits or the source fails.
struct ViewSession: Sendable {
  /// At most one frame is drawn in this time.
  private static let frameTime = Duration.milliseconds(50)

  private let run: SourceRun
  private let environment: LocateEnvironment
  private let terminal: any ViewTerminal
  private let model: ViewModel
  private let source: PlayedSource

  /// - Parameters:
  ///   - run: the run of the source.
  ///   - places: the user's places.
  init(of run: SourceRun, settings: ViewSettings, places: [Place], terminal: any ViewTerminal) {
    self.run = run
    environment = run.environment
    self.terminal = terminal
    source = PlayedSource(
      run.acceptingProvider, playing: run.base, canSeek: run.sources != [.standardInput],
      clock: run.environment.clock)
    let state = ViewState(
      source: run.sources.names, authorization: run.base.authorizationStatus, places: places,
      now: run.environment.now())
    model = ViewModel(state, settings)
  }

  /// Shows the source.
  ///
  /// - Throws: `UserLocationError` of the source, `OutputError`, `CommandFailure`, `CancellationError`.
  func run() async throws {
    try terminal.begin()
    defer { terminal.end() }
    try await environment.terminal.diverting { message in
      update { $0.add(event: message) }
    } during: {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await source.run { received in
            update { $0.note(received) }
          } onEnd: {
            update { $0.end() }
          }
        }
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

  /// Changes the state now.
  private func update(_ change: (inout ViewState) -> Void) {
    model.update { state in
      state.now = environment.now()
      change(&state)
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
    while await model.change.wait() {
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
    state.waiting = run.observation.status
    state.note(.authorization(run.base.authorizationStatus))
    state.playback = source.playback
    let fallback = (run.base as? FallbackProvider)?.sources.first {
      $0.name == state.fix?.source.name
    }
    state.decoder = (fallback?.provider ?? run.base).countersLine
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
    case .down where model.showsDevices: model.update { $0.choose(by: 1) }
    case .up where model.showsDevices: model.update { $0.choose(by: -1) }
    case .left: source.seek(by: .seconds(-10)) { model.update { $0.jump() } }
    case .right: source.seek(by: .seconds(10)) { model.update { $0.jump() } }
    case .down: source.seek(by: .seconds(-60)) { model.update { $0.jump() } }
    case .up: source.seek(by: .seconds(60)) { model.update { $0.jump() } }
    case .home: source.seek(to: .zero) { model.update { $0.jump() } }
    }
  }

  private func pause() {
    guard let playback = source.playback else { return model.togglePause() }
    if playback.isPaused { source.resume() } else { source.pause() }
    model.tick()
  }

  private func changePace(_ change: (PlayedSource) -> Void) {
    guard source.isPlayed else { return }
    change(source)
    model.tick()
  }
}
