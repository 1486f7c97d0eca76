import LocationCore
public import LocationIO
import LocationText

/// Why a geolocation server gave no position.
public struct GeolocationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. A struct, so that codes can be added without breaking a `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String
    private init(_ description: String) { self.description = description }

    /// There is no cell, and there are not enough access points that may be sent, so nothing was sent.
    public static let nothingToSend = Code("nothingToSend")
    /// The server does not know the access points and cells.
    public static let notFound = Code("notFound")
    /// The server wants fewer requests (429, or 403 with `dailyLimitExceeded`).
    public static let tooManyRequests = Code("tooManyRequests")
    /// The server failed (5xx).
    public static let serverFailure = Code("serverFailure")
    /// The server refuses the key (`keyInvalid`).
    public static let invalidKey = Code("invalidKey")
    /// The server does not accept the request for another reason (4xx).
    public static let refused = Code("refused")
    /// The server is at another URL (3xx). It was not asked there.
    public static let moved = Code("moved")
    /// The answer can not be understood.
    public static let badAnswer = Code("badAnswer")
    /// There was no complete response; see ``GeolocationError/httpError``.
    public static let noResponse = Code("noResponse")
  }

  /// What went wrong.
  public let code: Code
  /// What happened, and what to do about it, in one line.
  public let detail: String
  /// The status of the response; `nil` if there was none.
  public let status: Int?
  /// How long the server asks to wait; `nil` if it does not ask.
  public let retryAfter: Duration?
  /// Why there was no response, for ``Code/noResponse``.
  public let httpError: HTTPError?

  /// Makes an error.
  public init(
    _ code: Code, detail: String, status: Int? = nil, retryAfter: Duration? = nil,
    httpError: HTTPError? = nil
  ) {
    self.code = code
    self.detail = detail
    self.status = status
    self.retryAfter = retryAfter
    self.httpError = httpError
  }

  /// The detail.
  public var description: String { detail }
}

extension GeolocationError {
  /// Reads a response whose status is not 200.
  ///
  /// - Parameter now: the time of day, for `Retry-After`.
  init(_ response: HTTPResponse, now: Date) {
    let status = response.status
    let answer = try? JSONValue(response.body)
    let errors = answer?["error"]?["errors"]?.array ?? []
    let reason = errors.lazy.compactMap { $0["reason"]?.string }.first
    let answered = "the server answered \(status)" + (reason.map { " \($0.printable)" } ?? "")
    let pause = response.retryAfter(now: now)
    let wait = pause.map { "; it asks to wait \(Int(($0 / .seconds(1)).rounded(.up))) s" } ?? ""
    let (code, detail): (Code, String) =
      switch status {
      case 300..<400:
        (
          .moved,
          "\(answered): it moved to \(response.headers["Location"]?.printable ?? "another URL"), "
            + "which was not asked; change the source if you trust that server"
        )
      case 404 where reason == "notFound":
        (.notFound, "the server knows none of the access points and cells in sight")
      case 400 where reason == "keyInvalid":
        (.invalidKey, "\(answered): it wants a valid key, as in …/geolocate?key-file=PATH")
      case 429: (.tooManyRequests, answered + wait)
      case 403 where reason == "dailyLimitExceeded": (.tooManyRequests, answered + wait)
      case 500...: (.serverFailure, answered + wait)
      default: (.refused, answered)
      }
    self.init(code, detail: detail, status: status, retryAfter: pause)
  }

  /// Explains why a transport failed.
  init(_ error: HTTPError) {
    let detail =
      error.code == .untrusted
      ? "the server's certificate is not trusted, so nothing was sent: \(error)" : "\(error)"
    self.init(.noResponse, detail: detail, httpError: error)
  }
}

extension UserLocationError {
  /// The error of a source whose server gave no position.
  init(_ error: GeolocationError, source: String) {
    let code: Code =
      switch error.code {
      case .nothingToSend, .notFound: .canNotBeLocated
      case .badAnswer: .badData
      case .refused: .protocolViolation
      case .noResponse where error.httpError?.code == .hostNotFound: .hostNotFound
      case .noResponse where error.httpError?.code == .cancelled: .cancelled
      default: .sourceUnavailable
      }
    self.init(code, source: source, detail: error.detail, cause: error)
  }
}

extension String {
  /// The start of a server's text in ASCII, so that it can not change a terminal.
  fileprivate var printable: String {
    String(decoding: utf8.filter { $0 > 0x20 && $0 < 0x7F }.prefix(200), as: UTF8.self)
  }
}
