import LocationCore
import Synchronization

/// A provider whose updates are noted in a ``SourceObservation``. Each fix ends the waiting.
final class MonitoredProvider: LocationProvider {
  private struct State {
    var hasFix = false
    var hasTime = false
  }

  private let base: any LocationProvider
  private let observation: SourceObservation
  private let state = Mutex(State())

  init(base: any LocationProvider, observation: SourceObservation) {
    self.base = base
    self.observation = observation
  }

  /// Whether there was a fix.
  var hasFix: Bool { state.withLock { $0.hasFix } }

  /// Whether there was a fix with a date and a time.
  var hasTime: Bool { state.withLock { $0.hasTime } }

  var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

  var authorizationRefusal: String? { base.authorizationRefusal }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus {
    await base.requestWhenInUseAuthorization()
  }

  func startUpdatingLocation() -> LocationUpdates {
    base.startUpdatingLocation().changed(
      alsoInterestedIn: { [observation] in observation.isWaiting ? .satellites : [] }
    ) { [self] update in
      observation.note(update)
      if case .fix(let fix) = update {
        observation.locate()
        state.withLock { state in
          state.hasFix = true
          if fix.timestamp != nil { state.hasTime = true }
        }
      }
      return update
    }
  }
}
