/// Finds the user: asks for authorization when it must, starts the provider, and stops it as soon
/// as its last consumer has left.
///
/// All consumers share one authorization request and one subscription. Every request is answered
/// exactly once: with the first fix that meets its criteria, or with the reason why there is none.
/// Releasing the service answers open requests with `.cancelled`. A sequence keeps its service alive.
///
/// **Where callbacks run.** A completion block runs on its caller's actor; without an actor it runs in
/// a task of its own on Swift's global concurrent executor. It runs with no lock held and never on
/// the stack of the call that caused it. So it may call the service again, and two callbacks without
/// an actor may run at the same time. Only
/// ``observe(distanceFilter:accuracy:filter:interests:_:onEnd:)`` calls on the source's thread.
///
/// **Recorded sources.** A source that waits for its consumer waits for all consumers of the
/// service: none of them loses a fix, and the slowest sets the pace.
public final class UserLocationService: UserLocationProvider, Sendable {
  private let engine: ServiceEngine

  /// Makes a service in front of a provider.
  ///
  /// - Parameters:
  ///   - provider: where locations come from.
  ///   - clock: measures timeouts and the age of fixes.
  ///   - notifications: where to post each change of the service; see ``statusChanges()``.
  public init(
    provider: any LocationProvider, clock: any LocationClock = SystemClock(),
    notifications: (any NotificationPosting)? = nil
  ) {
    engine = ServiceEngine(
      provider: provider, clock: ErasedClock(clock), notifications: notifications)
  }

  deinit { engine.shutDown() }

  // MARK: Status

  /// Whether the program may use the source now.
  public var authorizationStatus: AuthorizationStatus { engine.authorizationStatus }

  /// The fix that came last; `nil` before the first one, and after the authorization was refused.
  public var lastFix: Fix? { engine.lastFix }

  /// Whether the source runs.
  public var isUpdating: Bool { engine.isUpdating }

  /// The changes of the service from now on: authorization, start and stop, outages.
  ///
  /// There may be any number of listeners, whether or not a request is open. The sequence ends when
  /// the service is released; listening does not keep it alive.
  public func statusChanges() -> AsyncStream<LocationStatusChange> {
    engine.statusChanges.changes()
  }

  // MARK: One location

  /// Finds a location that meets `criteria` and calls `completion` exactly once: with the location
  /// (a ``Fix``), or with `.notAuthorized`, `.timedOut`, `.sourceEnded`, `.sourceUnavailable`,
  /// `.cancelled` or another error of the provider. The error's ``UserLocationError/bestFix`` is the
  /// most accurate fix that came although it did not meet the criteria.
  ///
  /// When this method returns, the service has asked for authorization, or has started the source, or
  /// knows that it must do neither.
  ///
  /// - Returns: a handle that cancels the request. Dropping it does not.
  @_disfavoredOverload
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
  /// - Throws: the errors of ``findUserLocation(matching:then:)``.
  public func userLocation(
    matching criteria: LocationCriteria = LocationCriteria()
  ) async throws(UserLocationError) -> Fix {
    if Task.isCancelled { throw .cancelled }
    let id = engine.newID()
    let answer = Promise<Result<Fix, UserLocationError>>()
    engine.begin(id, criteria) { answer.give($0) }
    return try await answer.value { engine.cancel(id) }.get()
  }

  // MARK: Many locations

  /// All updates of the provider from the beginning of the loop, until it ends or the consumer leaves.
  ///
  /// The loop starts the source, and asks for authorization if that is open.
  /// The sequence ends with `nil` when the source ends, and throws the error that a request would be
  /// answered with otherwise: `.notAuthorized`, `.sourceUnavailable`, `.cancelled` …
  ///
  /// The source reads the interests of all consumers together: it may withhold what none of them is
  /// interested in.
  ///
  /// - Parameters:
  ///   - distanceFilter: short for the filter's ``LocationFilter/distance``.
  ///   - accuracy: short for the filter's ``LocationFilter/accuracy``.
  ///   - filter: which fixes to report. Each device behind the source counts by itself.
  ///   - interests: the kinds of updates to report beside fixes, lost fixes and authorization; see
  ///     ``LocationUpdates/interests``.
  public func updates(
    distanceFilter: Double? = nil, accuracy: Double? = nil,
    filter: LocationFilter = LocationFilter(), interests: LocationInterests = .all
  ) -> LocationUpdates {
    LocationUpdates(
      pushedInto: engine.stream(
        filter.with(distance: distanceFilter, accuracy: accuracy), interests: interests),
      keeping: self)
  }

  /// The fixes among ``updates(distanceFilter:accuracy:filter:interests:)``.
  public func locationUpdates(
    distanceFilter: Double? = nil, accuracy: Double? = nil,
    filter: LocationFilter = LocationFilter()
  ) -> LocationFixes {
    LocationFixes(
      LocationUpdates(
        pushedInto: engine.stream(
          filter.with(distance: distanceFilter, accuracy: accuracy), fixesOnly: true,
          interests: []), keeping: self))
  }

  /// Calls a closure with each update, on the thread that the source yields it on.
  ///
  /// This is the way with the least latency: no task is woken. In return the source waits while the
  /// closure runs, so keep it short and never block in it.
  ///
  /// **Threads.** A source that pushes (a receiver behind gpsd, on a serial line or a socket) calls
  /// the closure on its reading thread, or on another one when it reports an outage. A source that
  /// is pulled (a recording, a simulator) calls it in a task on Swift's global concurrent executor,
  /// one batch of updates after the other. Calls never overlap, and come in the source's order.
  ///
  /// **End.** `onEnd` is called exactly once, after the last update: with `nil` when the source came
  /// to its end, or with the error that a request would be answered with. Both closures are released
  /// then. A closure that captures this service keeps it alive until then; capture it weakly.
  ///
  /// - Parameters:
  ///   - distanceFilter: see ``updates(distanceFilter:accuracy:filter:interests:)``.
  ///   - accuracy: see the same.
  ///   - filter: see the same.
  ///   - interests: see the same.
  ///   - action: called with each update.
  ///   - onEnd: called with the end.
  /// - Returns: a handle that ends the observation. Dropping it does not.
  @discardableResult
  public func observe(
    distanceFilter: Double? = nil, accuracy: Double? = nil,
    filter: LocationFilter = LocationFilter(), interests: LocationInterests = .all,
    _ action: @escaping @Sendable (LocationUpdate) -> Void,
    onEnd: @escaping @Sendable (UserLocationError?) -> Void = { _ in }
  ) -> UserLocationRequest {
    let buffer = engine.stream(
      filter.with(distance: distanceFilter, accuracy: accuracy), interests: interests)
    buffer.observe(UpdateObserver(receive: { $0.forEach(action) }, end: onEnd))
    buffer.begin()
    return UserLocationRequest { buffer.cancel() }
  }
}

extension LocationFilter {
  fileprivate func with(distance: Double?, accuracy: Double?) -> LocationFilter {
    var filter = self
    filter.distance = distance ?? filter.distance
    filter.accuracy = accuracy ?? filter.accuracy
    return filter
  }
}
