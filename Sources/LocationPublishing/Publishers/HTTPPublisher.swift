public import LocationCore
public import LocationIO

/// Sends each message to a web server with a request of its own.
///
/// Every status from 200 to 299 means that the server has the message. With 408, 425, 429 and from 500 on the
/// message is tried again, after the time of `Retry-After` if the server states one, but after an hour at the latest. With 400, 413 and 422 the
/// server takes no such message, so it is left out.
public struct HTTPPublisher: LocationPublisher {
  /// Where the payload is in a request.
  public enum Style: Hashable, Sendable {
    /// In the body of a `POST`, with this media type: `application/json`.
    case body(type: String)
    /// In the query of a `GET`, as ``OsmAndFormat`` makes it.
    case query
  }

  private let url: DeviceTemplate
  private let style: Style
  private let headers: HTTPHeaders
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date

  /// Names a server.
  ///
  /// - Parameters:
  ///   - url: an absolute URL with the scheme `http` or `https`, percent-encoded. It is a ``DeviceTemplate``.
  ///   - style: where the payload is.
  ///   - user: the user for basic authentication (RFC 7617); `nil` for none.
  ///   - password: the user's password.
  ///   - headers: further headers.
  ///   - transport: sends the requests.
  ///   - now: the time of the host, for a `Retry-After` with a date.
  public init(
    url: String, style: Style = .body(type: "application/json"), user: String? = nil,
    password: String? = nil, headers: HTTPHeaders = [:],
    transport: any HTTPTransport = CurlTransport(), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.url = DeviceTemplate(url) ?? DeviceTemplate(literal: url)
    self.style = style
    var all = headers
    if case .body(let type) = style { all.append("Content-Type", type) }
    for header in Self.headers(user: user, password: password) {
      all.append(header.name, header.value)
    }
    self.headers = all
    self.transport = transport
    self.now = now
  }

  /// Sends a message.
  public func publish(_ message: PublishedMessage) async throws(PublishError) {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(request(for: message))
    } catch {
      throw PublishError(error)
    }
    try check(response)
  }

  private func request(for message: PublishedMessage) -> HTTPRequest {
    let url = url.url(for: message.device)
    switch style {
    case .body:
      return HTTPRequest(url, method: .post, headers: headers, body: message.payload)
    case .query:
      let query = String(decoding: message.payload, as: UTF8.self)
      return HTTPRequest(url + (url.contains("?") ? "&" : "?") + query, headers: headers)
    }
  }

  private static func headers(user: String?, password: String?) -> HTTPHeaders {
    var headers: HTTPHeaders = ["User-Agent": "swift-location"]
    if let user {
      headers.append(
        "Authorization", "Basic " + Base64.text(Array("\(user):\(password ?? "")".utf8)))
    }
    return headers
  }

  /// A `GET` without a message, with the same user. It tells whether the server answers.
  package static func question(
    to url: String, user: String?, password: String?
  ) -> HTTPRequest {
    HTTPRequest(
      DeviceTemplate(url)?.url(for: nil) ?? url, headers: headers(user: user, password: password))
  }

  private func check(_ response: HTTPResponse) throws(PublishError) {
    let words = "the server answers \(response.status)"
    switch response.status {
    case 200...299: return
    case 300...399:
      let place = response.headers["Location"].map { ", with the address \($0)" } ?? ""
      throw PublishError(.invalidTarget, detail: words + place)
    case 400, 413, 422: throw PublishError(.rejected, detail: words)
    case 401, 403: throw PublishError(.notAuthorized, detail: words + ": is the password right?")
    case 408, 425, 429, 500...:
      let refusal = HTTPRefusal(
        status: response.status, retryAfter: response.retryAfter(now: now()))
      let wait = refusal.request.map { "; \($0)" } ?? ""
      throw PublishError(.unreachable, detail: words + wait, cause: refusal)
    default: throw PublishError(.invalidTarget, detail: words)
    }
  }
}

extension PublishError {
  /// A request failed.
  fileprivate init(_ error: HTTPError) {
    let code: Code =
      switch error.code {
      case .invalidRequest: .invalidTarget
      case .hostNotFound: .hostNotFound
      case .untrusted: .untrusted
      case .cancelled: .cancelled
      case .unavailable: .unavailable
      default: .unreachable
      }
    self.init(code, detail: error.description)
  }
}

/// The text form of bytes of RFC 4648 section 4.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      // Three bytes are four characters of six bits.
      let bits = (group.reduce(0) { $0 << 8 | Int($1) }) << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(
          index <= group.count
            ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
