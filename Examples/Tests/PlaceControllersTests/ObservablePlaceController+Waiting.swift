import PlaceControllers

extension ObservablePlaceController {
  /// Returns as soon as there is a location. Throws when the test exceeds its time limit.
  func waitForLocation() async throws {
    while location == nil {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
