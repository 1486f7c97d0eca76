import Foundation
import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationPublishing

@Suite(.inTurn) struct PublishingQueueTests {
  private let down = PublishError(.unreachable, detail: "down")

  private final class Reports: Sendable {
    let events = Mutex<[PublishingQueue.Event]>([])
    var all: [PublishingQueue.Event] { events.withLock { $0 } }
  }

  private let reports = Reports()

  private func queue(
    _ publisher: PublisherMock, journal: PublishingJournal? = nil, mostInMemory: Int = 100,
    clock: ManualClock = ManualClock(startingAt: noon, jumpsToDeadlines: true)
  ) -> PublishingQueue {
    PublishingQueue(
      publisher, journal: journal, mostInMemory: mostInMemory,
      retry: RetryPolicy(first: .seconds(1), limit: .seconds(30), jitter: { 1 }), clock: clock,
      report: { [reports] event in reports.events.withLock { $0.append(event) } })
  }

  private func error(of queue: PublishingQueue) async -> PublishError? {
    do throws(PublishError) {
      try await queue.run()
      return nil
    } catch {
      return error
    }
  }

  @Test func messagesArriveInOrder() async {
    let publisher = PublisherMock()
    let queue = queue(publisher)
    for number in 0..<5 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.received == ["0", "1", "2", "3", "4"])
    #expect(publisher.isClosed)
    #expect(queue.count == 0)
  }

  @Test func messagesThatComeLaterAreDeliveredToo() async {
    let publisher = PublisherMock()
    let queue = queue(publisher)
    async let ending = error(of: queue)
    queue.add(message(0))
    #expect(await eventually { publisher.received == ["0"] })
    queue.add(message(1))
    queue.finish()
    #expect(await ending == nil)
    #expect(publisher.received == ["0", "1"])
  }

  @Test func aMessageThatComesJustBeforeTheEndIsDelivered() async throws {
    let publisher = PublisherMock()
    let queueBox = Mutex<PublishingQueue?>(nil)
    let limits = PublishingJournal.Limits(age: .seconds(60))
    var journal = try #require(try PublishingJournal(file: MemoryFile(), limits: limits))
    try journal.append(message(0))
    // The old message is dropped when the queue looks for messages. The next one comes then.
    let queue = PublishingQueue(
      publisher, journal: journal, clock: ManualClock(startingAt: noon + 100)
    ) { _ in
      queueBox.withLock { $0 }?.add(message(100))
      queueBox.withLock { $0 }?.finish()
    }
    queueBox.withLock { $0 = queue }
    #expect(await error(of: queue) == nil)
    queueBox.withLock { $0 = nil }
    #expect(publisher.received == ["100"])
  }

  @Test func aMessageThatFailedComesAgainBeforeTheNextOnes() async {
    let down = down
    let publisher = PublisherMock { call, _ in (1...3).contains(call) ? down : nil }
    let queue = queue(publisher)
    for number in 0..<3 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.received == ["0", "1", "2"])
    #expect(
      reports.all == [
        .waiting(down, messages: 2, pause: .seconds(1)),
        .waiting(down, messages: 2, pause: .seconds(2)),
        .waiting(down, messages: 2, pause: .seconds(4)), .resumed(messages: 2),
      ])
  }

  @Test func severalMessagesAreOnTheWayTogether() async {
    let publisher = PublisherMock(window: 3)
    let queue = queue(publisher)
    for number in 0..<5 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.batches == [["0", "1", "2"], ["3", "4"]])
    #expect(queue.count == 0)
  }

  /// A publisher that answers one message of several gets the next one at once.
  @Test func theWindowSlides() async {
    let publisher = SlidingPublisher(window: 3)
    let queue = PublishingQueue(publisher)
    for number in 0..<6 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.calls == [["0", "1", "2"], ["3"], ["4"], ["5"], [], []])
    #expect(queue.count == 0)
  }

  @Test func aFailureBringsAllOnTheWayBack() async {
    let publisher = SlidingPublisher(window: 3, failures: [1: down])
    let queue = PublishingQueue(
      publisher, clock: ManualClock(startingAt: noon, jumpsToDeadlines: true))
    for number in 0..<5 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(
      publisher.calls == [["0", "1", "2"], ["3"], ["1", "2", "3"], ["4"], [], []])
  }

  @Test func droppedMessagesLeaveNoGapBehindThoseOnTheWay() async {
    let queueBox = Mutex<PublishingQueue?>(nil)
    let publisher = SlidingPublisher(window: 2) { call in
      guard call == 0, let queue = queueBox.withLock({ $0 }) else { return }
      for number in 3..<8 { queue.add(message(number)) }
      queue.finish()
    }
    let queue = PublishingQueue(publisher, mostInMemory: 4)
    queueBox.withLock { $0 = queue }
    for number in 0..<3 { queue.add(message(number)) }
    #expect(await error(of: queue) == nil)
    queueBox.withLock { $0 = nil }
    #expect(publisher.calls == [["0", "1"], ["4"], ["5"], ["6"], ["7"], []])
    #expect(queue.count == 0)
  }

  /// The later messages of the window may have arrived, so they come twice.
  @Test func afterAFailureAllFromThereOnComeAgain() async {
    let down = down
    let publisher = PublisherMock(window: 3) { call, _ in call == 1 ? down : nil }
    let queue = queue(publisher)
    for number in 0..<4 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.batches == [["0", "1", "2"], ["1", "2", "3"]])
    #expect(reports.all.first == .waiting(down, messages: 3, pause: .seconds(1)))
  }

  @Test func aRejectedMessageOfSeveralIsLeftOut() async {
    let rejection = PublishError(.rejected, detail: "no")
    let publisher = PublisherMock(window: 3) { _, text in text == "1" ? rejection : nil }
    let queue = queue(publisher)
    for number in 0..<4 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.received == ["0", "2", "3"])
    #expect(publisher.batches == [["0", "1", "2"], ["3"]])
  }

  @Test func messagesThatWereDroppedMeanwhileAreNotRemovedTwice() throws {
    for isStored in [false, true] {
      let journal =
        isStored
        ? try PublishingJournal(file: MemoryFile(), limits: .init(size: 4096)) : nil
      var backlog = Backlog(journal, mostKept: 3)
      for number in 0..<3 { backlog.add(message(number)) }
      let (first, messages) = backlog.next(3, now: noon)
      #expect(messages.count == 3)
      var number = 3
      while backlog.dropped < 2 {
        backlog.add(message(number))
        number += 1
      }
      let waiting = backlog.count
      backlog.remove(before: first + 3)
      // One of the three was left.
      #expect(backlog.count == waiting - 1)
      #expect(backlog.next(1, now: noon).messages.first?.text == "3")
    }
  }

  @Test func aServerCanAskForALongerPause() async {
    var busy = down
    busy.cause = HTTPRefusal(status: 503, retryAfter: .seconds(600))
    let publisher = PublisherMock { [busy] call, _ in call == 0 ? busy : nil }
    let queue = queue(publisher)
    queue.add(message(0))
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(reports.all.first == .waiting(busy, messages: 1, pause: .seconds(600)))
  }

  /// A mistake in `Retry-After` must not mute this program.
  @Test func aServerThatAsksForAYearIsAskedAfterAnHour() async {
    var busy = down
    busy.cause = HTTPRefusal(status: 503, retryAfter: .seconds(31_536_000))
    let publisher = PublisherMock { [busy] call, _ in call == 0 ? busy : nil }
    let queue = queue(publisher)
    queue.add(message(0))
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(reports.all.first == .waiting(busy, messages: 1, pause: .seconds(3600)))
  }

  @Test func aRejectedMessageIsLeftOut() async {
    let rejection = PublishError(.rejected, detail: "no")
    let publisher = PublisherMock { _, text in text == "1" ? rejection : nil }
    let queue = queue(publisher)
    for number in 0..<3 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.received == ["0", "2"])
    #expect(reports.all == [.rejected(rejection)])
    #expect(queue.outcome == .init(delivered: 2, refused: 1))
    #expect("\(reports.all)".contains("no"))
  }

  @Test(arguments: [
    PublishError.Code.notAuthorized, .untrusted, .unavailable, .invalidTarget, .closed,
  ])
  func whatCannotChangeEndsTheQueue(code: PublishError.Code) async {
    let publisher = PublisherMock { _, _ in PublishError(code) }
    let queue = queue(publisher)
    queue.add(message(0))
    #expect(await error(of: queue)?.code == code)
    #expect(queue.count == 1)
  }

  @Test func aServerThatTookMessagesMayRefuseForAWhile() async {
    let publisher = PublisherMock { call, _ in call == 1 ? PublishError(.notAuthorized) : nil }
    let queue = queue(publisher)
    for number in 0..<2 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.received == ["0", "1"])
  }

  @Test func aQueueWithJournalContinuesInTheNextRun() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.queue")
    do {
      let first = queue(
        PublisherMock { _, _ in PublishError(.unavailable) },
        journal: try PublishingJournal(path: path))
      for number in 0..<3 { first.add(message(number)) }
      #expect(await error(of: first)?.code == .unavailable)
    }
    let publisher = PublisherMock()
    let second = queue(publisher, journal: try PublishingJournal(path: path))
    second.add(message(3))
    second.finish()
    #expect(await error(of: second) == nil)
    #expect(publisher.received == ["0", "1", "2", "3"])
  }

  @Test func aFullDiskKeepsTheLatestMessagesInMemory() async throws {
    let file = MemoryFile()
    let journal = try #require(try PublishingJournal(file: file, limits: .init()))
    let publisher = PublisherMock()
    let queue = queue(publisher, journal: journal, mostInMemory: 2)
    queue.add(message(0))
    file.limit(to: file.bytes.count)
    for number in 1...4 { queue.add(message(number)) }
    #expect(queue.count == 3)
    #expect(reports.all.first == .notStored(reason: "no space left on device"))
    #expect(reports.all.last == .dropped(2))
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.received == ["0", "3", "4"])
  }

  @Test func messagesInMemoryGoToTheDiskWhenItHasSpaceAgain() throws {
    let file = MemoryFile()
    let journal = try #require(try PublishingJournal(file: file, limits: .init()))
    let queue = queue(PublisherMock(), journal: journal)
    file.limit(to: file.bytes.count)
    queue.add(message(0))
    file.limit(to: .max)
    queue.add(message(1))
    var stored = try #require(try PublishingJournal(file: file, limits: .init()))
    #expect(stored.count == 2)
    #expect(try stored.first(1, now: noon).first?.text == "0")
  }

  @Test func theOldestMessageInMemoryIsDroppedAndCounted() async {
    let publisher = PublisherMock()
    let queue = queue(publisher, mostInMemory: 3)
    for number in 0..<5 { queue.add(message(number)) }
    queue.finish()
    #expect(await error(of: queue) == nil)
    #expect(publisher.received == ["2", "3", "4"])
    #expect(reports.all == [.dropped(1), .dropped(2)])
  }

  /// The first message is dropped while it waits for its next try. The one after it must not be lost then.
  @Test func aMessageThatWasDroppedMeanwhileTakesNoOtherWithIt() async {
    let down = down
    let clock = ManualClock()
    let publisher = PublisherMock { call, _ in call == 0 ? down : nil }
    let queue = queue(publisher, mostInMemory: 2, clock: clock)
    queue.add(message(0))
    async let ending = error(of: queue)
    await clock.waitForSleepers(1)
    for number in 1...2 { queue.add(message(number)) }
    queue.finish()
    clock.advance(by: .seconds(1))
    #expect(await ending == nil)
    #expect(publisher.received == ["1", "2"])
  }

  @Test func cancellationEndsAQueueThatWaits() async {
    let queue = queue(PublisherMock())
    let task = Task { await error(of: queue) }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }

  @Test func aRecordingWaitsForRoom() async {
    let publisher = PublisherMock()
    let queue = queue(publisher)
    for number in 0..<5 { queue.add(message(number)) }
    async let room: Void = queue.waitForRoom(2)
    async let ending = error(of: queue)
    await room
    #expect(queue.count <= 2)
    queue.finish()
    #expect(await ending == nil)
  }
}
