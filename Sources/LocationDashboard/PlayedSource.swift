package import LocationCore
package import LocationPlaces
internal import LocationReplay
import Synchronization

/// How a recording or a simulation is played.
package struct DashboardPlayback: Hashable, Sendable {
  package var isPaused: Bool
  /// How many times as fast as recorded; `nil` as fast as possible.
  package var factor: Double?
  /// The time since the start of the recording; `nil` before its first location.
  package var position: Duration?
  /// The position at its end; `nil` if that is not known.
  package var duration: Duration?
  /// Whether it can be played from another position.
  package var canSeek: Bool
}

/// A source, and what its user does with it if it is a recording or a simulation: after its end it is played again
/// from the position to which the user seeks.
package final class PlayedSource: Sendable {
  private let provider: any LocationProvider
  private let clock: any LocationClock
  /// `nil` for a source that is not played.
  private let player: TrackPlayer?
  /// Whether it can be played from another position.
  package let canSeek: Bool
  /// Plays the same recording once more; `nil` if it is not read as a whole.
  private let recording: (any LocationProvider)?
  private let gate: @Sendable () -> UpdateGate
  private let readRecording = Mutex<WholeRecording?>(nil)
  /// Whether the source came to its end, and is not played again yet.
  private let hasEnded = Mutex(false)
  /// One for each time that the source is played.
  private let starts: AsyncStream<Void>
  private let start: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - provider: the source.
  ///   - playing: the provider that plays a recording, which `provider` may hide.
  ///   - canSeek: whether a recording can be played from any position.
  ///   - recording: a provider of the same recording that does not wait, for ``readWhole()``; `nil` if the source is
  ///     not one recording that can be opened twice.
  ///   - gate: makes what decides which updates are shown, for each time that the source is read.
  package init(
    _ provider: any LocationProvider, playing: any LocationProvider, canSeek: Bool,
    recording: (any LocationProvider)? = nil,
    gate: @escaping @Sendable () -> UpdateGate = { { $0 } },
    clock: any LocationClock
  ) {
    self.gate = gate
    self.provider = provider
    self.recording = recording
    self.clock = clock
    player = (playing as? any TrackProvider)?.player
    self.canSeek = canSeek && player != nil
    (starts, start) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    start.yield()
  }

  /// Whether the source is a recording or a simulation.
  package var isPlayed: Bool { player != nil }

  /// How the source is played; `nil` for a source that is not played.
  package var playback: DashboardPlayback? {
    player.map {
      DashboardPlayback(
        isPaused: $0.isPaused, factor: $0.pace.factor, position: $0.position,
        duration: whole?.duration, canSeek: canSeek)
    }
  }

  /// The whole recording, after ``readWhole()``.
  package var whole: WholeRecording? { readRecording.withLock { $0 } }

  /// Reads the whole recording, beside what is played.
  package func readWhole() async {
    guard let recording, let whole = await WholeRecording(reading: recording, gate()) else {
      return
    }
    readRecording.withLock { $0 = whole }
  }

  /// Plays the source until the task is canceled or the source fails.
  ///
  /// - Parameters:
  ///   - note: gets each update.
  ///   - onEnd: called each time the source comes to its end.
  package func run(_ note: (LocationUpdate) -> Void, onEnd: () -> Void) async throws {
    let gate = self.gate()
    for await _ in starts {
      let service = UserLocationService(provider: provider, clock: clock)
      let updates = service.updates(interests: .all)
      for try await update in updates {
        if let open = gate(update) { note(open) }
      }
      try Task.checkCancellation()
      hasEnded.withLock { $0 = true }
      onEnd()
    }
    try Task.checkCancellation()
  }

  // MARK: What the user does

  package func pause() { player?.pause() }

  package func resume() { player?.resume() }

  package func playFaster() { player?.playFaster() }

  package func playSlower() { player?.playSlower() }

  /// Plays from another position. There is nothing after the end.
  ///
  /// - Parameter onJump: called before, if the source can be played from there.
  package func seek(to position: Duration, onJump: () -> Void) {
    guard let player, canSeek else { return }
    let target = max(position, .zero)
    if hasEnded.withLock({ $0 }), target > player.position ?? .zero { return }
    onJump()
    let isOver = hasEnded.withLock { hasEnded in
      player.play(from: target)
      defer { hasEnded = false }
      return hasEnded
    }
    if isOver { start.yield() }
  }

  /// Plays from a position at a distance from the present one.
  package func seek(by distance: Duration, onJump: () -> Void) {
    seek(to: (player?.position ?? .zero) + distance, onJump: onJump)
  }
}
