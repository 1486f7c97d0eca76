import Observation
import PlaceControllers

extension ObservablePlaceController {
  /// Runs `action`, and returns after the location was set.
  func waitForLocation(after action: () -> Void) async {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = location
      } onChange: {
        // Observation calls before the change. A task on the main actor runs after it.
        Task { @MainActor in continuation.resume() }
      }
      action()
    }
  }
}
