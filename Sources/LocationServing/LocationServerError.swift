public import LocationCore
import LocationIO
import LocationPOSIX

/// Why a ``LocationServer`` cannot serve. The subject is the endpoint, if one was read.
public typealias LocationServerError = CodedError<LocationServerErrorCode>

/// The codes of a ``LocationServerError``.
public enum LocationServerErrorCode: String, ErrorCode {
  /// The text is not an endpoint, or its host is not an address of this machine.
  case invalidEndpoint
  /// The host to send datagrams to has no address.
  case hostNotFound
  /// The system does not give the port or the terminal to this user.
  case notAuthorized
  /// The link to the pseudo-terminal cannot be created.
  case cannotCreate
  /// The port is in use, or the system cannot open the endpoint now.
  case unavailable
}

extension LocationServerError {
  /// An endpoint cannot be opened because a system call failed.
  init(_ endpoint: ServerEndpoint, _ error: SystemError) {
    let (code, detail): (Code, String) =
      switch error.number {
      case EADDRINUSE:
        (.unavailable, "the port is in use: another program listens there; port 0 takes a free one")
      case EADDRNOTAVAIL: (.unavailable, "it is not an address of this machine")
      case EACCES, EPERM:
        (
          .notAuthorized,
          "permission denied: only the superuser may use ports below 1024; take a higher one"
        )
      default: (.unavailable, "it cannot be served: \(error.message)")
      }
    self.init(code, subject: "\(endpoint)", detail: detail, cause: error)
  }
}
