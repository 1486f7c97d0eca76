public import LocationCore

extension LocationRecorder {
  /// Records the updates of a provider until it ends, until `isWanted` returns false, or until the task is
  /// canceled. Everything is then on the disk.
  ///
  /// - Parameters:
  ///   - provider: the provider. It is asked for authorization if necessary.
  ///   - filter: drops updates before they are recorded.
  ///   - isWanted: called after each update was recorded. Recording ends if it returns false.
  /// - Throws: `RecordingError`, and the `UserLocationError` with which the provider ended.
  public func record(
    _ provider: some LocationProvider, filter: LocationFilter = LocationFilter(),
    while isWanted: (LocationUpdate) throws -> Bool = { _ in true }
  ) async throws {
    defer { finish() }
    if provider.authorizationStatus == .notDetermined {
      _ = await provider.requestWhenInUseAuthorization()
    }
    try begin(provider.authorizationStatus)
    let updates = provider.startUpdatingLocation().filtered(by: filter)
    updates.interests = interests
    do {
      for try await update in updates {
        try record(update)
        if try !isWanted(update) { return }
      }
      finish(after: nil)
    } catch let error as UserLocationError where error.code != .cancelled {
      finish(after: error)
      throw error
    }
  }
}
