/// Sends HTTP requests. A client of a web service depends on this protocol and not on one HTTP library.
///
/// ``CurlTransport`` is the implementation for Linux. `HTTPTransportMock` of the module `LocationTesting`
/// records requests and answers with the result that a test chose.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the response, whatever its status is.
  ///
  /// An implementation keeps to these rules:
  /// - It does not follow redirects, because the user may have agreed to send the data to one server
  ///   only. A redirect is returned like any other response.
  /// - It sends no cookies, and no credentials that the request does not contain.
  /// - It checks the certificate of a server.
  /// - It ends early, with ``HTTPError/Code/cancelled``, when its task is canceled.
  ///
  /// - Throws: an error if there is no complete response.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
