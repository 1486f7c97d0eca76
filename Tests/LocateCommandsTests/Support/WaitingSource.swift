import LocationCore
import LocationTesting
import Synchronization
import TestSupport

@testable import LocateCommands

/// A source that reports some updates and then nothing more.
final class WaitingSource: LocationProvider {
  private let updates: [LocationUpdate]
  private let pulls = Atomic(0)

  init(_ updates: [LocationUpdate]) { self.updates = updates }

  /// Whether the consumer has everything.
  var isDrained: Bool { pulls.load(ordering: .relaxed) > updates.count }

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }

  func startUpdatingLocation() -> LocationUpdates {
    LocationUpdates(pulling: { [self] () async throws(UserLocationError) -> LocationUpdate? in
      let pull = pulls.add(1, ordering: .relaxed).oldValue
      if pull < updates.count { return updates[pull] }
      // Waits until its task is canceled.
      for await _ in AsyncStream.makeStream(of: Never.self).stream {}
      throw .cancelled
    })
  }
}

extension TestEnvironment {
  /// Runs a command line. When the sources have nothing more to tell, the time passes until it ends.
  ///
  /// - Parameter answered: how many sleeps begin, and how many of them last when each other source has
  ///   answered. Before that, the time of a slow test would be over for these sources too.
  func run(
    _ arguments: [String], after sources: [WaitingSource],
    answered: (sleeps: Int, sleepers: Int)? = nil
  ) async -> Int32 {
    let isDone = Atomic(false)
    async let code = {
      let code = await run(arguments)
      isDone.store(true, ordering: .relaxed)
      return code
    }()
    _ = await eventually {
      guard sources.allSatisfy(\.isDrained) else { return false }
      guard let answered else { return true }
      return clock.sleepCount == answered.sleeps && clock.sleeperCount == answered.sleepers
    }
    _ = await eventually {
      clock.advance(by: .seconds(5))
      return isDone.load(ordering: .relaxed)
    }
    return await code
  }
}
