public import LocationCore

/// Sends requests with libcurl, which is loaded by the first request.
///
/// Each request uses a connection and a thread of its own. It ignores the proxies of the environment
/// (`https_proxy`), cookies and `.netrc`.
public struct CurlTransport: HTTPTransport {
  private let connectTimeout: Duration
  private let authorities: String?

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - connectTimeout: how long a connection may take, the look-up of the host and the TLS handshake
  ///     included; the limit of the request applies too.
  ///   - authorities: a file with certificates of the authorities to trust, in PEM; `nil` trusts those of
  ///     the system.
  public init(connectTimeout: Duration = .seconds(10), authorities: String? = nil) {
    self.connectTimeout = connectTimeout
    self.authorities = authorities
  }

  /// Sends a request; see ``HTTPTransport/send(_:)``.
  ///
  /// - Throws: `.unavailable` if libcurl is not installed. The error names the package to install.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if let detail = request.mistake { throw HTTPError(.invalidRequest, detail: detail) }
    if request.timeout <= .zero { throw HTTPError(.timedOut) }
    // The thread may send before the handler of the cancellation is called.
    if Task.isCancelled { throw HTTPError(.cancelled) }
    let cancellation = CurlCancellation()
    let result = Promise<Result<HTTPResponse, HTTPError>>()
    do throws(SystemError) {
      try DedicatedThread.start {
        let exchange: CurlExchange
        do throws(HTTPError) {
          exchange = try CurlExchange(
            request, connectTimeout: connectTimeout, authorities: authorities)
        } catch {
          return result.give(.failure(error))
        }
        // The caller continues before the handles are freed, because freeing waits for a look-up.
        result.give(exchange.run(cancellation))
        withExtendedLifetime(exchange) {}
      }
    } catch {
      throw HTTPError(.unavailable, detail: error.description)
    }
    return try await result.value { cancellation.cancel() }.get()
  }
}

extension HTTPRequest {
  /// Why libcurl must not get this request; `nil` if it may. A line end in a header would begin another
  /// header.
  fileprivate var mistake: String? {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https" else { return "the URL is not of http or https" }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return "the URL contains a character that must be percent-encoded"
    }
    for header in headers {
      guard !header.name.isEmpty,
        header.name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }),
        header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { return "the header '\(header.name)' contains a character that is not allowed" }
    }
    return nil
  }
}
