import Synchronization

/// Answers the question "where is the user?" once.
///
/// Check your own implementation with `UserLocationProviderConformance` in the module
/// `LocationTesting`.
public protocol UserLocationProvider: Sendable {
  /// Finds a location that meets `criteria`, and calls `completion` exactly once: with the location or
  /// with an error.
  ///
  /// This is what a provider implements. A call such as `provider.findUserLocation { … }` uses
  /// ``findUserLocation(matching:isolation:then:)``, which calls back on the caller's actor.
  ///
  /// - Returns: a handle that cancels the request. Dropping it does not.
  // Disfavored, so that calls prefer the method that calls back on the caller's actor.
  @_disfavoredOverload
  @discardableResult
  func findUserLocation(
    matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
  ) -> UserLocationRequest
}

/// Receives the one answer to a ``UserLocationProvider/findUserLocation(matching:then:)``.
public typealias UserLocationCompletionBlock =
  @Sendable (Result<any UserLocation, UserLocationError>) -> Void

/// A running request for one location, or for all of them
/// (``UserLocationService/observe(distanceFilter:accuracy:filter:interests:_:onEnd:)``).
public struct UserLocationRequest: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle; for implementers of ``UserLocationProvider``.
  public init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = onCancel
  }

  /// Ends the request: it answers or ends with `.cancelled`, unless it is over already. Any thread, any
  /// number of times.
  ///
  /// A call of the closure that runs on another thread meanwhile completes; none follows it.
  public func cancel() { onCancel() }
}

extension UserLocationProvider {
  /// Finds a location that meets `criteria`, and calls `completion` exactly once, on the caller's
  /// actor: with the location or with an error.
  ///
  /// In a `@MainActor` class, the closure may use the class directly:
  ///
  /// ```swift
  /// provider.findUserLocation { result in
  ///   self.place = try? result.get().coordinate
  /// }
  /// ```
  ///
  /// A caller without an actor is called back wherever the provider calls. If the provider answers
  /// before this method returns, as a synchronous mock does, so does this method.
  ///
  /// - Parameters:
  ///   - criteria: what the location must meet; the default accepts any new one within a minute.
  ///   - isolation: the caller's actor. Leave it out.
  ///   - completion: receives the one answer.
  /// - Returns: a handle that cancels the request. Dropping it does not.
  @discardableResult
  public func findUserLocation(
    matching criteria: LocationCriteria = LocationCriteria(),
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext then completion:
      @escaping @Sendable @isolated(any) (Result<any UserLocation, UserLocationError>) -> Void
  ) -> UserLocationRequest {
    let call = CallInProgress()
    let first = FirstAnswer()
    // By its full name, the method is the protocol's, not this one.
    let find = findUserLocation(matching:then:)
    let request = find(criteria) { result in
      guard first.take(), !call.keeps(result) else { return }
      Task.startingNow { await completion(result) }
    }
    if let result = call.end() {
      Task.startingNow {
        _ = isolation
        await completion(result)
      }
    }
    return request
  }

  /// Finds a location that meets `criteria`. Canceling the task ends it with `.cancelled`.
  ///
  /// - Throws: the errors of ``findUserLocation(matching:then:)``.
  public func userLocation(
    matching criteria: LocationCriteria = LocationCriteria()
  ) async throws(UserLocationError) -> any UserLocation {
    if Task.isCancelled { throw .cancelled }
    let answer = Promise<Result<any UserLocation, UserLocationError>>()
    let find = findUserLocation(matching:then:)
    // A provider with a bug may answer twice.
    let request = find(criteria) { answer.give($0) }
    return try await answer.value { request.cancel() }.get()
  }
}

/// Lets only the first answer through, so that a provider with a bug cannot answer its caller twice.
private final class FirstAnswer: Sendable {
  private let isTaken = Atomic(false)

  /// Returns `true` the first time.
  func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}

/// Keeps an answer that comes on the stack of the call that asked for it.
private final class CallInProgress: Sendable {
  private enum State {
    case running
    case answered(Result<any UserLocation, UserLocationError>)
    case over
  }

  private let state = Mutex(State.running)
  private let task = CallInProgress.currentTask

  /// Identifies the task that runs; `nil` outside of tasks.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// Keeps `result` if the call still runs, and runs in this task: an answer from elsewhere never
  /// comes on the caller's stack.
  func keeps(_ result: Result<any UserLocation, UserLocationError>) -> Bool {
    let isOfCaller = Self.currentTask == task
    return state.withLock { state in
      guard isOfCaller, case .running = state else { return false }
      state = .answered(result)
      return true
    }
  }

  /// Ends the call. Returns the answer that it kept.
  func end() -> Result<any UserLocation, UserLocationError>? {
    state.withLock { state in
      defer { state = .over }
      guard case .answered(let result) = state else { return nil }
      return result
    }
  }
}

/// Where the user is: any value with a place on Earth.
///
/// This library makes ``Fix``es; a test may use a type of its own.
public protocol UserLocation: Sendable {
  /// The place, in WGS 84 degrees.
  var coordinate: Coordinate { get }
}

extension Coordinate: UserLocation {
  /// The coordinate itself: a place alone is a location too.
  public var coordinate: Coordinate { self }
}
