import Foundation
import LocationCore
import LocationPublishing
import TestSupport
import TestTurns
import Testing

private let kills =
  ProcessInfo.processInfo.environment["LOCATE_JOURNAL_KILLS"].flatMap { Int($0) } ?? 10

/// Another process adds messages to a journal, and is killed.
@Suite(.inTurn) struct JournalProcessTests {
  @Test(.enabled(if: WriterToKill.isBuilt)) func aKilledProgramLosesNoMessage() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.queue")
    var next = 0
    for _ in 0..<kills {
      let writer = try WriterToKill(
        ["journal", path, "\(next)"], confirmingIn: directory.path("confirmed"))
      #expect(await writer.kill(after: 51))
      let last = try #require(writer.confirmed.compactMap { Int($0) }.last)
      var journal = try PublishingJournal(path: path, limits: .init(age: nil))
      var waiting: [Int] = []
      while let message = try journal.first(1, now: noon).first {
        waiting.append(try #require(Int(message.text)))
        try journal.removeFirst()
      }
      // Half of them were delivered. The rest is complete and in order, up to the last confirmed one; the
      // next one may be there too.
      let first = try #require(waiting.first)
      #expect(first <= (next + last) / 2 + 2)
      #expect(waiting == Array(first...max(last, waiting.last ?? 0)))
      next = try #require(waiting.last) + 1
    }
  }
}
