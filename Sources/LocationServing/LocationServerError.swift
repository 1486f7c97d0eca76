import GPSDProtocol
import LocationIO
import LocationText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a ``LocationServer`` cannot serve.
package struct LocationServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: Hashable, Sendable {
    /// The text is not an endpoint, or its host is not an address of this machine.
    case invalidEndpoint
    /// The host to send to has no address.
    case hostNotFound
    /// The system refuses the port or the terminal to this user.
    case notAuthorized
    /// The link to the pseudo-terminal cannot be created.
    case cannotCreate
    /// The port is in use, or the system cannot open the endpoint now.
    case unavailable
  }

  package let code: Code
  /// The endpoint as its user writes it; `nil` when the error is not about one endpoint.
  package let endpoint: String?
  /// What is wrong and what to do.
  package let detail: String
  /// The system's error, if one caused this.
  package let cause: SystemError?

  package init(
    _ code: Code, _ endpoint: ServeEndpoint?, _ detail: String, cause: SystemError? = nil
  ) {
    self.code = code
    self.endpoint = endpoint?.description
    self.detail = detail
    self.cause = cause
  }

  /// An endpoint cannot be opened because a system call failed.
  package init(_ endpoint: ServeEndpoint, _ error: SystemError) {
    let (code, detail): (Code, String) =
      switch error.number {
      case EADDRINUSE:
        (.unavailable, "the port is in use: another program listens there; port 0 takes a free one")
      case EADDRNOTAVAIL: (.unavailable, "it is not an address of this machine")
      case EACCES, EPERM:
        (
          .notAuthorized,
          "permission denied: ports below 1024 are the superuser's; take a higher one"
        )
      default: (.unavailable, "it cannot be served: \(error.message)")
      }
    self.init(code, endpoint, detail, cause: error)
  }

  package var description: String { (endpoint.map { "\($0): " } ?? "") + detail }
}
