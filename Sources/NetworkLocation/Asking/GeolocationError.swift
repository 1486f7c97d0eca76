public import LocationCore
import LocationIO
import LocationText

/// Why a geolocation server gave no position.
///
/// The cause is an `HTTPRefusal` if the server answered with another status than 200, and an `HTTPError` if there was no
/// complete response.
public typealias GeolocationError = CodedError<GeolocationErrorCode>

/// The codes of a ``GeolocationError``.
public enum GeolocationErrorCode: String, ErrorCode {
  /// There is no cell, and there are not enough access points that may be sent, so nothing was sent.
  case nothingToSend
  /// The server does not know the access points and cells.
  case notFound
  /// The server wants fewer requests (429, or 403 with `dailyLimitExceeded`).
  case tooManyRequests
  /// The server failed (5xx).
  case serverFailure
  /// The server refuses the key (`keyInvalid`).
  case invalidKey
  /// The server does not accept the request for another reason (4xx).
  case refused
  /// The server is at another URL (3xx). It was not asked there.
  case moved
  /// The answer can not be understood.
  case badAnswer
  /// There was no complete response; the cause says why.
  case noResponse
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
    let refusal = HTTPRefusal(status: status, retryAfter: response.retryAfter(now: now))
    let wait = refusal.request.map { "; \($0)" } ?? ""
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
    self.init(code, detail: detail, cause: refusal)
  }

  /// Why there was no response.
  var httpCode: HTTPErrorCode? { (cause as? HTTPError)?.code }

  /// Explains why a transport failed.
  init(_ error: HTTPError) {
    let detail =
      error.code == .untrusted
      ? "the server's certificate is not trusted, so nothing was sent: \(error)" : "\(error)"
    self.init(.noResponse, detail: detail, cause: error)
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
      case .noResponse where error.httpCode == .hostNotFound: .hostNotFound
      case .noResponse where error.httpCode == .cancelled: .cancelled
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
