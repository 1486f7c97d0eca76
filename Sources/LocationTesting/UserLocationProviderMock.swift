import LocationCore
import Synchronization

/// A `UserLocationProvider` that answers with what a test put in.
///
/// With a result in place a request is answered before `findUserLocation(then:)` returns, on the
/// caller's stack: a view-model's test needs no waiting. Without one, requests wait for
/// ``answer(with:)`` or their cancellation.
public final class UserLocationProviderMock: UserLocationProvider, Sendable {
  private struct State {
    var result: Result<any UserLocation, UserLocationError>?
    var calls = 0
    var waiting: [Int: UserLocationCompletionBlock] = [:]
  }

  private let state: Mutex<State>

  /// Makes a mock that answers with `result`, or keeps its callers waiting.
  public init(result: Result<any UserLocation, UserLocationError>? = nil) {
    state = Mutex(State(result: result))
  }

  /// What requests are answered with from now on; `nil` keeps them waiting.
  public var result: Result<any UserLocation, UserLocationError>? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  /// How often a location was asked for.
  public var findUserLocationCallCount: Int { state.withLock { $0.calls } }

  /// Whether a location was asked for.
  public var isFindUserLocationCalled: Bool { findUserLocationCallCount > 0 }

  /// Answers every request that waits.
  public func answer(with result: Result<any UserLocation, UserLocationError>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (_, completion) in waiting.sorted(by: { $0.key < $1.key }) { completion(result) }
  }

  /// Answers with ``result``, or waits for ``answer(with:)``.
  @discardableResult
  public func findUserLocation(then completion: @escaping UserLocationCompletionBlock)
    -> UserLocationRequest
  {
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
