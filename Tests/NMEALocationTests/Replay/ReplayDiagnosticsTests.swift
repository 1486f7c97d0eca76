import InMemoryLogging
import LocationCore
import LocationIO
import LocationTesting
import Logging
import NMEA0183
import NMEALocation
import Synchronization
import TestSupport
import TestTurns
import Testing

/// The counters and the log of a replay, and sentences that the program decodes itself.
@Suite(.inTurn) struct ReplayDiagnosticsTests {
  private let log: [UInt8] =
    RecordedTrack.rmc(0..<3) + Array("$GPRMC,000003,A*00\r\n$GPRMC,9".utf8)

  private func provider(
    _ log: [UInt8], loops: Bool = false, decoders: SentenceDecoders = [:], logger: Logger? = nil
  ) -> NMEAReplayProvider {
    NMEAReplayProvider(
      DataByteSource(bytes: log, name: "memory:track"), pace: .unpaced, loops: loops,
      decoders: decoders, logger: logger)
  }

  @Test func countersAreThoseOfTheDecoder() async throws {
    let replay = provider(log)
    #expect(replay.counters == NMEACounters())
    #expect(try await fixes(of: replay).count == 3)
    #expect(replay.counters.bytes == log.count)
    #expect(replay.counters.sentences == 3)
    #expect(replay.counters.bad == [.checksumWrong: 1, .truncated: 1])
    #expect(replay.counters.epochs == 3)
    #expect(replay.counters.fixes == 3)
  }

  @Test func countersStartOverWithEachSubscription() async throws {
    let replay = provider(log)
    for _ in 0..<2 {
      _ = try await fixes(of: replay)
      #expect(replay.counters.bytes == log.count)
    }
  }

  @Test func countersOfAnOlderSubscriptionDoNotReplaceTheNewest() async throws {
    let replay = provider(log)
    var older = replay.startUpdatingLocation().makeAsyncIterator()
    _ = try await older.next()
    let halfway = replay.counters
    #expect(halfway.fixes > 0 && halfway.fixes < 3)
    _ = try await fixes(of: replay)
    let whole = replay.counters
    #expect(whole.fixes == 3)
    _ = try await replay.startUpdatingLocation().first { _ in true }
    while try await older.next() != nil {}
    #expect(replay.counters == halfway)
  }

  @Test func theLogContainsOpeningBadSentencesAndEnd() async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test", factory: { _ in handler })
    logger.logLevel = .trace
    _ = try await fixes(of: provider(log, logger: logger))
    #expect(handler.entries.map(\.message) == ["opened", "bad sentence", "bad sentence", "ended"])
    #expect(handler.entries.map(\.level) == [.debug, .trace, .trace, .debug])
    #expect(handler.entries.allSatisfy { $0.metadata["source"] == "memory:track" })
    #expect(handler.entries[1].metadata["line"] == "4")
    #expect(
      handler.entries[1].metadata["reason"]?.description.hasPrefix("checksum wrong: 00 found")
        == true)
    #expect(handler.entries[2].metadata["line"] == "5")
    #expect(handler.entries[3].metadata["fixes"] == "3")
    #expect(handler.entries[3].metadata["bad"] == "2")
  }

  @Test func theLogContainsTheEndOfTheSubscription() async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test", factory: { _ in handler })
    logger.logLevel = .debug
    do {
      let replay = provider(RecordedTrack.rmc(0..<5_000), logger: logger)
      _ = try await replay.startUpdatingLocation().first { _ in true }
    }
    #expect(handler.entries.map(\.message) == ["opened", "closed"])
  }

  @Test func aSentenceThatTheProgramDecodesGivesFixes() async throws {
    let lines = Mutex<[Int]>([])
    let decoders: SentenceDecoders = [
      "PMINE": { frame throws(SentenceError) in
        lines.withLock { $0.append(frame.line) }
        var position = GLL()
        position.time = try frame.time(1)
        position.latitude = try frame.latitude(2)
        position.longitude = try frame.longitude(4)
        position.status = .active
        return .gll(position)
      }
    ]
    let log = ["000001,4807.038,N,01131.000,E", "000002,9907.038,N,01131.000,E"]
      .map { sentence("PMINE," + $0) }.joined()
    let replay = provider(Array(log.utf8), decoders: decoders)
    let fixes = try await fixes(of: replay)
    #expect(fixes.map(\.coordinate.latitude) == [48.1173])
    #expect(lines.withLock { $0 } == [1, 2])
    #expect(replay.counters.bad == [.field: 1])
    #expect(replay.counters.kinds.map { "\($0.talker)\($0.type) \($0.count)" } == ["PMINE 1"])
  }
}
