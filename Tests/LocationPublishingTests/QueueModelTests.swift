import Foundation
import LocationCore
import LocationIO
import LocationSimulation
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationPublishing

/// Random histories of what waits in a queue, and of its delivery.
@Suite(.inTurn) struct QueueModelTests {
  /// Where messages wait.
  private enum Storage: CaseIterable {
    case memory
    case diskThatIsFullAtTimes
    case boundedFile
  }

  // MARK: What waits

  /// A message as the model knows it.
  private struct Known: Equatable {
    var number: Int
    var size: Int
    var second: Int
  }

  /// A backlog, and lists of the messages that must be in it.
  private struct Waiting {
    private static let mostInMemory = 3
    private static let (size, age) = (20_000, 100)

    private let storage: Storage
    private let file = MemoryFile()
    private var backlog = Backlog(nil, mostKept: mostInMemory)
    private var random: RandomStream
    private var second = 0
    private var number = 0

    // What the model knows.
    private var stored: [Known] = []
    private var inMemory: [Known] = []
    private var dropped = 0
    private var isFull = false
    /// The messages that are being sent, and the number of the first one.
    private var sent: (number: Int, messages: [Known])?
    private(set) var violation: String?

    init(_ random: RandomStream) throws {
      var random = random
      storage = Storage.allCases[random.integer(below: 3)]
      self.random = random
      try open()
    }

    private mutating func open() throws {
      dropped = 0
      guard storage != .memory else {
        backlog = Backlog(nil, mostKept: Self.mostInMemory)
        return
      }
      let limits: PublishingJournal.Limits =
        storage == .boundedFile
        ? .init(size: Self.size, age: .seconds(Self.age)) : .init(age: nil)
      backlog = Backlog(
        try PublishingJournal(file: file, limits: limits), mostKept: Self.mostInMemory)
    }

    private mutating func expect(_ isTrue: Bool, _ rule: String) {
      if !isTrue, violation == nil { violation = "\(storage), message \(number): \(rule)" }
    }

    mutating func step() throws {
      second += random.integer(below: 10)
      file.limit(to: isFull ? file.bytes.count : .max)
      switch random.integer(below: 12) {
      case 0...4: add()
      case 5...7: next()
      case 8, 9: remove()
      case 10: if storage == .diskThatIsFullAtTimes { isFull.toggle() }
      default: if random.oneIn(4) { try restart() }
      }
      expect(backlog.count == stored.count + inMemory.count, "another number waits")
      expect(backlog.dropped == dropped, "another number was dropped")
    }

    private mutating func add() {
      number += 1
      // Long messages fill the file, so that its space is used again.
      let length = storage == .boundedFile && random.oneIn(2) ? 6000 : 1
      let message = PublishedMessage(
        kind: .location, createdAt: noon + Double(second),
        payload: Array("\(number)".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: length))
      backlog.add(message)
      expect((backlog.failure != nil) == isFull, "another failure")
      inMemory.append(
        Known(number: number, size: JournalRecord.bytes(of: message).count, second: second))
      if storage != .memory, !isFull {
        stored += inMemory
        inMemory = []
      }
      if inMemory.count > Self.mostInMemory {
        inMemory.removeFirst()
        dropped += 1
      }
      if storage == .boundedFile { dropOldest { used, _ in used > Self.size } }
    }

    /// Drops the oldest stored messages while a condition on their size, and on the first one, holds.
    private mutating func dropOldest(while isBad: (Int, Known) -> Bool) {
      while let first = stored.first, isBad(stored.reduce(0) { $0 + $1.size }, first) {
        stored.removeFirst()
        dropped += 1
      }
    }

    private mutating func next() {
      let most = 1 + random.integer(below: 4)
      let (first, messages) = backlog.next(most, now: noon + Double(second))
      if storage == .boundedFile { dropOldest { [second] in second - $1.second > Self.age } }
      let expected = Array((stored.isEmpty ? inMemory : stored).prefix(most))
      let numbers = messages.map { message in
        Int(String(decoding: message.payload.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
      }
      expect(numbers == expected.map(\.number), "other messages are next")
      sent = (first, expected)
    }

    /// Some of the messages that were sent are delivered. Those that were dropped meanwhile are gone.
    private mutating func remove() {
      guard let (number, messages) = sent.take() else { return }
      let count = random.integer(below: messages.count + 1)
      backlog.remove(before: number + count)
      let delivered = messages.prefix(count)
      stored.removeAll { delivered.contains($0) }
      inMemory.removeAll { delivered.contains($0) }
    }

    /// The next program finds what is in the file.
    private mutating func restart() throws {
      (inMemory, sent) = ([], nil)
      try open()
    }
  }

  @Test func everythingWaitsInOrderUntilItIsDeliveredOrDropped() {
    playRandomSequences(1_000) { random in
      var play = try Waiting(random)
      for _ in 0..<50 where play.violation == nil { try play.step() }
      return play.violation
    }
  }

  // MARK: Delivery

  /// A target that is not there at times, and rejects some messages. It notes what it was sent.
  private final class Target: LocationPublisher {
    struct State {
      var random: RandomStream
      /// The numbers of all messages that arrived, in their order.
      var arrived: [Int] = []
      /// The numbers of the messages that the queue no longer keeps.
      var done: [Int] = []
      var isOut = false
      var violation: String?
    }

    let window: Int
    let state: Mutex<State>
    /// Called before each batch, as others add messages meanwhile.
    private let meanwhile: @Sendable () -> Void

    init(_ random: RandomStream, window: Int, meanwhile: @escaping @Sendable () -> Void) {
      self.window = window
      self.meanwhile = meanwhile
      state = Mutex(State(random: random))
    }

    func publish(_ message: PublishedMessage) async throws(PublishError) {}

    func publish(_ messages: [PublishedMessage]) async -> [Result<Void, PublishError>] {
      meanwhile()
      return state.withLock { state in
        if messages.isEmpty || messages.count > window { state.violation = "a wrong window" }
        var results: [Result<Void, PublishError>] = []
        var isBroken = false
        for number in messages.compactMap({ Int($0.text) }) {
          if state.done.contains(number) { state.violation = "\(number) came after its answer" }
          if let last = state.done.last, number < last { state.violation = "\(number) came late" }
          isBroken = isBroken || state.random.oneIn(state.isOut ? 2 : 6)
          // A message may arrive although nothing says so.
          if !isBroken || state.random.oneIn(2) { state.arrived.append(number) }
          if isBroken { continue }
          let isRejected = state.random.oneIn(8)
          if isRejected { state.arrived.removeLast() }
          results.append(isRejected ? .failure(PublishError(.rejected)) : .success(()))
          state.done.append(number)
        }
        state.isOut = isBroken
        return results + (isBroken ? [.failure(PublishError(.unreachable))] : [])
      }
    }
  }

  private final class Log: Sendable {
    let events = Mutex<[PublishingQueue.Event]>([])
    let queue = Mutex<PublishingQueue?>(nil)
    let number = Mutex(0)

    /// Adds some messages to the queue.
    func add(_ count: Int) {
      for _ in 0..<count {
        let next = number.withLock { number in
          number += 1
          return number
        }
        queue.withLock { $0 }?.add(message(next))
      }
    }
  }

  /// Outages are told, and each is ended once.
  private static func violation(_ events: [PublishingQueue.Event]) -> String? {
    var (isOut, isRejected) = (false, false)
    var dropped = 0
    for event in events {
      switch event {
      case .waiting: (isOut, isRejected) = (true, false)
      case .resumed:
        guard isOut else { return "resumed without an outage" }
        isOut = false
      case .dropped(let count):
        guard count > dropped else { return "the same loss was told again" }
        dropped = count
      // It may be rejected on this machine, so the target may still be out.
      case .rejected: isRejected = true
      case .notStored: break
      }
    }
    return isOut && !isRejected ? "an outage did not end" : nil
  }

  @Test func everyMessageArrivesInOrderOrIsCounted() async {
    await playRandomSequences(1_000) { random in
      let log = Log()
      let (total, window) = (random.integer(below: 30), 1 + random.integer(below: 4))
      let most = random.oneIn(3) ? 3 : 100
      let target = Target(random, window: window) {
        let left = total - log.number.withLock { $0 }
        log.add(max(0, min(left, 2)))
        if left <= 2 { log.queue.withLock { $0 }?.finish() }
      }
      let queue = PublishingQueue(
        target,
        journal: random.oneIn(2) ? try PublishingJournal(file: MemoryFile(), limits: .init()) : nil,
        mostInMemory: most, retry: RetryPolicy(jitter: { 1 }),
        clock: ManualClock(startingAt: noon, jumpsToDeadlines: true),
        report: { event in log.events.withLock { $0.append(event) } })
      log.queue.withLock { $0 = queue }
      log.add(1 + total / 2)
      try await queue.run()
      log.queue.withLock { $0 = nil }
      let state = target.state.withLock { $0 }
      let events = log.events.withLock { $0 }
      if let violation = state.violation ?? Self.violation(events) { return violation }
      let rejected = events.filter { if case .rejected = $0 { true } else { false } }.count
      var dropped = 0
      for case .dropped(let count) in events { dropped = count }
      let added = log.number.withLock { $0 }
      if queue.count > 0 { return "\(queue.count) messages are left" }
      // A message that is being sent may be dropped, and arrive nevertheless.
      let told = state.done.count + dropped
      if told < added || dropped == 0 && told > added { return "\(told) of \(added) messages" }
      return Set(state.arrived).count >= state.done.count - rejected ? nil : "some never arrived"
    }
  }
}
