import LocationCore
import Synchronization

/// A `UserLocationProvider` that answers with the result that a test chose.
///
/// With a result, it calls the completion block before `findUserLocation(then:)` returns, so a test of
/// a view model need not wait. Without a result, requests wait for ``answer(with:)`` or their
/// cancellation.
public final class UserLocationProviderMock: UserLocationProvider, Sendable {
  private struct State {
    var result: Result<any UserLocation, UserLocationError>?
    var calls = 0
    var waiting: [Int: UserLocationCompletionBlock] = [:]
  }

  private let state: Mutex<State>

  /// Makes a mock that answers with `result`; with `nil`, requests wait.
  public init(result: Result<any UserLocation, UserLocationError>? = nil) {
    state = Mutex(State(result: result))
  }

  /// The answer to requests from now on; with `nil` they wait.
  public var result: Result<any UserLocation, UserLocationError>? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  /// How often a location was requested.
  public var findUserLocationCallCount: Int { state.withLock { $0.calls } }

  /// Whether a location was requested.
  public var isFindUserLocationCalled: Bool { findUserLocationCallCount > 0 }

  /// Answers all waiting requests.
  public func answer(with result: Result<any UserLocation, UserLocationError>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (_, completion) in waiting.sorted(by: { $0.key < $1.key }) { completion(result) }
  }

  /// Answers with ``result``, or waits for ``answer(with:)``.
  @_disfavoredOverload
  @discardableResult
  public func findUserLocation(
    matching criteria: LocationCriteria, then completion: @escaping UserLocationCompletionBlock
  ) -> UserLocationRequest {
    let (call, result) = state.withLock { state in
      state.calls += 1
      if state.result == nil { state.waiting[state.calls] = completion }
      return (state.calls, state.result)
    }
    if let result { completion(result) }
    return UserLocationRequest { [weak self] in self?.cancel(call) }
  }

  private func cancel(_ call: Int) {
    let completion = state.withLock { $0.waiting.removeValue(forKey: call) }
    completion?(.failure(.cancelled))
  }
}
