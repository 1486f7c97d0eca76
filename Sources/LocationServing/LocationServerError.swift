import LocationIO
import LocationPOSIX

/// Why a ``LocationServer`` cannot serve: a code to act on, and details to read.
public struct LocationServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of error. A struct, so that codes can be added without breaking a `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The text is not an endpoint, or its host is not an address of this machine.
    public static let invalidEndpoint = Code(description: "invalidEndpoint")
    /// The host to send datagrams to has no address.
    public static let hostNotFound = Code(description: "hostNotFound")
    /// The system does not give the port or the terminal to this user.
    public static let notAuthorized = Code(description: "notAuthorized")
    /// The link to the pseudo-terminal cannot be created.
    public static let cannotCreate = Code(description: "cannotCreate")
    /// The port is in use, or the system cannot open the endpoint now.
    public static let unavailable = Code(description: "unavailable")
  }

  /// What went wrong.
  public let code: Code
  /// The endpoint as its user writes it; `nil` if the error is not about an endpoint that was read.
  public let endpoint: String?
  /// What happened and what to do about it, in one line.
  public let detail: String
  /// The system's error, if a system call failed.
  public let cause: (any Error)?

  init(
    _ code: Code, _ endpoint: ServerEndpoint?, _ detail: String, cause: SystemError? = nil
  ) {
    self.code = code
    self.endpoint = endpoint?.description
    self.detail = detail
    self.cause = cause
  }

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
    self.init(code, endpoint, detail, cause: error)
  }

  /// One line for people: the endpoint and the detail.
  public var description: String { (endpoint.map { "\($0): " } ?? "") + detail }
}
