public import LocationCore
public import LocationIO
import Synchronization

/// An `HTTPTransport` that records requests, and answers with the result that a test chose. It sends nothing.
///
/// ```swift
/// let transport = HTTPTransportMock(status: 404, body: #"{"error":{"code":404}}"#)
/// // … the code under test sends a request …
/// #expect(transport.requests.first?.url == "https://example.org/v1/geolocate")
/// ```
///
/// Without a result, requests wait for ``answer(with:)`` or the cancellation of their tasks.
public final class HTTPTransportMock: HTTPTransport {
  private typealias Answer = Result<HTTPResponse, HTTPError>

  private struct State {
    var result: Answer?
    var waiting: [Promise<Answer>] = []
  }

  private let state: Mutex<State>
  private let sent = RecordedCalls<HTTPRequest>()

  /// Makes a mock.
  ///
  /// - Parameter result: the answer to each request; with `nil`, requests wait.
  public init(result: Result<HTTPResponse, HTTPError>? = nil) {
    state = Mutex(State(result: result))
  }

  /// Makes a mock that answers each request with one response.
  public convenience init(status: Int, headers: HTTPHeaders = [:], body: String = "") {
    self.init(
      result: .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
  }

  /// The answer to requests from now on; with `nil` they wait. A change does not answer the requests
  /// that wait already; ``answer(with:)`` does.
  public var result: Result<HTTPResponse, HTTPError>? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  // MARK: Calls

  /// The requests in the order in which they were sent.
  public var requests: [HTTPRequest] { sent.values }

  /// How many requests were sent.
  public var sendCallCount: Int { requests.count }

  /// Whether a request was sent.
  public var isSendCalled: Bool { sendCallCount > 0 }

  /// Waits until `count` requests were sent in total. Returns at once if `count` is zero or less, and
  /// when its task is canceled.
  public func waitForRequests(_ count: Int = 1) async { await sent.waitForCalls(count) }

  // MARK: Control

  /// Answers all waiting requests, and no later ones.
  public func answer(with result: Result<HTTPResponse, HTTPError>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for answer in waiting { answer.give(result) }
  }

  // MARK: HTTPTransport

  /// Records the request, and answers with ``result`` or waits for ``answer(with:)``.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let answer = Promise<Answer>()
    let result = state.withLock { state -> Answer? in
      if Task.isCancelled { return .failure(HTTPError(.cancelled)) }
      if state.result == nil { state.waiting.append(answer) }
      return state.result
    }
    sent.record(request)
    if let result { return try result.get() }
    return try await answer.value { answer.give(.failure(HTTPError(.cancelled))) }.get()
  }
}
