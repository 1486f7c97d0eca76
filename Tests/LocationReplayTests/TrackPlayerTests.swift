import LocationCore
import LocationReplay
import LocationTesting
import TestTurns
import Testing

/// What a player delivers, and when.
@Suite(.inTurn) struct TrackPlayerTests {
  // MARK: Pace

  @Test(arguments: [(ReplayPace.recorded, 1.0), (.times(4), 0.25), (.times(0.5), 2)])
  func aFixComesAtItsTime(_ pace: ReplayPace, _ secondsEach: Double) async throws {
    let fixes = try await ScriptedTrack(seconds: [10, 11, 12, 20]).player(pace: pace).fixes()
    #expect(fixes.seconds == [10, 11, 12, 20])
    #expect(fixes.receipts == [0, 1, 2, 10].map { $0 * secondsEach })
  }

  @Test func aLongPauseIsShortened() async throws {
    let track = ScriptedTrack(seconds: [0, 1, 100, 101, 103])
    let fixes = try await track.player(maximumGap: .seconds(2)).fixes()
    // The timestamps stay the recorded ones.
    #expect(fixes.seconds == [0, 1, 100, 101, 103])
    #expect(fixes.receipts == [0, 1, 3, 4, 6])
    let fast = try await track.player(pace: .times(2), maximumGap: .seconds(2)).fixes()
    #expect(fast.receipts == [0, 0.5, 1.5, 2, 3])
    let limited = try await track.player(limit: .seconds(4), maximumGap: .seconds(2)).fixes()
    #expect(limited.seconds == [0, 1, 100])
  }

  @Test func aShortenedPauseIsShortenedInEveryRound() async throws {
    let track = ScriptedTrack(seconds: [0, 1, 100])
    let player = track.player(loops: true, limit: .seconds(10), maximumGap: .seconds(3))
    #expect(try await player.fixes().receipts == [0, 1, 4, 7, 8])
  }

  @Test func theLongestTrackFitsTheSlowestPace() {
    let end = ReplayPace.times(1e-9).time(for: .seconds(Int64.max))
    #expect(end == .seconds(1_000_000_000_000) / 1e-6)
    #expect(ReplayPace.recorded.time(for: .seconds(Int64.max)) == .seconds(Int64.max))
    #expect(ReplayPace.unpaced.time(for: .seconds(1)) == nil)
  }

  @Test func noFixComesBeforeItsTime() async throws {
    let clock = ManualClock()
    let player = ScriptedTrack(seconds: [0, 2]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(1_999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    #expect(try await fixes.value.receipts == [0, 2])
  }

  @Test func unpacedNeverSleeps() async throws {
    let clock = ManualClock()
    let track = ScriptedTrack(seconds: 0..<5_000)
    #expect(try await track.player(pace: .unpaced, clock: clock).fixes().count == 5_000)
  }

  @Test func anItemWithoutPositionComesAtOnce() async throws {
    let items = [fix(at: 3, position: false), fix(at: 10), fix(at: 12)]
    let fixes = try await ScriptedTrack(items).player().fixes()
    #expect(fixes.seconds == [3, 10, 12])
    #expect(fixes.receipts == [0, 0, 2])
  }

  @Test func everySubscriptionPlaysFromTheStart() async throws {
    let track = ScriptedTrack(seconds: 0..<3)
    let player = track.player()
    #expect(try await player.fixes().seconds == [0, 1, 2])
    #expect(try await player.fixes().seconds == [0, 1, 2])
    #expect(track.requests.count == 2)
  }

  // MARK: Pause and seek

  @Test func aPauseDelaysTheRestOfTheTrack() async throws {
    let clock = ManualClock()
    let player = ScriptedTrack(seconds: [0, 10, 20]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    player.pause()
    while clock.sleeperCount > 0 { await Task.yield() }
    clock.advance(by: .seconds(1_000))
    player.resume()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(6))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    #expect(try await fixes.value.receipts == [0, 1_010, 1_020])
  }

  @Test(arguments: [true, false])
  func seekingGoesToThePositionInBothDirections(_ readsAhead: Bool) async throws {
    let track = ScriptedTrack(seconds: 0..<100, readsAhead: readsAhead)
    let player = track.player(pace: .unpaced)
    var iterator = LocationFixes(player.startUpdatingLocation()).makeAsyncIterator()
    var fixes: [Fix?] = [try await iterator.next()]
    player.seek(to: .milliseconds(49_500))
    fixes += [try await iterator.next(), try await iterator.next()]
    player.seek(to: .seconds(2))
    fixes.append(try await iterator.next())
    #expect(fixes.compactMap(\.self).seconds == [0, 50, 51, 2])
    player.seek(to: .seconds(1_000))
    #expect(try await iterator.next() == nil)
  }

  @Test func seekingInterruptsAWait() async throws {
    let clock = ManualClock()
    let player = ScriptedTrack(seconds: [0, 3_600, 7_200]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    player.seek(to: .seconds(7_200))
    #expect(try await fixes.value.seconds == [0, 7_200])
  }

  @Test func afterASeekTheTimeCountsFromTheSeek() async throws {
    let clock = ManualClock()
    let player = ScriptedTrack(seconds: [0, 10, 20, 30]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    let sleeps = clock.sleepCount
    player.seek(to: .seconds(20))
    // The time goes on when the player knows of the seek.
    while clock.sleepCount == sleeps { await Task.yield() }
    for step in [8, 2] {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(step))
    }
    let played = try await fixes.value
    #expect(played.seconds == [0, 20, 30] && played.receipts == [0, 4, 14])
  }

  @Test func aSeekAfterTheEndPlaysAgain() async throws {
    let player = ScriptedTrack(seconds: 0..<4).player()
    let next = player.startPlaying()
    while try await next() != nil {}
    player.seek(to: .seconds(2))
    #expect(try await next()?.position == .seconds(2))
  }

  @Test func anEarlierSeekDoesNotConcernANewSubscription() async throws {
    let player = ScriptedTrack(seconds: 0..<4).player()
    player.seek(to: .seconds(2))
    #expect(try await player.fixes().seconds == [0, 1, 2, 3])
  }

  @Test func aChosenStartConcernsNewSubscriptionsToo() async throws {
    let player = ScriptedTrack(seconds: 0..<4).player()
    let next = player.startPlaying()
    _ = try await next()
    player.play(from: .seconds(2))
    #expect(player.position == .seconds(2))
    #expect(try await next()?.position == .seconds(2))
    #expect(try await player.fixes().seconds == [2, 3])
  }

  @Test func aSeekBeyondTheEndOfALoopStartsOver() async throws {
    let player = ScriptedTrack(seconds: 0..<4).player(pace: .unpaced, loops: true)
    var iterator = LocationFixes(player.startUpdatingLocation()).makeAsyncIterator()
    _ = try await iterator.next()
    player.seek(to: .seconds(100))
    #expect(try await iterator.next()?.timestamp == trackStart)
  }

  // MARK: Loops and limits

  @Test func aRoundFollowsOneIntervalAfterTheLast() async throws {
    let track = ScriptedTrack(seconds: [0, 1, 3])
    let player = track.player(loops: true, limit: .seconds(11))
    let fixes = try await player.fixes()
    #expect(fixes.seconds == [0, 1, 3, 0, 1, 3, 0])
    #expect(fixes.receipts == [0, 1, 3, 5, 6, 8, 10])
    #expect(track.requests.count == 3)
  }

  @Test func aTrackOfOneInstantRepeatsEverySecond() async throws {
    let player = ScriptedTrack(seconds: [7, 7]).player(loops: true, limit: .seconds(3))
    #expect(try await player.fixes().receipts == [0, 0, 1, 1, 2, 2])
  }

  @Test func aTrackWithoutUpdatesIsNotRepeated() async throws {
    let track = ScriptedTrack([TrackItem(.segmentStart, position: .zero)])
    #expect(try await track.player(loops: true).fixes() == [])
    #expect(track.requests.count == 1)
  }

  @Test(arguments: [true, false])
  func theLimitEndsTheTrack(_ readsAhead: Bool) async throws {
    let track = ScriptedTrack(seconds: 100..<200, readsAhead: readsAhead)
    let fixes = try await track.player(pace: .unpaced, limit: .seconds(4)).fixes()
    #expect(fixes.seconds == [100, 101, 102, 103])
  }

  // MARK: Timestamps

  @Test func rebasedTimestampsCountFromNow() async throws {
    let items = [fix(at: 3, position: false), fix(at: 10), fix(at: 11), fix(at: 20)]
    let track = ScriptedTrack(items)
    for pace in [ReplayPace.recorded, .unpaced, .times(10)] {
      let fixes = try await track.player(pace: pace, timestamps: .rebased).fixes()
      let now = ManualClock().date
      #expect(fixes.map { $0.timestamp?.timeIntervalSince(now) } == [nil, 0, 1, 10])
    }
  }

  @Test func rebasedTimestampsContinueInTheNextRound() async throws {
    let player = ScriptedTrack(seconds: [5, 7]).player(
      pace: .unpaced, timestamps: .rebased, loops: true, limit: .seconds(7))
    let now = ManualClock().date
    let times = try await player.fixes().map { $0.timestamp?.timeIntervalSince(now) }
    #expect(times == [0, 2, 4, 6])
  }

  @Test(arguments: [ReplayPace.recorded, .unpaced])
  func aFixIsReceivedNowUnlessItsTrackSaysWhen(_ pace: ReplayPace) async throws {
    let receipt = Date(timeIntervalSince1970: 1)
    let items = [fix(at: 0), fix(at: 1)].map { item in
      var item = item
      item.content = item.update.map { .update($0.received(at: receipt)) }
      return item
    }
    #expect(try await ScriptedTrack(seconds: [0]).player(pace: pace).fixes().receipts == [0])
    let track = ScriptedTrack(items)
    #expect(try await track.player(pace: pace).fixes().map(\.receivedAt) == [receipt, receipt])
    let rebased = try await track.player(pace: pace, timestamps: .rebased).fixes()
    #expect(rebased.receipts == (pace == .unpaced ? [0, 0] : [0, 1]))
  }

  // MARK: Errors and cancellation

  @Test(arguments: [ReplayPace.recorded, .unpaced], [true, false])
  func anErrorComesAfterTheGoodItems(_ pace: ReplayPace, _ readsAhead: Bool) async throws {
    let failure = UserLocationError(.badData, source: "script", detail: "line 4")
    let track = ScriptedTrack(seconds: 0..<3, failure: failure, readsAhead: readsAhead)
    var iterator = track.player(pace: pace).startUpdatingLocation().makeAsyncIterator()
    for _ in 0..<3 { #expect(try await iterator.next() != nil) }
    let error = await #expect(throws: UserLocationError.self) { try await iterator.next() }
    #expect(error?.code == .badData && error?.detail == "line 4")
    #expect(try await iterator.next() == nil)
    #expect(track.requests.count == 1)
  }

  @Test func anErrorAtTheEndIsNotLoopedOver() async throws {
    let track = ScriptedTrack(seconds: 0..<3, failure: .sourceUnavailable)
    let player = track.player(loops: true)
    await #expect(throws: UserLocationError.self) { try await player.fixes() }
    #expect(track.requests.count == 1)
  }

  @Test func aTrackThatCannotBeOpenedSaysSo() async throws {
    let player = TrackPlayer { _ throws(UserLocationError) in throw .sourceUnavailable }
    let error = await #expect(throws: UserLocationError.self) { try await player.fixes() }
    #expect(error?.code == .sourceUnavailable)
  }

  @Test func cancelingEndsAWaitAtOnce() async throws {
    let clock = ManualClock()
    let player = ScriptedTrack(seconds: [0, 3_600]).player(clock: clock)
    let fixes = Task { try await player.fixes() }
    await clock.waitForSleepers()
    fixes.cancel()
    let error = await #expect(throws: UserLocationError.self) { try await fixes.value }
    #expect(error?.code == .cancelled)
  }

  @Test func cancelingEndsAPause() async throws {
    let player = ScriptedTrack(seconds: [0, 1]).player()
    player.pause()
    let fixes = Task { try await player.fixes() }
    for _ in 0..<50 { await Task.yield() }
    fixes.cancel()
    let error = await #expect(throws: UserLocationError.self) { try await fixes.value }
    #expect(error?.code == .cancelled)
  }

  @Test func aReaderMayWaitForItsBytes() async throws {
    let (bytes, writer) = AsyncStream.makeStream(of: Int.self)
    let clock = ManualClock()
    let player = TrackPlayer(pace: .unpaced, clock: clock) { _ in
      PipeReader(bytes: bytes)
    }
    let fixes = Task { try await player.fixes() }
    for second in 0..<3 { writer.yield(second) }
    writer.finish()
    #expect(try await fixes.value.seconds == [0, 1, 2])
  }

  // MARK: Items

  @Test func updatesAreWithoutMarksAndSegments() async throws {
    let place = try Coordinate(latitude: 1, longitude: 2)
    let items = [
      TrackItem(.waypoint(TrackWaypoint(place, name: "home"))),
      TrackItem(.segmentStart, position: .zero), fix(at: 0),
      TrackItem(.routePoint(TrackWaypoint(place)), position: .zero), fix(at: 1),
    ]
    for readsAhead in [true, false] {
      let track = ScriptedTrack(items, readsAhead: readsAhead)
      for pace in [ReplayPace.recorded, .unpaced] {
        #expect(try await track.player(pace: pace).fixes().seconds == [0, 1])
      }
    }
  }

  @Test func playedItemsAreAllItemsWithTheirBytesInTime() async throws {
    let items = [
      TrackItem(.segmentStart, position: .zero), fix(at: 0, bytes: [1, 2]),
      fix(at: 2, bytes: [3]), TrackItem(nil, position: .seconds(3), bytes: [4]),
    ]
    let track = ScriptedTrack(items)
    let clock = ManualClock(jumpsToDeadlines: true)
    let next = track.player(clock: clock).startPlaying()
    var played: [TrackItem] = []
    var times: [Duration] = []
    while let item = try await next() {
      played.append(item)
      times.append(clock.now.offset)
    }
    #expect(played.map(\.bytes) == [[], [1, 2], [3], [4]])
    #expect(played.map(\.position) == items.map(\.position))
    #expect(times == [.zero, .zero, .seconds(2), .seconds(3)])
    #expect(track.requests.map(\.keepsBytes) == [true])
  }

  @Test func aReaderLearnsTheInterestsOfAnUnpacedSubscription() async throws {
    let track = ScriptedTrack(seconds: 0..<3)
    let player = track.player(pace: .unpaced)
    let updates = player.startUpdatingLocation()
    var iterator = updates.makeAsyncIterator()
    _ = try await iterator.next()
    let request = try #require(track.requests.first)
    #expect(request.wantsSatellites && !request.keepsBytes)
    updates.interests = []
    #expect(!request.wantsSatellites)
  }

  @Test func aPacedReaderReadsEverything() async throws {
    let track = ScriptedTrack(seconds: 0..<3)
    let updates = track.player().startUpdatingLocation()
    updates.interests = []
    for try await _ in updates {}
    #expect(track.requests.first?.wantsSatellites == true)
    #expect(track.requests.first?.now == nil)
  }

  @Test func keepsTheProviderContract() async throws {
    let suite = ProviderConformance { ScriptedTrack(seconds: 0..<50).player() }
    try await suite.check()
  }
}

/// Waits for bytes that somebody else writes.
private struct PipeReader: TrackReader {
  let bytes: AsyncStream<Int>

  nonisolated(nonsending) mutating func next() async throws(UserLocationError) -> TrackItem? {
    var iterator = bytes.makeAsyncIterator()
    return await iterator.next(isolation: nil).map { fix(at: $0) }
  }
}
