import LocationCore
import LocationTracks

/// Prints the locations of a run. `watch`, `replay` and `simulate` share this.
struct LocationPrinter: Sendable {
  private let source: SourceRun
  /// `nil` prints nothing: only clients of `--serve` get the locations.
  private let format: OutputFormat?

  init(of source: SourceRun, as format: OutputFormat?) {
    self.source = source
    self.format = format
  }

  /// Prints until the end.
  ///
  /// - Throws: `UserLocationError`, `OutputError`.
  func run() async throws {
    try await source.run {
      let ending = try await source.read { try await print() }
      let needsLocation =
        switch ending {
        // A source that never has a location says so itself.
        case .complete: format != nil && source.observation.hasRejectedFix
        // If nothing is printed, `--for` only limits how long to serve.
        case .durationOver: format != nil
        case .timeoutOver: true
        }
      if needsLocation { try source.checkLocation(after: ending) }
    }
  }

  private func print() async throws {
    let environment = source.environment
    let terminal = environment.terminal
    let isNamed = source.sources.areNamed
    let sink = format?.isText == true ? terminal.latestLineOutput : terminal.output
    // The status line says that there is no fix, and for how long.
    let leavesOutLosses =
      format?.isText == true && sink.terminalWidth != nil && terminal.showsStatus
    defer { terminal.endLine() }
    var output: LocationOutput?
    if let format {
      let writer = format.writer(
        .stream, terminalWidth: { sink.terminalWidth }, encoding: terminal.encoding,
        namesReceivers: isNamed, now: environment.now)
      output = LocationOutput(writer, to: sink)
    }
    var inUse: FixSource?
    do {
      let updates = source.updates(interests: output?.interests ?? []).filtered(by: source.filter)
      for try await update in updates {
        // Counts before it writes, because the timeout may pass during the write.
        let isLast = source.accept(update)
        if leavesOutLosses, case .fixLost = update { continue }
        let shown = isNamed ? update.namingItsSource : update
        if source.sources.count > 1, case .fix(let fix) = shown, fix.source.name != inUse?.name {
          environment.tell(change: fix.source)
          if format == .json { try output?.write(change: inUse, to: fix) }
          inUse = fix.source
        }
        try output?.write(shown)
        if isLast { break }
      }
    } catch let error as UserLocationError {
      // Serving a receiver that never has a fix is no failure.
      if format == nil, error.code == .sourceEnded { return }
      // The part before the interruption is still a valid track.
      try output?.end(ifBegun: error.code != .cancelled)
      throw error
    }
    try output?.end()
  }
}
