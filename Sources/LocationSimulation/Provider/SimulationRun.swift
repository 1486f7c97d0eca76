import LocationCore
import Synchronization

/// One subscription of a ``SimulatedLocationProvider``: takes steps when their time has come.
final class SimulationRun: Sendable {
  private struct State {
    var receiver: SimulatedReceiver
    /// What the last step said and nobody has taken yet, backwards.
    var pending: [SimulatedMoment] = []
    var due = Duration.zero
    /// What the clock showed at the beginning.
    var begin: Duration?
  }

  private let beginning: Duration
  private let pace: ReplayPace
  private let clock: ErasedClock
  private let now: @Sendable () -> Date
  private let status: StatusBox
  private let state: Mutex<State>

  init(
    _ receiver: SimulatedReceiver, from beginning: Duration, pace: ReplayPace,
    clock: ErasedClock, now: @escaping @Sendable () -> Date, status: StatusBox
  ) {
    self.beginning = beginning
    self.pace = pace
    self.clock = clock
    self.now = now
    self.status = status
    state = Mutex(State(receiver: receiver))
  }

  /// The next update, when its time has come.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    while let moment = try await nextMoment() {
      if let update = moment.update { return update }
    }
    return nil
  }

  /// The next update or bytes, when their time has come.
  nonisolated(nonsending) func nextMoment() async throws(UserLocationError) -> SimulatedMoment? {
    guard let due = try prepare() else { return nil }
    if let due, clock.now < due {
      do { try await clock.sleep(until: due) } catch { throw .cancelled }
    }
    guard var moment = state.withLock({ $0.pending.popLast() }) else { return nil }
    if case .authorization(let status)? = moment.update { self.status.change(to: status) }
    moment.update = moment.update?.received(at: now())
    return moment
  }

  /// Sees to it that something is pending, and returns when it is due on the clock; an inner `nil`
  /// is at once, an outer one the end.
  private func prepare() throws(UserLocationError) -> Duration?? {
    let (isOver, due, ending) = state.withLock { state -> (Bool, Duration?, UserLocationError?) in
      let begin = state.begin ?? clock.now
      state.begin = begin
      while state.pending.isEmpty {
        guard let step = state.receiver.next() else { return (true, nil, state.receiver.ending) }
        guard step.offset >= beginning else { continue }
        state.pending = step.moments.reversed()
        state.due = step.offset - beginning
      }
      return (false, pace.factor.map { begin + state.due.divided(by: $0) }, nil)
    }
    if let ending { throw ending }
    return isOver ? .none : .some(due)
  }
}

extension Duration {
  /// A quotient that is exact for 1.
  fileprivate func divided(by factor: Double) -> Duration { factor == 1 ? self : self / factor }
}
