import Foundation
import LocationCore
import LocationIO
import LocationTesting
import NMEALocation
import TestSupport
import Testing

/// A replay that gives a recording's own bytes gives all of them, at the right moments.
@Suite(.timeLimit(.minutes(1))) struct ReplayStepTests {
  static let logs = [
    "drive.nmea", "midnight.nmea", "noise.nmea", "no-fix.nmea", "no-date.nmea", "not-nmea.txt",
    "old-receiver.nmea", "ten-hertz.nmea",
  ]

  func steps(of bytes: [UInt8]) async -> [ReplayStep] {
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = NMEAReplayProvider(
      DataByteSource(bytes: bytes), clock: clock, now: { clock.date })
    let next = provider.startReplaying()
    var steps: [ReplayStep] = []
    // One that holds nothing of use says so in the end, after all its bytes.
    while let step = try? await next() { steps.append(step) }
    return steps
  }

  @Test(arguments: logs) func everyByteComesOnceAndInOrder(log: String) async throws {
    let bytes = Array(try Data(contentsOf: FixtureTests.folder.appending(path: log)))
    let steps = await steps(of: bytes)
    #expect(steps.flatMap(\.recorded) == bytes)
  }

  @Test func aLogOfManyReadsGivesEveryByte() async throws {
    let drive = Array(try Data(contentsOf: FixtureTests.folder.appending(path: "drive.nmea")))
    let bytes = drive + drive + drive + drive
    let steps = await steps(of: bytes)
    #expect(steps.flatMap(\.recorded) == bytes)
    #expect(steps.count > 480)
  }

  @Test func anUpdateComesWithTheSentencesItIsMadeOf() async throws {
    let steps = await steps(of: Array((1...5).map(epoch).joined().utf8))
    #expect(steps.map { String(decoding: $0.recorded, as: UTF8.self) } == (1...5).map(epoch))
    #expect(steps.allSatisfy { if case .fix? = $0.update { true } else { false } })
  }

  @Test func stepsAndUpdatesAreTheSame() async throws {
    let bytes = Array(try Data(contentsOf: FixtureTests.folder.appending(path: "drive.nmea")))
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = NMEAReplayProvider(
      DataByteSource(bytes: bytes), clock: clock, now: { clock.date })
    var updates: [LocationUpdate] = []
    for try await update in provider.startUpdatingLocation() { updates.append(update) }
    let steps = await steps(of: bytes)
    #expect(steps.compactMap(\.update) == updates)
  }
}
