import Synchronization
import TestTurns
import Testing

@testable import LocationCore

@Suite(.inTurn) struct UpdateBufferTests {
  private func fixes(_ range: Range<Int>) throws -> [LocationUpdate] {
    try range.map { .fix(try .munich(northBy: Double($0) / 10_000)) }
  }

  // MARK: Sending

  @Test func aSenderWaitsWhileTheBufferIsFullAndLosesNothing() async throws {
    let buffer = UpdateBuffer(capacity: 4) {}
    let all = try fixes(0..<(4 * UpdateBuffer.sendingCapacity))
    let sent = Atomic(0)
    let sender = Task {
      for start in stride(from: 0, to: all.count, by: 100) {
        let batch = Array(all[start..<min(start + 100, all.count)])
        sent.add(batch.count, ordering: .relaxed)
        buffer.append(batch)
        await buffer.waitForRoom()
      }
      buffer.finish(nil)
    }
    while buffer.hasRoom { await Task.yield() }
    for _ in 0..<100 { await Task.yield() }
    #expect(sent.load(ordering: .relaxed) < UpdateBuffer.sendingCapacity + 100)
    var seen: [LocationUpdate] = []
    while let update = try await buffer.next() { seen.append(update) }
    #expect(seen == all)
    await sender.value
  }

  enum Ending: CaseIterable { case finish, cancellation, leaving }

  @Test(arguments: Ending.allCases)
  func aSenderThatWaitsGoesOnWhenTheSubscriptionEnds(_ ending: Ending) async throws {
    let buffer = UpdateBuffer(capacity: 4) {}
    let all = try fixes(0..<UpdateBuffer.sendingCapacity)
    buffer.append(all)
    let sender = Task { await buffer.waitForRoom() }
    for _ in 0..<100 { await Task.yield() }
    switch ending {
    case .finish: buffer.finish(nil)
    case .cancellation: buffer.cancel()
    case .leaving: buffer.consumerLeft()
    }
    await sender.value
  }

  // MARK: Taking

  @Test func aBatchIsWhatIsPendingUpToItsLimit() async throws {
    let buffer = UpdateBuffer(capacity: 100) {}
    let all = try fixes(0..<10)
    buffer.yield(all)
    #expect(try await buffer.next() == all[0])
    #expect(try await buffer.nextBatch(upTo: 3) == Array(all[1..<4]))
    #expect(try await buffer.nextBatch(upTo: 100) == Array(all[4...]))
    buffer.finish(nil)
    #expect(try await buffer.nextBatch(upTo: 100) == [])
  }

  @Test func aBatchLargerThanTheCapacityKeepsItsNewest() async throws {
    let buffer = UpdateBuffer(capacity: 3) {}
    let all = try fixes(0..<10)
    buffer.yield([LocationUpdatesTests.loss] + all)
    #expect(try await buffer.nextBatch(upTo: 100) == [LocationUpdatesTests.loss] + all[8...])
  }

  @Test func eachDeviceKeepsItsNewestUpdateAndItsLoss() async throws {
    let buffer = UpdateBuffer(capacity: 3) {}
    var all: [LocationUpdate] = []
    for number in 0..<300 {
      var fix = try Fix.munich(northBy: Double(number) / 10_000)
      fix.source = FixSource(kind: .live, name: "test", device: "\(number % 100)")
      all.append(.fix(fix))
    }
    buffer.yield([LocationUpdatesTests.loss] + all)
    #expect(try await buffer.nextBatch(upTo: 1_000) == [LocationUpdatesTests.loss] + all[200...])
  }

  @Test func whatIsDroppedIsCountedHereAndAtTheSource() async throws {
    let source = DropCount()
    let buffer = UpdateBuffer(capacity: 3) {}
    buffer.drops.add(to: source)
    let all = try fixes(0..<10)
    buffer.yield(Array(all[..<3]))
    #expect(buffer.drops.total == 0)
    buffer.yield(Array(all[3..<4]))
    buffer.yield(Array(all[4...]))
    #expect(try await buffer.nextBatch(upTo: 100) == Array(all[7...]))
    buffer.append(all)
    #expect(buffer.drops.total == 7)
    #expect(source.total == 7)
  }

  @Test func aSkyViewDoesNotTakeThePlaceOfTheOnlyFixOfItsDevice() async throws {
    let buffer = UpdateBuffer(capacity: 1) {}
    let fix = try fixes(0..<1)
    let source = try #require(fix[0].source)
    let skies = (1...2).map { count in
      var sky = SkyView(satellites: [], source: source)
      sky.satellitesInView = count
      return LocationUpdate.sky(sky)
    }
    buffer.yield(fix + skies)
    #expect(try await buffer.nextBatch(upTo: 100) == [fix[0], skies[1]])
  }

  @Test func aSourceThatInventsDevicesDoesNotFillTheMemory() async throws {
    let buffer = UpdateBuffer(capacity: 4_900) {}
    let all = try (0..<6_000).map { number in
      var fix = try Fix.munich()
      fix.source = FixSource(kind: .live, name: "test", device: "\(number)")
      return LocationUpdate.fix(fix)
    }
    buffer.yield(all)
    #expect(try await buffer.nextBatch(upTo: 10_000) == Array(all[1_000...]))
  }

  @Test func aCanceledConsumerIsToldSoInsteadOfTheUpdatesThatArePending() async throws {
    let buffer = UpdateBuffer(capacity: 100) {}
    buffer.append(try fixes(0..<4))
    let consumer = Task { () throws(UserLocationError) in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await buffer.next()
    }
    await #expect(throws: UserLocationError.cancelled) { try await consumer.value }
    #expect(try await buffer.next() == nil)
  }

  // MARK: Observing

  @Test func anObserverGetsWhatWasPendingFirst() async throws {
    let buffer = UpdateBuffer(capacity: 100) {}
    let all = try fixes(0..<4)
    buffer.yield(Array(all[..<2]))
    let seen = Mutex<[LocationUpdate]>([])
    let ends = Atomic(0)
    buffer.observe(
      UpdateObserver(
        receive: { updates in seen.withLock { $0 += updates } },
        end: { _ in ends.add(1, ordering: .relaxed) }))
    #expect(seen.withLock { $0 } == Array(all[..<2]))
    buffer.yield(Array(all[2...]))
    #expect(seen.withLock { $0 } == all)
    buffer.finish(nil)
    buffer.finish(.timedOut)
    buffer.yield(all)
    #expect(seen.withLock { $0 } == all)
    #expect(ends.load(ordering: .relaxed) == 1)
  }

  @Test func whatAnObserverYieldsItselfComesAfterItsCall() async throws {
    let buffer = UpdateBuffer(capacity: 100) {}
    let seen = Mutex<[String]>([])
    buffer.observe(
      UpdateObserver(
        receive: { updates in
          seen.withLock { $0.append("begins") }
          if updates.count == 1 { buffer.yield(updates + updates) }
          seen.withLock { $0.append("ends") }
        }, end: { _ in }))
    buffer.yield([LocationUpdatesTests.loss])
    #expect(seen.withLock { $0 } == ["begins", "ends", "begins", "ends"])
    buffer.consumerLeft()
  }

  @Test func anObserverIsReleasedWhenTheConsumerLeaves() async throws {
    final class Resource: Sendable {}
    var resource: Resource? = Resource()
    weak let observed = resource
    let buffer = UpdateBuffer(capacity: 100) {}
    buffer.observe(
      UpdateObserver(receive: { [resource] _ in _ = resource }, end: { _ in }))
    resource = nil
    #expect(observed != nil)
    buffer.consumerLeft()
    #expect(observed == nil)
  }
}
