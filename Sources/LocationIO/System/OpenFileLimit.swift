import LocationPOSIX

/// How many files a process may have open.
package enum OpenFileLimit {
  /// Raises the limit as far as the system lets this process do it.
  ///
  /// The usual limit of 1,024 is for programs that call `select`.
  package static func raise() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(resource, &limit)
  }
}
