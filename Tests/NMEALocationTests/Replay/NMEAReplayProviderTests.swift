import LocationCore
import LocationIO
import LocationReplay
import LocationTesting
import NMEALocation
import Synchronization
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct NMEAReplayProviderTests {
  let start = Date(timeIntervalSince1970: 1_740_787_200)  // 2025-03-01

  func provider(
    _ log: [UInt8], pace: ReplayPace = .recorded, timestamps: ReplayTimestamps = .recorded,
    loops: Bool = false, clock: ManualClock = ManualClock(jumpsToDeadlines: true)
  ) -> NMEAReplayProvider {
    NMEAReplayProvider(
      DataByteSource(bytes: log, name: "memory:track"), pace: pace, timestamps: timestamps,
      loops: loops, clock: clock)
  }

  // MARK: Pace

  @Test(arguments: [(ReplayPace.recorded, 1.0), (.times(4), 0.25), (.times(0.5), 2)])
  func aFixComesAtItsTime(_ pace: ReplayPace, _ secondsEach: Double) async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let replay = provider(RecordedTrack.rmc([10, 11, 12, 20]), pace: pace, clock: clock)
    let fixes = try await fixes(of: replay)
    let begin = ManualClock().date
    #expect(
      fixes.map { $0.receivedAt?.timeIntervalSince(begin) }
        == [0, 1, 2, 10].map { $0 * secondsEach })
    #expect(
      fixes.map { $0.timestamp?.timeIntervalSince(start) } == [10, 11, 12, 20])
  }

  @Test func noFixComesBeforeItsTime() async throws {
    let clock = ManualClock()
    let replay = provider(RecordedTrack.rmc([10, 12]), clock: clock)
    let updates = replay.startUpdatingLocation()
    let consumer = Task {
      var times: [Date?] = []
      for try await fix in LocationFixes(updates) { times.append(fix.receivedAt) }
      return times
    }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(1_999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    let begin = ManualClock().date
    #expect(try await consumer.value == [begin, begin.addingTimeInterval(2)])
  }

  @Test func unpacedNeverSleeps() async throws {
    let clock = ManualClock()
    let replay = provider(RecordedTrack.rmc(0..<5_000), pace: .unpaced, clock: clock)
    #expect(try await fixes(of: replay).count == 5_000)
    #expect(clock.now.offset == .zero)
  }

  @Test func aDayAtItsOwnPaceEqualsADayAtFullSpeed() async throws {
    let log = RecordedTrack.rmc(stride(from: 0, to: 86_400, by: 10))
    let clock = ManualClock(jumpsToDeadlines: true)
    let paced = try await fixes(of: provider(log, clock: clock))
    let unpaced = try await fixes(of: provider(log, pace: .unpaced))
    #expect(paced.count == 8_640)
    #expect(clock.now.offset == .seconds(86_390))
    func unreceived(_ fixes: [Fix]) -> [Fix] {
      fixes.map { fix in
        var fix = fix
        fix.receivedAt = nil
        return fix
      }
    }
    #expect(unreceived(paced) == unreceived(unpaced))
  }

  @Test func thePaceGoesOnAcrossMidnightWithoutDates() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let log = RecordedTrack.rmc([86_390, 86_399, 86_405], date: false)
    let fixes = try await fixes(of: provider(log, clock: clock))
    #expect(fixes.count == 3)
    #expect(fixes.allSatisfy { $0.timestamp == nil })
    #expect(clock.now.offset == .seconds(15))
  }

  @Test func aTimeThatStepsBackAddsNoWait() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    _ = try await fixes(of: provider(RecordedTrack.rmc([500, 501, 100, 101]), clock: clock))
    #expect(clock.now.offset == .seconds(2))
  }

  // MARK: Timestamps

  @Test(arguments: [true, false])
  func rebasedTimestampsCountFromNow(_ dated: Bool) async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let log = RecordedTrack.rmc([10, 11, 20], date: dated)
    let fixes = try await fixes(of: provider(log, timestamps: .rebased, clock: clock))
    let begin = ManualClock().date
    #expect(fixes.map { $0.timestamp?.timeIntervalSince(begin) } == [0, 1, 10])
  }

  @Test func everyFixSaysThatItIsReplayedAndFromWhere() async throws {
    let fixes = try await fixes(of: provider(RecordedTrack.rmc(0..<3), pace: .unpaced))
    #expect(fixes.allSatisfy { $0.isReplayed })
    #expect(fixes.allSatisfy { $0.source.name == "memory:track" })
  }

  // MARK: Pause, seek, loop

  @Test func aPauseDelaysTheRestOfTheTrack() async throws {
    let clock = ManualClock()
    let replay = provider(RecordedTrack.rmc([0, 10, 20]), clock: clock)
    var iterator = LocationFixes(replay.startUpdatingLocation()).makeAsyncIterator()
    _ = try await iterator.next()
    let waiting = Task { [iterator] in
      var iterator = iterator
      return (try await iterator.next(), try await iterator.next())
    }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    replay.pause()
    while clock.sleeperCount > 0 { await Task.yield() }
    clock.advance(by: .seconds(1_000))
    replay.resume()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(6))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    let (second, third) = try await waiting.value
    let begin = ManualClock().date
    #expect(second?.receivedAt == begin.addingTimeInterval(1_010))
    #expect(third?.receivedAt == begin.addingTimeInterval(1_020))
  }

  @Test func aPauseDuringASlowReadHoldsTheLocationsOfThatRead() async throws {
    let source = SlowSource(RecordedTrack.rmc([0, 1]))
    let clock = ManualClock(jumpsToDeadlines: true)
    let replay = NMEAReplayProvider(source, pace: .unpaced, clock: clock)
    source.onRead { replay.pause() }
    let arrived = Mutex(false)
    let updates = LocationFixes(replay.startUpdatingLocation())
    let consumer = Task {
      var iterator = updates.makeAsyncIterator()
      let fix = try await iterator.next()
      arrived.withLock { $0 = true }
      return fix
    }
    await source.wasRead()
    for _ in 0..<200 { await Task.yield() }
    #expect(!arrived.withLock { $0 })
    replay.resume()
    #expect(try await consumer.value?.timestamp == start)
  }

  @Test func anExtremelySlowPaceCanBeCanceled() async throws {
    let clock = ManualClock()
    let replay = provider(RecordedTrack.rmc([0, 86_000]), pace: .times(1e-300), clock: clock)
    let task = Task { try await fixes(of: replay) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: UserLocationError.self) { try await task.value }
  }

  @Test func seekingGoesToThePositionInBothDirections() async throws {
    let replay = provider(RecordedTrack.rmc(0..<100), pace: .unpaced)
    var iterator = LocationFixes(replay.startUpdatingLocation()).makeAsyncIterator()
    _ = try await iterator.next()
    replay.seek(to: .seconds(50))
    #expect(try await iterator.next()?.timestamp == start.addingTimeInterval(50))
    #expect(try await iterator.next()?.timestamp == start.addingTimeInterval(51))
    replay.seek(to: .seconds(2))
    #expect(try await iterator.next()?.timestamp == start.addingTimeInterval(2))
    replay.seek(to: .seconds(1_000))
    #expect(try await iterator.next() == nil)
  }

  @Test func seekingInterruptsAWait() async throws {
    let clock = ManualClock()
    let replay = provider(RecordedTrack.rmc([0, 3_600, 7_200]), clock: clock)
    var iterator = LocationFixes(replay.startUpdatingLocation()).makeAsyncIterator()
    _ = try await iterator.next()
    let waiting = Task { [iterator] in
      var iterator = iterator
      return try await iterator.next()
    }
    await clock.waitForSleepers()
    replay.seek(to: .seconds(7_200))
    #expect(try await waiting.value?.timestamp == start.addingTimeInterval(7_200))
  }

  @Test func loopingStartsOver() async throws {
    let replay = provider(RecordedTrack.rmc([0, 1, 2]), loops: true)
    var iterator = LocationFixes(replay.startUpdatingLocation()).makeAsyncIterator()
    var offsets: [Double?] = []
    for _ in 0..<7 {
      offsets.append(try await iterator.next()?.timestamp?.timeIntervalSince(start))
    }
    #expect(offsets == [0, 1, 2, 0, 1, 2, 0])
  }

  @Test func aLogWithoutAFixIsRepeatedToo() async throws {
    let log = (0..<2).map { sentence("GPRMC,00000\($0),V,,,,,,,010325,,,N") }.joined()
    let updates = provider(Array(log.utf8), loops: true).startUpdatingLocation()
    var offsets: [Double?] = []
    for try await case .fixLost(let loss) in updates {
      offsets.append(loss.timestamp?.timeIntervalSince(start))
      if offsets.count == 5 { break }
    }
    #expect(offsets == [0, 1, 0, 1, 0])
  }

  @Test func aLoopOfALogWithoutSentencesEnds() async throws {
    let replay = provider(Array("no sentence here\r\n".utf8), loops: true)
    let error = await #expect(throws: UserLocationError.self) { try await fixes(of: replay) }
    #expect(error?.code == .badData)
  }

  @Test func cancelingEndsAWaitAtOnce() async throws {
    let clock = ManualClock()
    let replay = provider(RecordedTrack.rmc([0, 3_600]), clock: clock)
    let task = Task { try await fixes(of: replay) }
    await clock.waitForSleepers()
    task.cancel()
    let error = await #expect(throws: UserLocationError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func cancelingAPausedReplayEndsIt() async throws {
    let replay = provider(RecordedTrack.rmc([0, 1]))
    replay.pause()
    let task = Task { try await fixes(of: replay) }
    for _ in 0..<50 { await Task.yield() }
    task.cancel()
    let error = await #expect(throws: UserLocationError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  // MARK: Nothing to replay

  @Test func anEmptyLogAndOneWithoutSentencesOrFixesHaveDifferentErrors() async throws {
    let noFix = sentence("GPRMC,120000,V,,,,,,,010325,,,N")
    let logs: [(String, UserLocationError.Code, String)] = [
      ("", .badData, "empty"), ("hello\r\nworld\r\n", .badData, "no NMEA sentence"),
      (noFix, .sourceEnded, "1 sentence, but the receiver never reported a valid position"),
      (
        sentence("GPGSV,1,1,00") + "$GPGGA,1*00\r\n", .sourceEnded,
        "1 sentence and 1 bad (1 checksum wrong), but none with a position (GPGSV); the receiver has to send RMC"
      ),
      ("\r\nOK\r\n", .badData, "in its 6 bytes, which look like the answers of a modem"),
      ("$GPGGA,1*00\r\n", .badData, "only damaged ones (1 checksum wrong)"),
    ]
    for (log, code, words) in logs {
      let error = await #expect(throws: UserLocationError.self) {
        try await fixes(of: provider(Array(log.utf8)))
      }
      #expect(error?.code == code)
      #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
      #expect(error?.source == "memory:track")
    }
  }

  @Test func aMissingFileIsAnError() async throws {
    let replay = NMEAReplayProvider(path: "/nonexistent/track.nmea")
    let error = await #expect(throws: UserLocationError.self) { try await fixes(of: replay) }
    #expect(error?.code == .sourceNotFound)
  }

  // MARK: The contract

  @Test func keepsTheProviderContract() async throws {
    let suite = ProviderConformance { [self] in provider(RecordedTrack.rmc(0..<50)) }
    try await suite.check()
  }

  @Test func keepsTheProviderContractInAPipeline() async throws {
    let service = UserLocationService(
      provider: provider(RecordedTrack.rmc(0..<3_000), pace: .unpaced), clock: ManualClock())
    var count = 0
    for try await _ in service.locationUpdates() { count += 1 }
    #expect(count == 3_000)
  }
}

/// A recording in memory that does something else while it is read.
private final class SlowSource: ByteSource {
  let name = "memory:slow"
  let isLive = false
  private let data: DataByteSource
  private let action = Mutex<@Sendable () -> Void>({})
  private let reads = AsyncStream.makeStream(of: Void.self)

  init(_ log: [UInt8]) { data = DataByteSource(bytes: log, name: "memory:slow") }

  func onRead(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }

  /// Returns when the recording was read to its end.
  func wasRead() async { for await _ in reads.stream {} }

  func open() throws(UserLocationError) -> any ByteStream {
    Stream(base: try data.open(), source: self)
  }

  private final class Stream: ByteStream {
    let base: any ByteStream
    let source: SlowSource

    init(base: any ByteStream, source: SlowSource) {
      self.base = base
      self.source = source
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
      let action = source.action.withLock { $0 }
      action()
      let count = try base.read(into: buffer)
      source.reads.continuation.finish()
      return count
    }

    func close() { base.close() }
  }
}
