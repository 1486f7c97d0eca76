import LocationSimulation
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationCore

/// Random histories of a buffer, against a list of the updates that must be pending.
@Suite(.inTurn) struct UpdateBufferModelTests {
  /// What a consumer got.
  private enum Taken: Equatable {
    case updates([LocationUpdate])
    case end(UserLocationError?)
  }

  /// A buffer, and a list that knows what it must do.
  private struct Play {
    private static let capacity = 4

    private let buffer: UpdateBuffer
    private let stops: Counter
    private var random: RandomStream
    private var number = 0.0

    // What the model knows.
    private var pending: [LocationUpdate] = []
    /// The end that the consumer was not told yet.
    private var end: Taken?
    private(set) var isOver = false
    private(set) var violation: String?

    init(_ random: RandomStream) {
      let stops = Counter()
      self.random = random
      self.stops = stops
      buffer = UpdateBuffer(capacity: Self.capacity) { stops.add() }
    }

    private mutating func expect(_ isTrue: Bool, _ rule: @autoclosure () -> String) {
      if !isTrue, violation == nil { violation = rule() }
    }

    mutating func step() async throws {
      switch random.integer(below: 12) {
      case 0...3: try yield()
      case 4: try append()
      case 5, 6: await take(upTo: nil)
      case 7: await take(upTo: 1 + random.integer(below: 5))
      case 8, 9: try await takeLater()
      default: if random.oneIn(4) { await finish() }
      }
      let count = stops.count
      expect(count == (isOver ? 1 : 0), "the source was stopped \(count) times")
    }

    // MARK: The source

    private mutating func updates() throws -> [LocationUpdate] {
      try (0..<random.integer(below: 4)).map { _ in
        number += 1
        let source = FixSource(kind: .live, name: "test", device: random.oneIn(2) ? "a" : "b")
        if random.oneIn(4) { return .fixLost(FixLoss(reason: .noFix, source: source)) }
        var fix = try Fix.munich(northBy: number / 10_000)
        fix.source = source
        return .fix(fix)
      }
    }

    private mutating func yield() throws {
      let updates = try updates()
      buffer.yield(updates)
      if isOver { return }
      for update in updates {
        // The oldest fix of the device goes, if a newer one replaces it; else the oldest such loss.
        if pending.count >= Self.capacity {
          let own = pending.indices.filter { pending[$0].source == update.source }
          for isFix in [true, false] {
            let alike = own.filter { pending[$0].isFix == isFix }
            if alike.count > (update.isFix == isFix ? 0 : 1) {
              pending.remove(at: alike[0])
              break
            }
          }
        }
        pending.append(update)
      }
    }

    private mutating func append() throws {
      // A source drops nothing, or it drops what is too much. None does both.
      let updates = try updates()
      guard isOver || pending.count + updates.count <= Self.capacity else { return }
      buffer.append(updates)
      if !isOver { pending += updates }
    }

    private mutating func finish() async {
      let wasOver = isOver
      switch random.integer(below: 4) {
      case 0:
        buffer.finish(nil)
        if !wasOver { end = .end(nil) }
      case 1:
        buffer.finish(.sourceUnavailable)
        if !wasOver { end = .end(.sourceUnavailable) }
      case 2:
        buffer.cancel()
        if !wasOver || end != nil { end = .end(.cancelled) }
        pending = []
      default:
        buffer.consumerLeft()
        (pending, end) = ([], nil)
      }
      isOver = true
    }

    // MARK: The consumer

    private mutating func take(upTo limit: Int?) async {
      // Nothing to take would be a wait without an end.
      guard !pending.isEmpty || isOver else { return }
      await expectTaken(await Self.taken(from: buffer, upTo: limit), upTo: limit)
    }

    private mutating func expectTaken(_ taken: Taken, upTo limit: Int?) async {
      var expected = Taken.end(nil)
      if !pending.isEmpty {
        expected = .updates(Array(pending.prefix(limit ?? 1)))
        pending.removeFirst(min(limit ?? 1, pending.count))
      } else if let end = end.take() {
        expected = end
      }
      expect(taken == expected, "the consumer got \(taken), not \(expected)")
    }

    /// A consumer that begins to wait before there is something to take, or a little later.
    private mutating func takeLater() async throws {
      guard pending.isEmpty, !isOver else { return }
      let consumer = Task { [buffer] in await Self.taken(from: buffer, upTo: nil) }
      for _ in 0..<random.integer(below: 3) { await Task.yield() }
      if random.oneIn(6) {
        consumer.cancel()
        (end, isOver) = (.end(.cancelled), true)
      } else if random.oneIn(4) {
        await finish()
      } else {
        number += 1
        let update = LocationUpdate.fix(try .munich(northBy: number / 10_000))
        buffer.yield([update])
        pending.append(update)
      }
      await expectTaken(await consumer.value, upTo: nil)
    }

    private static func taken(from buffer: UpdateBuffer, upTo limit: Int?) async -> Taken {
      do throws(UserLocationError) {
        if let limit {
          let batch = try await buffer.nextBatch(upTo: limit)
          return batch.isEmpty ? .end(nil) : .updates(batch)
        }
        return try await buffer.next().map { .updates([$0]) } ?? .end(nil)
      } catch {
        return .end(error)
      }
    }
  }

  @Test func everyHistoryKeepsTheRules() async {
    await playRandomSequences { random in
      var play = Play(random)
      for _ in 0..<40 where play.violation == nil { try await play.step() }
      return play.violation
    }
  }

  /// An observer gets everything in order, and one end, whichever thread yields.
  @Test func anObserverGetsEverythingInOrderAndOneEnd() {
    playRandomSequences { random in
      let buffer = UpdateBuffer(capacity: .max) {}
      let seen = Mutex<[LocationUpdate]>([])
      let ends = Counter()
      var sent: [LocationUpdate] = []
      var isObserved = false
      var isOver = false
      for number in 0..<30 {
        switch random.integer(below: 10) {
        case 0 where !isObserved:
          isObserved = true
          buffer.observe(
            UpdateObserver(
              receive: { updates in
                seen.withLock { $0 += updates }
                // An observer may end its own subscription.
                if updates.count > 3 { buffer.finish(nil) }
              }, end: { _ in ends.add() }))
          if sent.count > 3 { isOver = true }
        case 1 where number > 20:
          buffer.finish(.timedOut)
          isOver = true
        default:
          let updates = try (0..<random.integer(below: 5)).map { step in
            LocationUpdate.fix(try .munich(northBy: Double(number * 10 + step) / 10_000))
          }
          buffer.yield(updates)
          if !isOver { sent += updates }
          if isObserved, updates.count > 3 { isOver = true }
        }
        let isTold = isObserved && isOver
        if ends.count != (isTold ? 1 : 0) { return "\(ends.count) ends" }
        if isObserved, seen.withLock({ $0 }) != sent { return "other updates were seen" }
      }
      return nil
    }
  }

  private final class Counter: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }
}

extension LocationUpdate {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
}
