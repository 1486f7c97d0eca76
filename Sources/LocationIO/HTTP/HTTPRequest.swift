/// A request to a web server.
public struct HTTPRequest: Hashable, Sendable {
  /// What the server should do.
  public enum Method: String, Hashable, Sendable {
    /// Returns the resource.
    case get = "GET"
    /// Processes the body.
    case post = "POST"
  }

  /// What the server should do.
  public var method: Method
  /// An absolute URL with the scheme `http` or `https`, percent-encoded: "https://example.org/path?key=value".
  public var url: String
  /// The headers. A transport adds `Host`, `Content-Length` and `Accept`.
  public var headers: HTTPHeaders
  /// The body of a ``Method/post``.
  public var body: [UInt8]
  /// How long the whole exchange may take. It then fails with ``HTTPErrorCode/timedOut``.
  public var timeout: Duration
  /// The largest body of the response in bytes. A larger one fails with ``HTTPErrorCode/tooLarge``.
  public var responseLimit: Int

  /// Makes a request. The response may take 30 seconds and have one megabyte.
  ///
  /// - Parameters:
  ///   - url: see ``url``.
  ///   - method: see ``method``.
  ///   - headers: see ``headers``.
  ///   - body: see ``body``.
  ///   - timeout: see ``timeout``; zero or less fails at once.
  ///   - responseLimit: see ``responseLimit``; less than zero counts as zero.
  public init(
    _ url: String, method: Method = .get, headers: HTTPHeaders = [:], body: [UInt8] = [],
    timeout: Duration = .seconds(30), responseLimit: Int = 1_000_000
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.responseLimit = responseLimit
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// The request as it is sent, with HTTP/1.1's line ends replaced by line feeds, and without the headers
  /// that a transport adds. What may be a secret is `...`: the values of the URL's query and of `Authorization`.
  public var description: String {
    var text = "\(method.rawValue) \(URLQuery.hidingValues(in: url))\n"
    for header in headers {
      let isSecret = header.name.lowercased() == "authorization"
      text += "\(header.name): \(isSecret ? URLQuery.hidden : header.value)\n"
    }
    return text + "\n" + String(decoding: body, as: UTF8.self)
  }
}

/// The query of a URL. It may contain a key, which belongs in no message.
package enum URLQuery {
  /// What messages show instead of a secret.
  package static let hidden = "..."

  /// The URL without the values of its query: `https://example.org/a?key=...`.
  package static func hidingValues(in url: some StringProtocol) -> String {
    guard let mark = url.firstIndex(of: "?") else { return String(url) }
    let parameters = url[mark...].dropFirst().split(separator: "&").map { parameter in
      parameter.contains("=") ? parameter.prefix { $0 != "=" } + "=" + hidden : hidden
    }
    return url[...mark] + parameters.joined(separator: "&")
  }
}

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
  /// - It ends early, with ``HTTPErrorCode/cancelled``, when its task is canceled.
  ///
  /// - Throws: an error if there is no complete response.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
