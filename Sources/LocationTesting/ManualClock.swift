import LocationCore
import Synchronization

/// A clock that stands still until a test moves it.
///
/// When ``advance(by:)`` passes their deadlines, sleepers wake in the order of these deadlines. A test
/// can wait until a task sleeps (``waitForSleepers(_:)``) before it advances the clock.
///
/// With ``init(startingAt:jumpsToDeadlines:)`` the clock can also advance by itself: every sleeper
/// wakes at once, and the clock then shows its deadline. A day passes in milliseconds. Use this where
/// only one task sleeps, such as a replay. The timeout of a request does not move the clock: it is over when the
/// source has moved the clock there. Where nothing else sleeps, as with a source that is silent, the test calls
/// ``advance(by:)``.
public final class ManualClock: LocationClock, Sendable {
  /// A moment of a ``ManualClock``.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes the moment `offset` after the clock was made; a negative offset is before.
    public init(offset: Duration) { self.offset = offset }

    /// This moment, later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `lhs` is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    /// Gets `true` at the deadline, and `false` when the task is canceled.
    let isDue: Promise<Bool>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var lastID = 0
    var sleepers: [Sleeper] = []

    /// Takes the sleepers whose deadline has come, earliest first.
    mutating func takeDue() -> [Sleeper] {
      let due = sleepers.filter { $0.deadline <= now }
      sleepers.removeAll { $0.deadline <= now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
  }

  private let start: Date
  private let jumps: Bool
  private let state = Mutex(State())
  private let sleeping = AwaitedCount()

  /// Makes a clock that shows 0.
  ///
  /// - Parameters:
  ///   - start: the date at 0, for ``date``; any date. The default is 1 January 2025, 00:00 UTC.
  ///   - jumpsToDeadlines: whether sleeping advances the clock, so that no test has to.
  public init(
    startingAt start: Date = Date(timeIntervalSince1970: 1_735_689_600),
    jumpsToDeadlines: Bool = false
  ) {
    self.start = start
    jumps = jumpsToDeadlines
  }

  /// The moment the clock shows.
  public var now: Instant { state.withLock { $0.now } }

  /// The date that the clock shows.
  public var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

  /// Zero: this clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock and wakes the sleepers whose deadline has come, earliest first.
  ///
  /// - Precondition: `duration` is not negative.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "a manual clock can not go back by \(duration)")
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      defer { _ = sleeping.change { $0 = state.sleepers.count } }
      return state.takeDue()
    }
    for sleeper in due { sleeper.isDue.give(true) }
  }

  /// How many tasks sleep now.
  public var sleeperCount: Int { sleeping.count }

  /// How many sleeps have begun since the clock was made, with those that are over.
  package var sleepCount: Int { state.withLock { $0.lastID } }

  /// Waits until at least `count` tasks sleep at the same time. Returns at once if `count` is zero or
  /// less, and when its task is canceled.
  public func waitForSleepers(_ count: Int = 1) async { await sleeping.reaches(count) }

  /// Sleeps until a test has advanced the clock to `deadline`. Returns at once if that moment has
  /// passed. The clock is exact, so it ignores the tolerance.
  ///
  /// - Throws: `CancellationError` when the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, jumps: jumps)
    // A source without an end never waits for this clock. On one core, nothing else would run.
    if jumps { await Task.yield() }
  }

  /// Sleeps until a test or other sleepers have advanced the clock to `deadline`. A clock that jumps does not jump
  /// to it.
  ///
  /// - Throws: `CancellationError` when the task is canceled.
  public func sleep(untilLimit deadline: Instant) async throws {
    try await sleep(until: deadline, jumps: false)
  }

  private func sleep(until deadline: Instant, jumps: Bool) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let isDue = Promise<Bool>()
    add(Sleeper(id: id, deadline: deadline, isDue: isDue), jumps: jumps)
    if await !isDue.value(onCancel: { remove(id) }) { throw CancellationError() }
  }

  private func add(_ sleeper: Sleeper, jumps: Bool) {
    let change = state.withLock { state -> (due: [Sleeper], observers: [Promise<Void>])? in
      if Task.isCancelled { return nil }
      state.sleepers.append(sleeper)
      if jumps { state.now = max(state.now, sleeper.deadline) }
      let due = state.takeDue()
      return (due, sleeping.change { $0 = state.sleepers.count })
    }
    guard let change else { return sleeper.isDue.give(false) }
    for sleeper in change.due { sleeper.isDue.give(true) }
    for observer in change.observers { observer.give() }
  }

  private func remove(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
      defer { _ = sleeping.change { $0 = state.sleepers.count } }
      return state.sleepers.remove(at: index)
    }
    sleeper?.isDue.give(false)
  }
}
