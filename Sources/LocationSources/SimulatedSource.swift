import LocationCore
import LocationIO
import LocationSimulation
import NMEALocation
import Synchronization

/// A simulated receiver as the command has it: it may start over at its end, and stop after a time.
package struct SimulatedSource: ServableProvider {
  private let provider: SimulatedLocationProvider
  private let loops: Bool
  /// After how much track time it ends, all its rounds together.
  private let limit: Duration?

  package init(_ provider: SimulatedLocationProvider, loops: Bool, limit: Duration?) {
    self.provider = provider
    self.loops = loops
    self.limit = limit
  }

  package var authorizationStatus: AuthorizationStatus { provider.authorizationStatus }

  package var authorizationRefusal: String? { provider.authorizationRefusal }

  package func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await provider.requestWhenInUseAuthorization()
  }

  package func startUpdatingLocation() -> LocationUpdates {
    if authorizationStatus.isRefused { return provider.startUpdatingLocation() }
    let next = startSpeaking()
    return LocationUpdates { () async throws(UserLocationError) in
      while let step = try await next() {
        if let update = step.update { return update }
      }
      return nil
    }
  }

  package func startSpeaking() -> @Sendable () async throws(UserLocationError) -> ReceiverStep? {
    let rounds = Mutex(Rounds(next: provider.startSpeaking()))
    return { () async throws(UserLocationError) in
      while true {
        let (next, past) = rounds.withLock { ($0.next, $0.past) }
        guard let moment = try await next() else {
          // A round in which nothing is said would be followed by nothing but such.
          let goesOn = rounds.withLock { rounds in
            guard loops, rounds.length > .zero else { return false }
            rounds.begin(provider.startSpeaking(), after: provider.scenario.rate)
            return true
          }
          if goesOn { continue }
          return nil
        }
        if let limit, past + moment.offset >= limit { return nil }
        rounds.withLock { $0.length = max($0.length, moment.offset) }
        return ReceiverStep(update: moment.update, bytes: moment.bytes)
      }
    }
  }

  /// Where a run is.
  private struct Rounds {
    typealias Next = @Sendable () async throws(UserLocationError) -> SimulatedMoment?

    var next: Next
    /// How long the rounds before took.
    var past = Duration.zero
    /// How long this one has taken so far.
    var length = Duration.zero

    init(next: @escaping Next) { self.next = next }

    /// - Parameter rate: positions a second: the first of a round comes one after the last.
    mutating func begin(_ next: @escaping Next, after rate: Int) {
      past += length + .seconds(1) / rate
      length = .zero
      self.next = next
    }
  }
}
