import LocationCore
import Synchronization

/// A subscription that ends at a moment of a clock, even if the source is silent then.
final class TimeLimit: Sendable {
  private let updates: LocationUpdates
  private let deadline: Duration
  private let clock: ErasedClock
  private let reached = Mutex(false)

  init(_ updates: LocationUpdates, at deadline: Duration, clock: ErasedClock) {
    self.updates = updates
    self.deadline = deadline
    self.clock = clock
  }

  /// Whether the moment has come. If not, a subscription that ended has ended by itself.
  var isReached: Bool { reached.withLock { $0 } }

  /// The next update; `nil` at the end of the source or at the moment, whichever is first.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    if isReached { return nil }
    if clock.now >= deadline { return reach() }
    let result = await withTaskGroup(of: Outcome.self) { group in
      group.addTask { [updates] in
        do throws(UserLocationError) {
          return .update(.success(try await updates.next()))
        } catch {
          return .update(.failure(error))
        }
      }
      group.addTask { [clock, deadline] in
        do {
          try await clock.sleep(until: deadline)
          return .deadline
        } catch {
          return .cancelled
        }
      }
      defer { group.cancelAll() }
      for await outcome in group {
        if case .cancelled = outcome { continue }
        return outcome
      }
      return .cancelled
    }
    switch result {
    case .update(let update): return try update.get()
    case .deadline: return reach()
    case .cancelled: throw .cancelled
    }
  }

  private enum Outcome: Sendable {
    case update(Result<LocationUpdate?, UserLocationError>)
    case deadline
    case cancelled
  }

  private func reach() -> LocationUpdate? {
    reached.withLock { $0 = true }
    return nil
  }
}
