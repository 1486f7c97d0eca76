import Foundation
import Synchronization
import Testing

@testable import LocationCore

@Suite(.timeLimit(.minutes(1)))
struct InlineExecutorTests {
  /// What a task saw of the threads that it ran on.
  private final class Log: Sendable {
    private let state = Mutex<[(word: String, thread: pthread_t)]>([])
    func add(_ word: String) { state.withLock { $0.append((word, pthread_self())) } }
    var words: [String] { state.withLock { $0.map(\.word) } }
    var threads: [pthread_t] { state.withLock { $0.map(\.thread) } }
  }

  /// A task that takes what a stream says, once it waits for it.
  private func consumer(
    of updates: LocationUpdates, _ log: Log
  ) -> Task<Void, any Error> {
    Task(executorPreference: InlineExecutor()) {
      log.add("begins")
      do {
        for try await _ in updates { log.add("taken") }
        log.add("ended")
      } catch {
        log.add("cancelled")
      }
    }
  }

  /// Yields on this thread, lent, and says whether all that was to be logged has been logged on it.
  private func isTakenHere(_ log: Log, _ yield: () -> Void) -> Bool {
    var isHere = false
    ThreadLoan.grant {
      let before = log.threads.count
      yield()
      isHere = log.threads.dropFirst(before).elementsEqual([pthread_self()])
    }
    return isHere
  }

  /// Yields until it is taken here for the first time: before that the consumer may be on its way
  /// to waiting. From then on it always waits.
  private func isAlwaysTakenHere(_ log: Log, _ yield: () -> Void) async -> Bool {
    var tries = 0
    while !isTakenHere(log, yield), tries < 100_000 {
      tries += 1
      await Task.yield()
    }
    return (1...100).allSatisfy { _ in isTakenHere(log, yield) }
  }

  @Test func whoLendsItsThreadRunsTheConsumer() async throws {
    let (updates, continuation) = LocationUpdates.makeStream()
    let log = Log()
    let consumer = consumer(of: updates, log)
    #expect(await isAlwaysTakenHere(log) { continuation.yield(.authorization(.denied)) })
    continuation.finish()
    try await consumer.value
    #expect(log.words.last == "ended")
  }

  @Test func cancelingRunsNothingOnItsOwnStack() async {
    for _ in 0..<10 {
      let (updates, continuation) = LocationUpdates.makeStream()
      let log = Log()
      let consumer = consumer(of: updates, log)
      // Now it waits, and is told of the cancellation.
      #expect(await isAlwaysTakenHere(log) { continuation.yield(.authorization(.denied)) })
      // On a thread that is lent too: there the runtime would find its own lock destroyed.
      #expect(!isTakenHere(log) { consumer.cancel() })
      _ = await consumer.result
      #expect(log.words.last == "cancelled")
    }
  }

  @Test func whatBecomesReadyMeanwhileRunsAfterIt() async {
    let executor = InlineExecutor()
    let log = Log()
    let first = Self.lent {
      Task(executorPreference: executor) {
        log.add("first begins")
        let second = Task(executorPreference: executor) { log.add("second") }
        log.add("first ends")
        return second
      }
    }
    #expect(log.words == ["first begins", "first ends", "second"])
    await first?.value.value
  }

  @Test func aTaskMayLetGoOfItsExecutorWhileItRunsOnIt() async {
    // What is touched after it was freed crashes sooner or later; at once under ASan.
    for _ in 0..<50 {
      let (updates, continuation) = LocationUpdates.makeStream()
      let log = Log()
      // Nobody keeps the task, so that its end is the executor's too.
      _ = consumer(of: updates, log)
      #expect(await isAlwaysTakenHere(log) { continuation.yield(.authorization(.denied)) })
      #expect(isTakenHere(log) { continuation.finish() })
      #expect(log.words.last == "ended")
    }
  }

  @Test func nobodyWaitsForAJobThatBlocks() async throws {
    let executor = InlineExecutor()
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = Log()
    Thread.detachNewThread {
      ThreadLoan.grant {
        Task(executorPreference: executor) {
          Self.block(hasBegun, mayEnd)
          log.add("first")
        }
      }
    }
    #expect(Self.wait(hasBegun))
    // This returns at once, on a thread that has other things to do.
    let second = Self.lent { Task(executorPreference: executor) { log.add("second") } }
    log.add("handed over")
    mayEnd.signal()
    await second?.value
    #expect(log.words == ["handed over", "first", "second"])
  }

  private static func lent<T>(_ body: () -> T) -> T? {
    var result: T?
    ThreadLoan.grant { result = body() }
    return result
  }

  private static func block(_ hasBegun: DispatchSemaphore, _ mayEnd: DispatchSemaphore) {
    hasBegun.signal()
    mayEnd.wait()
  }

  private static func wait(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + 10) == .success
  }

  @Test func aServiceTakesWhatADirectSourceYieldsOnItsThread() async throws {
    let (updates, continuation) = LocationUpdates.makeDirectStream {}
    let service = UserLocationService(provider: OneStream(updates))
    let fixes = service.locationUpdates()
    let place = try Coordinate(latitude: 1, longitude: 2)
    let source = FixSource(kind: .live, name: "test")
    let log = Log()
    let consumer = Task(executorPreference: InlineExecutor()) {
      for try await fix in fixes { log.add("\(fix.coordinate.latitude)") }
    }
    let isTakenHere = await isAlwaysTakenHere(log) {
      continuation.yield(.sky(SkyView(satellites: [], source: source)))
      continuation.yield(.fix(Fix(coordinate: place, source: source)))
    }
    #expect(isTakenHere)
    continuation.finish()
    _ = await consumer.result
  }

  private struct OneStream: LocationProvider {
    let updates: LocationUpdates
    init(_ updates: LocationUpdates) { self.updates = updates }
    var authorizationStatus: AuthorizationStatus { .authorizedAlways }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
    func startUpdatingLocation() -> LocationUpdates { updates }
  }
}
