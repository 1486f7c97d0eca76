import LocationCore
import LocationReplay
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationDashboard

@Suite(.inTurn) struct PlayedSourceTests {
  /// A recording with a fix each second.
  private struct Reader: TrackReader {
    var number = 0

    mutating func next() throws(UserLocationError) -> TrackItem? {
      defer { number += 1 }
      guard number < 4 else { return nil }
      let fix = Fix(
        coordinate: Coordinate(unchecked: Double(number), 20),
        source: FixSource(kind: .replayed, name: "file:a"))
      return TrackItem(.update(.fix(fix)), position: .seconds(number))
    }
  }

  @Test func whatOthersMayNotKnowIsNotShown() async throws {
    let player = TrackPlayer(clock: ManualClock(jumpsToDeadlines: true)) { _ in Reader() }
    let source = PlayedSource(
      player, playing: player, canSeek: true,
      gate: {
        { update in
          if case .fix(let fix) = update, fix.coordinate.latitude == 2 { nil } else { update }
        }
      }, clock: ManualClock())
    let shown = Mutex<[Double]>([])
    let playing = Task {
      try await source.run { update in
        guard case .fix(let fix) = update else { return }
        shown.withLock { $0.append(fix.coordinate.latitude) }
      } onEnd: {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    _ = await playing.result
    #expect(shown.withLock { $0 } == [0, 1, 3])
  }

  @Test func aSeekAfterTheEndShowsAndPlaysThePositionThatWasSoughtLast() async throws {
    let player = TrackPlayer(clock: ManualClock(jumpsToDeadlines: true)) { _ in Reader() }
    let source = PlayedSource(player, playing: player, canSeek: true, clock: ManualClock())
    let rounds = Mutex<[[Double]]>([[]])
    let shown = Mutex<[Duration?]>([])
    // Its own task, which is canceled after the second round.
    let playing = Task {
      try await source.run { update in
        guard case .fix(let fix) = update else { return }
        rounds.withLock { $0[$0.count - 1].append(fix.coordinate.latitude) }
      } onEnd: {
        guard rounds.withLock({ $0.count }) == 1 else {
          return withUnsafeCurrentTask { $0?.cancel() }
        }
        rounds.withLock { $0.append([]) }
        for position in [1, 2] {
          source.seek(to: .seconds(position)) {}
          shown.withLock { $0.append(source.playback?.position) }
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await playing.value }
    #expect(shown.withLock { $0 } == [.seconds(1), .seconds(2)])
    #expect(rounds.withLock { $0 } == [[0, 1, 2, 3], [2, 3]])
  }
}
