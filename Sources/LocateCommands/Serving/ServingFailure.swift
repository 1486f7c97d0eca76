import LocationSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension CommandFailure {
  /// That an endpoint cannot be opened, and what to do.
  init(_ endpoint: ServeEndpoint, _ error: SystemError) {
    let (status, advice): (ExitStatus, String) =
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
    self.init(status, "\(endpoint): \(advice)", causes: [error.description])
  }
}
