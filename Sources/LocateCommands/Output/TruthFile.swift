import LocationCore
import LocationSources
import LocationTracks
import Synchronization

/// The file of `simulate --truth`: where a simulated receiver really was.
///
/// It gets its name when the run is over, even if the run was interrupted.
final class TruthFile: Sendable {
  private struct State: ~Copyable {
    var output: LocationOutput
    var pending = 0
    var failure: OutputError?
  }

  /// So many fixes are written at once.
  private static let batch = 256

  private let path: String
  private let file: any OutputFile
  private let state: Mutex<State>

  /// Creates the file. Its extension chooses the format.
  init(path: String, in environment: LocateEnvironment) throws {
    let format = try OutputFormat(ofFile: path)
    let file = try environment.createFile(path)
    self.path = path
    self.file = file
    state = Mutex(
      State(
        output: LocationOutput(
          format.writer(.document, terminalWidth: { nil }, now: environment.now),
          to: environment.output(for: format, in: file))))
  }

  deinit { file.discard() }

  /// Writes a fix. A failure is reported by ``finish(in:)``.
  func write(_ fix: Fix) {
    state.withLock { state in
      guard state.failure == nil else { return }
      state.output.append(fix)
      state.pending += 1
      guard state.pending % Self.batch == 0 else { return }
      do throws(OutputError) { try state.output.flush() } catch { state.failure = error }
    }
  }

  /// Completes the file, and says what its format left out. A file without a fix is not kept.
  func finish(in environment: LocateEnvironment) throws(OutputError) {
    let losses = try state.withLock { state throws(OutputError) -> TrackLosses? in
      if let failure = state.failure { throw failure }
      guard state.pending > 0 else { return nil }
      try state.output.end()
      return state.output.losses
    }
    guard let losses else { return }
    try file.commit()
    if !losses.isEmpty {
      environment.say("\(path): left out: \(losses.words)")
    }
  }
}
