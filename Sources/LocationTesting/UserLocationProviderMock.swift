import LocationCore
import Synchronization

/// A `UserLocationProvider` that answers with the result that a test chose, and records its calls.
///
/// Without a result, requests wait for ``answer(with:)`` or their cancellation. On which thread a
/// completion block runs, the test chooses too; see ``Answers``.
public final class UserLocationProviderMock: UserLocationProvider, Sendable {
  /// Where completion blocks run.
  public enum Answers: Hashable, Sendable {
    /// On the stack of the caller: before `findUserLocation` returns, or in ``answer(with:)``, or in
    /// the request's `cancel()`. A test of code that only stores the answer need not wait.
    case synchronously
    /// In a task of their own on Swift's global concurrent executor, never on the caller's stack, and
    /// in any order. This is how `UserLocationService` answers. Code that assumes the caller's thread
    /// or actor fails here, as it would in the program.
    case asynchronously
  }

  private struct State {
    var result: Result<any UserLocation, UserLocationError>?
    var lastID = 0
    var waiting: [Int: UserLocationCompletionBlock] = [:]
  }

  private let answers: Answers
  private let state: Mutex<State>
  private let requests = RecordedCalls<LocationCriteria>()

  /// Makes a mock.
  ///
  /// - Parameters:
  ///   - result: the answer to each request; with `nil`, requests wait.
  ///   - answers: where completion blocks run.
  public init(
    result: Result<any UserLocation, UserLocationError>? = nil, answers: Answers = .synchronously
  ) {
    self.answers = answers
    state = Mutex(State(result: result))
  }

  /// The answer to requests from now on; with `nil` they wait. A change does not answer the requests
  /// that wait already; ``answer(with:)`` does.
  public var result: Result<any UserLocation, UserLocationError>? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  // MARK: Calls

  /// The criteria of each request, in the order of the requests.
  public var criteria: [LocationCriteria] { requests.values }

  /// How often a location was requested.
  public var findUserLocationCallCount: Int { criteria.count }

  /// Whether a location was requested.
  public var isFindUserLocationCalled: Bool { findUserLocationCallCount > 0 }

  /// Waits until a location was requested `count` times in total. Returns at once if `count` is zero
  /// or less, and when its task is canceled.
  public func waitForRequests(_ count: Int = 1) async { await requests.waitForCalls(count) }

  // MARK: Control

  /// Answers all waiting requests, and no later ones.
  public func answer(with result: Result<any UserLocation, UserLocationError>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (_, completion) in waiting.sorted(by: { $0.key < $1.key }) { call(completion, result) }
  }

  // MARK: UserLocationProvider

  /// Answers with ``result``, whatever the criteria are, or waits for ``answer(with:)``.
  @_disfavoredOverload @discardableResult
  public func findUserLocation(
    matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
  ) -> UserLocationRequest {
    let (id, result) = state.withLock { state in
      state.lastID += 1
      if state.result == nil { state.waiting[state.lastID] = completion }
      return (state.lastID, state.result)
    }
    requests.record(criteria)
    if let result { call(completion, result) }
    return UserLocationRequest { [weak self] in self?.cancel(id) }
  }

  private func cancel(_ id: Int) {
    let completion = state.withLock { $0.waiting.removeValue(forKey: id) }
    if let completion { call(completion, .failure(.cancelled)) }
  }

  private func call(
    _ completion: @escaping UserLocationCompletionBlock,
    _ result: Result<any UserLocation, UserLocationError>
  ) {
    switch answers {
    case .synchronously: completion(result)
    case .asynchronously: Task { completion(result) }
    }
  }
}

/// A location with a place only.
public struct UserLocationMock: UserLocation, Hashable {
  /// The place.
  public var coordinate: Coordinate

  /// Makes a location at `coordinate`.
  public init(coordinate: Coordinate) { self.coordinate = coordinate }

  /// Makes a location from WGS 84 degrees.
  ///
  /// - Throws: `CoordinateError` when the place is not on Earth.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    self.init(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
  }
}
