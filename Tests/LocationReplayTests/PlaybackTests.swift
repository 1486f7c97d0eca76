import LocationCore
import LocationTesting
import TestTurns
import Testing

@testable import LocationReplay

/// Batches, and the arithmetic of played time.
@Suite(.inTurn) struct PlaybackTests {
  func playback(
    _ track: ScriptedTrack, pace: ReplayPace = .unpaced, control: PlaybackControl? = nil,
    clock: any LocationClock = ManualClock(jumpsToDeadlines: true)
  ) -> Playback {
    Playback(
      PlaybackOptions(
        open: track.open, timestamps: .recorded, loops: false, limit: nil,
        maximumGap: nil, clock: ErasedClock(clock)),
      control: control ?? PlaybackControl(pace: pace), keepsBytes: false, interests: nil)
  }

  @Test func aBatchHoldsWhatIsInMemoryUpToItsLimit() async throws {
    let track = ScriptedTrack(seconds: 0..<25, readsAhead: true)
    let playback = playback(track)
    var counts: [Int] = []
    while case let batch = try await playback.batch(upTo: 10), !batch.isEmpty {
      counts.append(batch.count)
    }
    #expect(counts == [10, 10, 5])
  }

  @Test func aPacedBatchIsOneUpdate() async throws {
    let track = ScriptedTrack(seconds: 0..<3, readsAhead: true)
    let playback = playback(track, pace: .recorded)
    #expect(try await playback.batch(upTo: 10).count == 1)
  }

  /// A clock that seeks when it is read while the track is open, once.
  private struct SeekingClock: LocationClock {
    let base = ManualClock(jumpsToDeadlines: true)
    let control: PlaybackControl
    let track: ScriptedTrack

    var now: ManualClock.Instant {
      if !track.requests.isEmpty, control.settings.seek == nil {
        control.seek(to: .seconds(20), isStart: false)
      }
      return base.now
    }
    var date: Date { base.date }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await base.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func anItemWhoseTimeHasComeIsNotPlayedAfterASeek() async throws {
    let control = PlaybackControl(pace: .recorded)
    let track = ScriptedTrack(seconds: [0, 10, 20, 30])
    // The playback reads the clock when the first item is due.
    let playback = playback(
      track, control: control, clock: SeekingClock(control: control, track: track))
    #expect(try await playback.next()?.position == .seconds(20))
    #expect(control.position == .seconds(20))
  }

  @Test func timeContinuesFromRoundToRound() {
    var played = PlayedTime()
    #expect(played.move(to: .seconds(5)) == .zero)
    #expect(played.move(to: .seconds(8)) == .seconds(3))
    #expect(played.move(to: .seconds(8)) == .seconds(3))
    played.startOver()
    #expect(played.move(to: .seconds(20)) == .seconds(6))
    #expect(played.move(to: .seconds(21)) == .seconds(7))
    played.startOver()
    #expect(played.move(to: .zero) == .seconds(8))
  }

  @Test func timeDoesNotRunBackwards() {
    var played = PlayedTime()
    _ = played.move(to: .seconds(5))
    #expect(played.move(to: .seconds(3)) == .zero)
    #expect(played.move(to: .seconds(6)) == .seconds(1))
  }

  @Test(arguments: [
    (ReplayPace.recorded, 1 as Double?), (.times(3), 3), (.times(0), 1), (.times(-2), 1),
    (.times(.nan), 1), (.times(.infinity), 1), (.times(1e-300), 1e-6), (.unpaced, nil),
  ])
  func aPaceIsAUsableFactor(_ pace: ReplayPace, _ factor: Double?) {
    #expect(pace.factor == factor)
  }
}
