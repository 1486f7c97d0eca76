import LocationCore
import LocationIO
import LocationPublishing

/// Examines a tracking server as far as this is possible without sending a position.
struct WebServerExamination: Examination {
  static let chain: [Check.Name] = [.address, .connection, .tls, .answer, .login, .permission]

  let url: String
  let user: String?
  let password: String?
  let transport: any HTTPTransport
  let timeout: Duration
  let environment: LocateEnvironment

  func waiting(after link: Check.Name?) -> String { "waiting for the server" }

  func run(_ diagnosis: inout Diagnosis) async throws {
    let isSecure = url.lowercased().hasPrefix("https:")
    let (host, port) = try place(isSecure: isSecure)
    let place = TargetConnection(
      host: host, port: port, timeout: timeout, environment: environment)
    try await place.examine(
      &diagnosis, stranger: "a web server listens on port 80, or 443 with TLS")
    if !isSecure { try place.skipTLS(&diagnosis, secure: "https://") }
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(request)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      throw broken(error, isSecure: isSecure)
    }
    if isSecure { try diagnosis.pass(.tls, "the certificate is trusted and for \(host)") }
    try judge(response, &diagnosis)
    try diagnosis.skip(
      .permission, "only a location shows whether the server takes one; the doctor sends none")
  }

  private func place(isSecure: Bool) throws -> (host: String, port: UInt16) {
    let authority = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" }
    let place = try HostAndPort.parse(authority, url, form: "http://HOST[:PORT]/PATH")
    return (place.host, place.port ?? (isSecure ? 443 : 80))
  }

  /// A `GET` without a location, which changes nothing (RFC 9110 section 9.2.1).
  private var request: HTTPRequest {
    var request = HTTPPublisher.question(to: url, user: user, password: password)
    request.timeout = timeout
    return request
  }

  private func broken(_ error: HTTPError, isSecure: Bool) -> BrokenLink {
    switch error.code {
    case .untrusted:
      BrokenLink(
        name: .tls, status: .notAuthorized, detail: error.description,
        remedy: "--ca FILE names the authority; the name in the URL must be in the certificate")
    case .invalidRequest:
      BrokenLink(
        name: .answer, status: .usage, detail: error.description, remedy: "correct the URL")
    default:
      BrokenLink(
        name: isSecure ? .tls : .answer, status: .unavailable, detail: error.description,
        remedy: isSecure
          ? "does it speak TLS at this port? one without TLS has the scheme http://"
          : "is it a web server? one with TLS has the scheme https://")
    }
  }

  private func judge(_ response: HTTPResponse, _ diagnosis: inout Diagnosis) throws {
    let words = "\(response.status) to a request without a location"
    switch response.status {
    case 300...399:
      throw BrokenLink(
        name: .answer, status: .unavailable, detail: words,
        remedy: response.headers["Location"].map { "publish to \($0)" } ?? "correct the URL")
    case 500...:
      throw BrokenLink(
        name: .answer, status: .unavailable, detail: words,
        remedy: "the server itself has a problem; see its log")
    case 401, 403:
      try diagnosis.pass(.answer, words)
      throw BrokenLink(
        name: .login, status: .notAuthorized, detail: "the server refuses \(user ?? "everybody")",
        remedy: user == nil
          ? "this server wants a user: http://USER@HOST/PATH, and --password-file"
          : "is the password right? it comes from --password-file or \(MQTTAccess.passwordVariable)"
      )
    default:
      try diagnosis.pass(.answer, words)
      if let user {
        try diagnosis.pass(.login, "\(user) is not refused")
      } else {
        try diagnosis.skip(.login)
      }
    }
  }
}
