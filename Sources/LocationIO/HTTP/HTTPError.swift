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
  /// The longest time for which a client waits. A server that asks for more is asked again after it: a mistake in its
  /// `Retry-After` must not mute a client for a year.
  public static let longestWait = Duration.seconds(3600)

  /// The status code of the response.
  public var status: Int
  /// How long the server asks its client to wait before the next request; `nil` if it does not ask.
  public var retryAfter: Duration?

  /// Describes a response.
  public init(status: Int, retryAfter: Duration? = nil) {
    self.status = status
    self.retryAfter = retryAfter
  }

  /// What the server asks for, in the words of an error; `nil` if it asks for nothing.
  package var request: String? {
    guard let retryAfter else { return nil }
    let words = "it asks to wait \(Int((retryAfter / .seconds(1)).rounded(.up))) s"
    return retryAfter <= Self.longestWait
      ? words : words + ", which is more than the longest wait, an hour"
  }
}

extension CodedError {
  /// How long the server asks its client to wait before the next request, at most ``HTTPRefusal/longestWait``; `nil` if no
  /// server asks for it.
  package var retryAfter: Duration? {
    (cause as? HTTPRefusal)?.retryAfter.map { min($0, HTTPRefusal.longestWait) }
  }
}
