import Foundation
import Synchronization
import Testing

@testable import LocationCore

@Suite(.timeLimit(.minutes(1)))
struct InlineExecutorTests {
  /// What a task saw of the threads that it ran on.
  private final class Log: Sendable {
    private let state = Mutex<[String]>([])
    func add(_ word: String) { state.withLock { $0.append(word) } }
    var words: [String] { state.withLock { $0 } }
  }

  @Test func whoYieldsRunsTheConsumer() async {
    let (updates, continuation) = LocationUpdates.makeStream()
    let log = Log()
    let consumer = Task(executorPreference: InlineExecutor()) {
      for try await _ in updates { log.add("taken") }
      log.add("ended")
    }
    // Nothing is waited for: what is yielded has been taken when that returns.
    for number in 1...3 {
      continuation.yield(.authorization(.denied))
      #expect(log.words.count == number)
    }
    continuation.finish()
    #expect(log.words == ["taken", "taken", "taken", "ended"])
    _ = await consumer.result
  }

  @Test func whatBecomesReadyMeanwhileRunsAfterIt() async {
    let executor = InlineExecutor()
    let log = Log()
    let first = Task(executorPreference: executor) {
      log.add("first begins")
      let second = Task(executorPreference: executor) { log.add("second") }
      log.add("first ends")
      return second
    }
    await first.value.value
    #expect(log.words == ["first begins", "first ends", "second"])
  }

  @Test func nobodyWaitsForAJobThatBlocks() async throws {
    let executor = InlineExecutor()
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = Log()
    Thread.detachNewThread {
      Task(executorPreference: executor) {
        Self.block(hasBegun, mayEnd)
        log.add("first")
      }
    }
    #expect(Self.wait(hasBegun))
    // This returns at once, on a thread that has other things to do.
    let second = Task(executorPreference: executor) { log.add("second") }
    log.add("handed over")
    mayEnd.signal()
    await second.value
    #expect(log.words == ["handed over", "first", "second"])
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
    continuation.yield(.sky(SkyView(satellites: [], source: source)))
    continuation.yield(.fix(Fix(coordinate: place, source: source)))
    #expect(log.words == ["1.0"])
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
