import LocationCore
import Synchronization
import TestTurns
import Testing

@Suite(.inTurn) struct LocationUpdatesTests {
  static let loss = LocationUpdate.fixLost(
    FixLoss(reason: .noFix, source: FixSource(kind: .live, name: "test")))

  private func fix(_ index: Int) throws -> LocationUpdate {
    .fix(try .munich(northBy: Double(index) / 1000))
  }

  private func rest(_ updates: LocationUpdates) async throws -> [LocationUpdate] {
    var all: [LocationUpdate] = []
    for try await update in updates { all.append(update) }
    return all
  }

  // MARK: Pushed

  @Test func aSlowConsumerGetsTheNewest() async throws {
    let (updates, continuation) = LocationUpdates.makeStream(bufferingNewest: 3)
    for index in 0..<10 { continuation.yield(try fix(index)) }
    continuation.finish()
    #expect(try await rest(updates) == [try fix(7), try fix(8), try fix(9)])
  }

  @Test func aLostFixAndAnAuthorizationOutliveFixes() async throws {
    let (updates, continuation) = LocationUpdates.makeStream(bufferingNewest: 3)
    continuation.yield(Self.loss)
    continuation.yield(.authorization(.denied))
    for index in 0..<10 { continuation.yield(try fix(index)) }
    continuation.finish()
    #expect(try await rest(updates) == [Self.loss, .authorization(.denied), try fix(9)])
  }

  @Test func theErrorComesOnceAndAfterThePendingUpdates() async throws {
    let (updates, continuation) = LocationUpdates.makeStream()
    continuation.yield(Self.loss)
    continuation.finish(throwing: .sourceUnavailable)
    continuation.yield(Self.loss)
    continuation.finish(throwing: .timedOut)
    var iterator = updates.makeAsyncIterator()
    #expect(try await iterator.next() == Self.loss)
    let error = await #expect(throws: UserLocationError.self) { try await iterator.next() }
    #expect(error?.code == .sourceUnavailable)
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
  }

  @Test func severalUpdatesArriveOneByOneAndInOrder() async throws {
    let (updates, continuation) = LocationUpdates.makeStream()
    continuation.yield([try fix(0), Self.loss, try fix(1)])
    continuation.finish()
    #expect(try await rest(updates) == [try fix(0), Self.loss, try fix(1)])
  }

  @Test func theTaskThatPollsASourceEndsWithItsConsumer() async throws {
    let (endings, ending) = AsyncStream.makeStream(of: Void.self)
    let update = try fix(0)
    let updates = LocationUpdates { continuation in
      defer { ending.finish() }
      while !Task.isCancelled {
        continuation.yield(update)
        await Task.yield()
      }
    }
    for try await received in updates {
      #expect(received == update)
      break
    }
    for await _ in endings {}
  }

  @Test(arguments: [
    (UserLocationError.notAuthorized as any Error, UserLocationError.Code.notAuthorized),
    (CancellationError(), .cancelled), (DiskIsFull(), .sourceUnavailable),
  ])
  func theErrorOfTheTaskEndsItsSequence(error: any Error, code: UserLocationError.Code) async throws
  {
    let update = try fix(0)
    let updates = LocationUpdates { continuation in
      continuation.yield(update)
      throw error
    }
    var iterator = updates.makeAsyncIterator()
    #expect(try await iterator.next() == update)
    let thrown = await #expect(throws: UserLocationError.self) { try await iterator.next() }
    #expect(thrown?.code == code)
    #expect(thrown?.cause is DiskIsFull == (error is DiskIsFull))
  }

  private struct DiskIsFull: Error {}

  // MARK: Interests

  @Test func aSourceReadsItsConsumersInterests() {
    let (pushed, continuation) = LocationUpdates.makeStream()
    #expect(continuation.interests == .all)
    pushed.interests = []
    #expect(continuation.interests == [])

    let interests = SubscriptionInterests()
    let pulled = LocationUpdates(
      pulling: { () async throws(UserLocationError) in nil }, interests: interests)
    pulled.interests = []
    #expect(interests.current == [])
    pulled.interests = .satellites
    #expect(interests.current == .satellites)
  }

  enum Ending: CaseIterable { case finish, failure, cancellation, drop }

  @Test(arguments: Ending.allCases)
  func onStopIsCalledOnceForEveryEnding(_ ending: Ending) async throws {
    let stops = Mutex(0)
    let (told, teller) = AsyncStream.makeStream(of: Void.self)
    var stream: (updates: LocationUpdates, continuation: LocationUpdates.Continuation)? =
      LocationUpdates.makeStream {
        stops.withLock { $0 += 1 }
        teller.yield()
      }
    let continuation = try #require(stream?.continuation)
    switch ending {
    case .finish: continuation.finish()
    case .failure: continuation.finish(throwing: .sourceUnavailable)
    case .cancellation:
      let updates = try #require(stream?.updates)
      let task = Task {
        for try await _ in updates {}
      }
      task.cancel()
      _ = await task.result
    case .drop: break
    }
    stream = nil
    for await _ in told { break }
    continuation.finish()
    #expect(stops.withLock { $0 } == 1)
  }

  @Test func aWaitingConsumerIsServedFromAnyThread() async throws {
    let (updates, continuation) = LocationUpdates.makeStream()
    async let first = rest(updates)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { continuation.yield(Self.loss) } }
    }
    continuation.finish()
    #expect(try await first.count == 50)
  }

  // MARK: Pulled

  @Test func aPulledSourceIsAskedOnlyOnDemandAndNeverAfterItsEnd() async throws {
    let asked = Mutex(0)
    let updates = LocationUpdates { () async throws(UserLocationError) in
      let count = asked.withLock { asked in
        asked += 1
        return asked
      }
      return count <= 2 ? Self.loss : nil
    }
    #expect(asked.withLock { $0 } == 0)
    var iterator = updates.makeAsyncIterator()
    _ = try await iterator.next()
    #expect(asked.withLock { $0 } == 1)
    while try await iterator.next() != nil {}
    _ = try await iterator.next()
    #expect(asked.withLock { $0 } == 3)
  }

  @Test func aPulledSourceIsReleasedAtItsEnd() async throws {
    final class Resource: Sendable {}
    var resource: Resource? = Resource()
    weak let observed = resource
    let updates = LocationUpdates { [resource] () async throws(UserLocationError) in
      _ = resource
      return nil
    }
    resource = nil
    #expect(observed != nil)
    var iterator = updates.makeAsyncIterator()
    #expect(try await iterator.next() == nil)
    #expect(observed == nil)
  }

  @Test func aPulledSourceIsReleasedWhenItsConsumerLeaves() async throws {
    final class Resource: Sendable {}
    var resource: Resource? = Resource()
    weak let observed = resource
    let updates = LocationUpdates {
      [resource] () async throws(UserLocationError) in
      _ = resource
      return Self.loss
    }
    resource = nil
    for try await _ in updates { break }
    #expect(observed == nil)
    // A second loop gets only the end.
    for try await _ in updates { Issue.record("an update after the loop was left") }
  }

  @Test func leavingTheLoopStopsAPushedSourceAlthoughTheSequenceExists() async throws {
    let isStopped = Mutex(false)
    let (updates, continuation) = LocationUpdates.makeStream { isStopped.withLock { $0 = true } }
    continuation.yield(Self.loss)
    for try await _ in updates { break }
    #expect(isStopped.withLock { $0 })
    withExtendedLifetime(updates) {}
  }

  @Test func leavingALoopOverFixesStopsTheSource() async throws {
    let isStopped = Mutex(false)
    let (updates, continuation) = LocationUpdates.makeStream { isStopped.withLock { $0 = true } }
    let fixes = LocationFixes(updates)
    continuation.yield(.fix(try .munich()))
    for try await _ in fixes { break }
    #expect(isStopped.withLock { $0 })
    withExtendedLifetime((updates, fixes)) {}
  }

  @Test func aSecondConsumerAtTheSameTimeStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let (entered, entering) = AsyncStream.makeStream(of: Void.self)
      let updates = LocationUpdates { () async throws(UserLocationError) in
        entering.yield()
        for await _ in AsyncStream<Never>.makeStream().stream {}
        return nil
      }
      let first = Task { for try await _ in updates {} }
      for await _ in entered { break }
      var second = updates.makeAsyncIterator()
      _ = try await second.next()
      first.cancel()
    }
  }

  @Test func cancellationEndsASourceThatNeverSuspends() async {
    let updates = LocationUpdates { () async throws(UserLocationError) in Self.loss }
    let task = Task {
      for try await _ in updates {}
    }
    task.cancel()
    let error = await #expect(throws: UserLocationError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }
}
