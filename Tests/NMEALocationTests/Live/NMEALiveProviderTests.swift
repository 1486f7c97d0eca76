import Foundation
import InMemoryLogging
import LocationCore
import LocationIO
import LocationTesting
import Logging
import NMEA0183
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import NMEALocation

@Suite(.inTurn)
struct NMEALiveProviderTests {
  /// All updates up to the end, and the error.
  private func all(
    _ updates: consuming LocationUpdates
  ) async -> (updates: [LocationUpdate], error: UserLocationError?) {
    var seen: [LocationUpdate] = []
    do throws(UserLocationError) {
      for try await update in updates { seen.append(update) }
      return (seen, nil)
    } catch {
      return (seen, error)
    }
  }

  /// Returns when `condition` is true. The suite's time limit ends the wait.
  private func until(_ condition: @Sendable () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func fixesArriveWithTheSentencesAndTheEndOfAReceiverIsAnError() async {
    let source = ScriptedByteSource(.success([.bytes(epoch(1)), .bytes(epoch(2)), .end]))
    let provider = NMEALiveProvider(source, clock: DatedClock { Date(timeIntervalSince1970: 7) })
    let (updates, error) = await all(provider.startUpdatingLocation())
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.detail == "the other side closed the connection")
    #expect(updates.compactMap(\.fix).count == 2)
    #expect(updates.compactMap(\.fix?.receivedAt?.timeIntervalSince1970) == [7, 7])
    #expect(provider.counters.fixes == 2)
    #expect(source.openCount == 0)
  }

  @Test func unpluggingEndsWithAnErrorAfterTheLastFix() async {
    let source = ScriptedByteSource(
      .success([.bytes(epoch(1)), .silence, .failure(.sourceUnavailable)]))
    let (updates, error) = await all(NMEALiveProvider(source).startUpdatingLocation())
    #expect(updates.compactMap(\.fix).count == 1)
    #expect(error?.code == .sourceUnavailable)
    #expect(source.openCount == 0)
  }

  @Test func aSourceThatDoesNotOpenEndsWithTheError() async {
    let source = ScriptedByteSource(.failure(UserLocationError(.sourceNotFound)))
    let (updates, error) = await all(NMEALiveProvider(source).startUpdatingLocation())
    #expect(updates.isEmpty)
    #expect(error?.code == .sourceNotFound)
  }

  @Test(arguments: [
    ("", UserLocationError.Code.sourceUnavailable), ("not NMEA\n", .badData),
    (sentence("GPRMC,120000,V,,,,,,,040724,,,N"), .sourceUnavailable),
  ])
  func anEndWithoutAFixIsAnErrorWithTheReason(text: String, code: UserLocationError.Code) async {
    let source = ScriptedByteSource(.success((text.isEmpty ? [] : [.bytes(text)]) + [.end]))
    let (_, error) = await all(NMEALiveProvider(source).startUpdatingLocation())
    #expect(error?.code == code)
  }

  @Test func theLastSubscriptionClosesTheSourceImmediately() async throws {
    let source = ScriptedByteSource(.success([.bytes(epoch(1)), .silence]))
    let provider = NMEALiveProvider(source)
    var first: LocationUpdates.Iterator? = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await first?.next()?.fix != nil)
    var second: LocationUpdates? = provider.startUpdatingLocation()
    #expect(source.openedCount == 1)
    first = nil
    #expect(source.openCount == 1)
    _ = consume second
    second = nil
    #expect(source.openCount == 0)
    withExtendedLifetime((first, second)) {}
  }

  @Test func aSubscriptionDuringTheClosingReopensTheSource() async throws {
    let source = ScriptedByteSource(
      .success([.bytes(epoch(1)), .silence]), .success([.bytes(epoch(2)), .silence]))
    let provider = NMEALiveProvider(source)
    for second in 1...2 {
      var updates = provider.startUpdatingLocation().makeAsyncIterator()
      let fix = try #require(try await updates.next()?.fix)
      #expect(fix.timestamp?.timeIntervalSince1970 == 1_720_094_400 + Double(second))
    }
    #expect(source.openedCount == 2)
  }

  @Test func anUnreadSubscriptionThatIsReleasedClosesTheSource() async {
    let source = ScriptedByteSource()
    let provider = NMEALiveProvider(source)
    for _ in 0..<100 {
      _ = provider.startUpdatingLocation()
      #expect(source.openCount == 0)
    }
  }

  @Test func aRefusedSourceIsAnErrorAndIsNotOpened() async {
    let source = ScriptedByteSource(status: .denied)
    let provider = NMEALiveProvider(source)
    #expect(!provider.isUserAuthorized)
    #expect(await provider.requestWhenInUseAuthorization() == .denied)
    let (_, error) = await all(provider.startUpdatingLocation())
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail == "ask the captain")
    #expect(source.openedCount == 0)
  }

  @Test func withRetryTheSubscriptionContinuesAfterAnOutage() async throws {
    let source = ScriptedByteSource(
      .success([.bytes(epoch(1)), .silence, .failure(.sourceUnavailable)]),
      .failure(UserLocationError(.sourceNotFound)),
      .failure(UserLocationError(.sourceNotFound)),
      .success([.bytes(epoch(2)), .silence, .end]),
      .success([.bytes(epoch(3)), .silence]))
    let clock = ManualClock()
    let reasons = Mutex<[UserLocationError.Code]>([])
    let pauses = Mutex<[Duration]>([])
    let provider = NMEALiveProvider(
      source, retry: RetryPolicy(first: .seconds(1), limit: .seconds(30), jitter: { 1 }),
      willRetry: { error, pause in
        reasons.withLock { $0.append(error.code) }
        pauses.withLock { $0.append(pause) }
      }, clock: clock)
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await updates.next()?.fix != nil)
    #expect(try await updates.next()?.loss?.reason == .deviceRemoved)
    for pause in [1, 2, 4] {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(pause))
    }
    // An outage is reported once, independent of the number of retries.
    #expect(try await updates.next()?.fix != nil)
    #expect(try await updates.next()?.loss?.reason == .deviceRemoved)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    #expect(try await updates.next()?.fix != nil)
    #expect(
      reasons.withLock { $0 }
        == [.sourceUnavailable, .sourceNotFound, .sourceNotFound, .sourceUnavailable])
    #expect(pauses.withLock { $0 } == [1, 2, 4, 1].map { .seconds($0) })
  }

  @Test func theLogContainsOpeningsBadSentencesRetriesAndEnds() async throws {
    let source = ScriptedByteSource(
      .success([.bytes(epoch(1) + "$GPRMC,2*00\r\n"), .failure(.sourceUnavailable)]),
      .success([.bytes(epoch(3)), .end]), .failure(UserLocationError(.notAuthorized)))
    let clock = ManualClock()
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test", factory: { _ in handler })
    logger.logLevel = .trace
    let provider = NMEALiveProvider(
      source, retry: RetryPolicy(jitter: { 1 }), logger: logger, clock: clock)
    async let ending = all(provider.startUpdatingLocation())
    for tries in 1...2 {
      await until { handler.entries.count { $0.level == .notice } == tries }
      await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
    }
    #expect(await ending.1?.code == .notAuthorized)
    #expect(
      handler.entries.map(\.message) == [
        "opened", "bad sentence", "trying again", "opened", "ended", "trying again",
      ])
    #expect(handler.entries.allSatisfy { $0.metadata["source"] == "test:receiver" })
    #expect(handler.entries[2].metadata["after"] == "1 s")
    let reason = handler.entries[2].metadata["reason"]?.description
    #expect(reason == UserLocationError(.sourceUnavailable).description)
    #expect(handler.entries[4].metadata["fixes"] == "1")
  }

  @Test func anAdditionalSentenceTypeIsDecoded() async throws {
    let source = ScriptedByteSource(
      .success([.bytes("$PMINE,4807.038,N,01131.000,E\r\n"), .silence]))
    let decoders: SentenceDecoders = [
      "PMINE": { frame throws(SentenceError) in
        var position = GLL()
        position.latitude = try frame.latitude(1)
        position.longitude = try frame.longitude(3)
        position.status = .active
        return .gll(position)
      }
    ]
    let provider = NMEALiveProvider(source, decoders: decoders)
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await updates.next()?.fix?.coordinate.latitude == 48.1173)
  }

  @Test func aTimeoutSaysThatAServerThatIsTriedAgainIsNotConnected() async throws {
    let source = TCPByteSource(host: "127.0.0.1", port: try LoopbackSocket.freePort())
    let service = UserLocationService(
      provider: NMEALiveProvider(source, retry: RetryPolicy(), clock: ManualClock()))
    var stream = service.updates().makeAsyncIterator()
    #expect(try await stream.next()?.loss?.reason == .deviceRemoved)
    let error = await #expect(throws: UserLocationError.timedOut) {
      _ = try await service.userLocation(matching: LocationCriteria(timeout: .zero))
    }
    #expect(error?.description.contains("device removed") == true)
    withExtendedLifetime(stream) {}
  }

  @Test func aRefusalIsNotRetried() async {
    let source = ScriptedByteSource(.failure(UserLocationError(.notAuthorized)))
    let provider = NMEALiveProvider(source, retry: RetryPolicy())
    let (_, error) = await all(provider.startUpdatingLocation())
    #expect(error?.code == .notAuthorized)
    #expect(source.openedCount == 1)
  }

  @Test func endingTheSubscriptionEndsThePause() async throws {
    let source = ScriptedByteSource(
      .failure(UserLocationError(.sourceNotFound)), .success([.bytes(epoch(1)), .silence]))
    let clock = ManualClock()
    let provider = NMEALiveProvider(source, retry: RetryPolicy(), clock: clock)
    var waiting: LocationUpdates.Iterator? = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await waiting?.next()?.loss?.reason == .deviceRemoved)
    await clock.waitForSleepers()
    waiting = nil
    await until { clock.sleeperCount == 0 }
    // A new subscription does not wait for the former pause.
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await updates.next()?.fix != nil)
    #expect(source.openedCount == 2)
    withExtendedLifetime(waiting) {}
  }
}
