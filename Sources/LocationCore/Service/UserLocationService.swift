/// Finds the user: asks for authorization when it must, starts the provider, and stops it as soon
/// as nobody waits any more.
///
/// However many ask at once, there is one authorization request and one subscription. Every
/// request is answered exactly once: with the first fix that meets its criteria, or with the reason
/// why there is none. Releasing the service answers what is still open with `.cancelled`.
///
/// **Where callbacks run.** Never on the stack of the call that caused them and never under a lock:
/// each completion block runs in a task of its own on Swift's global concurrent executor, so it may
/// call the service again, and two callbacks may run at the same time.
///
/// **Recorded sources.** A source that waits for its consumer waits for all the service's streams:
/// none of them loses a fix, and the slowest sets the pace.
public final class UserLocationService: UserLocationProvider, Sendable {
  private let engine: ServiceEngine

  /// Makes a service in front of a provider.
  ///
  /// - Parameters:
  ///   - provider: where locations come from.
  ///   - clock: measures timeouts and the age of fixes.
  public init<C: Clock>(provider: any LocationProvider, clock: C = ContinuousClock())
  where C.Duration == Duration {
    engine = ServiceEngine(provider: provider, clock: ErasedClock(clock))
  }

  deinit { engine.shutDown() }

  /// Finds the location, by the default ``LocationCriteria``.
  @discardableResult
  public func findUserLocation(then completion: @escaping UserLocationCompletionBlock)
    -> UserLocationRequest
  {
    findUserLocation(matching: LocationCriteria(), then: completion)
  }

  /// Finds a location that meets `criteria` and calls `completion` exactly once: with it (a
  /// ``Fix``), or with `.notAuthorized`, `.timedOut`, `.sourceEnded`, `.sourceUnavailable`,
  /// `.cancelled` or what else the provider failed with. After a timeout the error's
  /// ``UserLocationError/bestFix`` is the best that was seen.
  ///
  /// - Returns: a handle that cancels the request. Dropping it does not.
  @discardableResult
  public func findUserLocation(
    matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
  ) -> UserLocationRequest {
    let id = engine.newID()
    engine.begin(id, criteria) { result in
      Task { completion(result.map { $0 as any UserLocation }) }
    }
    return UserLocationRequest { [engine] in engine.cancel(id) }
  }

  /// Finds a location that meets `criteria`. Canceling the task ends it with `.cancelled`.
  ///
  /// - Throws: what ``findUserLocation(matching:then:)`` answers.
  public func userLocation(
    matching criteria: LocationCriteria = LocationCriteria()
  ) async throws(UserLocationError) -> Fix {
    if Task.isCancelled { throw .cancelled }
    let id = engine.newID()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        engine.begin(id, criteria) { continuation.resume(returning: $0) }
        // The handler may have run before there was anything to cancel.
        if Task.isCancelled { engine.cancel(id) }
      }
    } onCancel: {
      engine.cancel(id)
    }
    return try result.get()
  }

  /// Everything the provider says from now on, until it ends or the consumer leaves.
  ///
  /// The sequence ends with `nil` when the source does, and throws what a request would be answered
  /// with otherwise: `.notAuthorized`, `.sourceUnavailable`, `.cancelled` …
  ///
  /// What all consumers of the service can do without, by ``LocationUpdates/leaveOut(_:)`` or because
  /// they want locations only, the source is told to leave out.
  ///
  /// - Parameters:
  ///   - distanceFilter: meters the user must have moved since the fix reported last; `nil` reports
  ///     every fix.
  ///   - desiredAccuracy: the largest estimated horizontal error in meters worth reporting; a fix
  ///     that states none is not reported then. `nil` reports every fix.
  public func updates(
    distanceFilter: Double? = nil, desiredAccuracy: Double? = nil
  ) -> LocationUpdates {
    engine.beginStream(
      FixFilter(distance: distanceFilter, criteria: LocationCriteria(accuracy: desiredAccuracy)))
  }

  /// The fixes among ``updates(distanceFilter:desiredAccuracy:)``.
  public func locationUpdates(
    distanceFilter: Double? = nil, desiredAccuracy: Double? = nil
  ) -> LocationFixes {
    LocationFixes(
      engine.beginStream(
        FixFilter(
          distance: distanceFilter, criteria: LocationCriteria(accuracy: desiredAccuracy),
          isOfFixesOnly: true)))
  }
}
