import LocationCore
import LocationReplay
import LocationTesting
import TestTurns
import Testing

/// A pace that changes while a track is played.
@Suite(.inTurn) struct ChangedPaceTests {
  private let clock = ManualClock()

  @Test func aNewPaceCountsForTheRestOfTheTrack() async throws {
    let player = ScriptedTrack(seconds: [0, 10, 20]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    let sleeps = clock.sleepCount
    player.setPace(.times(2))
    // The time goes on when the player knows the pace.
    while clock.sleepCount == sleeps { await Task.yield() }
    await advance(by: .seconds(3), .seconds(5))
    #expect(try await fixes.value.receipts == [0, 7, 12])
  }

  @Test func aPaceThatChangesDuringAPauseCountsAfterIt() async throws {
    let player = ScriptedTrack(seconds: [0, 10]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    player.pause()
    while clock.sleeperCount > 0 { await Task.yield() }
    clock.advance(by: .seconds(100))
    player.setPace(.times(0.5))
    // The player follows the pace while it pauses, and the pause goes on.
    for _ in 0..<1_000 { await Task.yield() }
    clock.advance(by: .seconds(50))
    player.resume()
    await advance(by: .seconds(12))
    #expect(try await fixes.value.receipts == [0, 166])
  }

  @Test func withoutAPaceTheRestComesAtOnce() async throws {
    let player = ScriptedTrack(seconds: [0, 10, 20]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    player.setPace(.unpaced)
    #expect(try await fixes.value.receipts == [0, 0, 0])
  }

  @Test func thePositionIsThatOfTheLastItemOrOfTheSeek() async throws {
    let player = ScriptedTrack(seconds: [0, 10, 20]).player(clock: clock)
    #expect(player.position == nil)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    #expect(player.position == .zero)
    clock.advance(by: .seconds(10))
    await clock.waitForSleepers()
    #expect(player.position == .seconds(10))
    player.pause()
    player.seek(to: .seconds(-5))
    #expect(player.position == .zero)
    player.seek(to: .seconds(20))
    #expect(player.position == .seconds(20))
    player.resume()
    #expect(try await fixes.value.seconds == [0, 10, 20])
  }

  /// Advances the clock step by step while the track waits.
  private func advance(by steps: Duration...) async {
    for step in steps {
      await clock.waitForSleepers()
      clock.advance(by: step)
    }
  }
}
