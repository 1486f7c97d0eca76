public import LocationCore
import LocationIO
import LocationPOSIX

/// Why a ``LocationServer`` cannot serve. The subject is the endpoint, if one was read.
public typealias LocationServerError = CodedError<LocationServerErrorCode>

/// The codes of a ``LocationServerError``.
public enum LocationServerErrorCode: String, ErrorCode {
  /// The text is not an endpoint, its host is not an address of this machine, or the path of its socket is too
  /// long.
  case invalidEndpoint
  /// The host to send datagrams to has no address.
  case hostNotFound
  /// The system does not give the port or the terminal to this user.
  case notAuthorized
  /// The link to the pseudo-terminal or the file of the Unix socket cannot be created.
  case cannotCreate
  /// Another program listens there, or the system cannot open the endpoint now.
  case unavailable
}

extension LocationServerError {
  /// An endpoint cannot be opened because a system call failed.
  init(_ endpoint: ServerEndpoint, _ error: SystemError) {
    let (code, detail): (Code, String) =
      switch (error.number, endpoint) {
      case (EADDRINUSE, .unix):
        (.unavailable, "another program listens there; end it, or name another path")
      case (EEXIST, .unix(let path)):
        (.cannotCreate, "\(path) exists already; remove it, or name another path")
      case (ENAMETOOLONG, .unix):
        (.invalidEndpoint, "the path of a socket has at most \(SocketFile.longestPath) bytes")
      case (_, .unix): (.cannotCreate, "cannot be created: \(error.clause)")
      case (EADDRINUSE, _):
        (.unavailable, "the port is in use: another program listens there; port 0 takes a free one")
      case (EADDRNOTAVAIL, _): (.unavailable, "it is not an address of this machine")
      case (EACCES, _), (EPERM, _):
        (
          .notAuthorized,
          "permission denied: only the superuser may use ports below 1024; take a higher one"
        )
      default: (.unavailable, "it cannot be served: \(error.message)")
      }
    self.init(code, subject: "\(endpoint)", detail: detail, cause: error)
  }
}
