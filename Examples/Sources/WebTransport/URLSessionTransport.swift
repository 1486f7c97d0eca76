import Foundation
public import LocationIO

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with Foundation's `URLSession`, for apps that use it anyway.
///
/// Unlike `CurlTransport`, it uses the proxies of the system. It limits the time without data instead of
/// the whole time, and it checks the size of a response only at its end.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// Makes a transport without cookies, caches and stored credentials.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    session = URLSession(
      configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    guard let url = URL(string: request.url), ["http", "https"].contains(url.scheme?.lowercased())
    else { throw HTTPError(.invalidRequest, detail: "the URL is not of http or https") }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = request.method.rawValue
    if request.method == .post { urlRequest.httpBody = Data(request.body) }
    urlRequest.timeoutInterval = request.timeout / .seconds(1)
    for header in request.headers {
      urlRequest.addValue(header.value, forHTTPHeaderField: header.name)
    }
    let answer: (Data, URLResponse)
    do {
      answer = try await session.data(for: urlRequest)
    } catch {
      throw HTTPError(Self.code(of: error), detail: error.localizedDescription)
    }
    guard let response = answer.1 as? HTTPURLResponse else { throw HTTPError(.interrupted) }
    guard answer.0.count <= request.responseLimit else { throw HTTPError(.tooLarge) }
    var headers: HTTPHeaders = [:]
    for case (let name as String, let value as String) in response.allHeaderFields {
      headers.append(name, value)
    }
    return HTTPResponse(status: response.statusCode, headers: headers, body: Array(answer.0))
  }

  private static func code(of error: any Error) -> HTTPError.Code {
    if error is CancellationError { return .cancelled }
    return switch (error as? URLError)?.code {
    case .cancelled?: .cancelled
    case .timedOut?: .timedOut
    case .cannotFindHost?: .hostNotFound
    case .cannotConnectToHost?: .cannotConnect
    case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
      .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?:
      .untrusted
    default: .interrupted
    }
  }
}

/// Returns a redirect as the response. The user agreed to send data to one server only.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
