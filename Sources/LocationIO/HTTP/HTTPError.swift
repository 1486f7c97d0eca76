public import LocationCore

/// Why there is no complete response to a request.
public typealias HTTPError = CodedError<HTTPErrorCode>

/// The codes of an ``HTTPError``.
public enum HTTPErrorCode: String, ErrorCode {
  /// The URL or a header can not be sent.
  case invalidRequest
  /// The host's name has no address.
  case hostNotFound
  /// No connection could be made.
  case cannotConnect
  /// The server's certificate is not valid for its name, or an unknown authority signed it.
  case untrusted
  /// The exchange took longer than the request allows.
  case timedOut
  /// The connection broke before the response was complete.
  case interrupted
  /// The response is larger than the request allows.
  case tooLarge
  /// The caller's task was canceled.
  case cancelled
  /// This machine lacks something that the transport needs, such as a library.
  case unavailable
}

/// The response of a server that refuses a request: the cause of an error.
public struct HTTPRefusal: Error, Hashable, Sendable {
  /// The status code of the response.
  public var status: Int
  /// How long the server asks its client to wait before the next request; `nil` if it does not ask.
  public var retryAfter: Duration?

  /// Describes a response.
  public init(status: Int, retryAfter: Duration? = nil) {
    self.status = status
    self.retryAfter = retryAfter
  }
}

extension CodedError {
  /// How long the server asks its client to wait before the next request; `nil` if no server asks for it.
  package var retryAfter: Duration? { (cause as? HTTPRefusal)?.retryAfter }
}
