import Foundation
import LocationCore
import LocationIO
import LocationReplay
import LocationTesting
import NMEALocation
import TestSupport
import TestTurns
import Testing

/// A replay that keeps the log's bytes gives all of them, each with its update.
@Suite(.inTurn) struct RecordedBytesTests {
  static let logs = [
    "drive.nmea", "midnight.nmea", "noise.nmea", "no-fix.nmea", "no-date.nmea", "not-nmea.txt",
    "old-receiver.nmea", "ten-hertz.nmea",
  ]

  func items(of bytes: [UInt8]) async -> [TrackItem] {
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = NMEAReplayProvider(
      DataByteSource(bytes: bytes), clock: clock)
    let next = provider.startPlaying()
    var items: [TrackItem] = []
    // A log without a fix ends with an error, after all its bytes.
    while let item = try? await next() { items.append(item) }
    return items
  }

  @Test(arguments: logs) func everyByteComesOnceAndInOrder(log: String) async throws {
    let bytes = Array(try Data(contentsOf: FixtureTests.folder.appending(path: log)))
    let items = await items(of: bytes)
    #expect(items.flatMap(\.bytes) == bytes)
  }

  @Test func aLogOfManyReadsGivesEveryByte() async throws {
    let drive = Array(try Data(contentsOf: FixtureTests.folder.appending(path: "drive.nmea")))
    let bytes = drive + drive + drive + drive
    let items = await items(of: bytes)
    #expect(items.flatMap(\.bytes) == bytes)
    #expect(items.count > 480)
  }

  @Test func anUpdateComesWithTheSentencesItIsMadeOf() async throws {
    let items = await items(of: Array((1...5).map(epoch).joined().utf8))
    #expect(items.map { String(decoding: $0.bytes, as: UTF8.self) } == (1...5).map(epoch))
    #expect(items.allSatisfy { if case .fix? = $0.update { true } else { false } })
  }

  @Test func itemsAndUpdatesAreTheSame() async throws {
    let bytes = Array(try Data(contentsOf: FixtureTests.folder.appending(path: "drive.nmea")))
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = NMEAReplayProvider(
      DataByteSource(bytes: bytes), clock: clock)
    var updates: [LocationUpdate] = []
    for try await update in provider.startUpdatingLocation() { updates.append(update) }
    let items = await items(of: bytes)
    #expect(items.compactMap(\.update) == updates)
  }
}
