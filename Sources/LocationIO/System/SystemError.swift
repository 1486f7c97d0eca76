package import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a system call said when it failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The call, as `open`.
  package let call: String
  /// Its `errno`.
  package let number: Int32

  /// Names a failed call and its `errno`.
  package init(_ call: String, _ number: Int32) {
    self.call = call
    self.number = number
  }

  /// The failure of the call that this thread has just made: anything in between may overwrite
  /// `errno`.
  package static func last(_ call: String) -> SystemError { SystemError(call, errno) }

  /// The system's own words, as "Permission denied".
  package var message: String {
    // Thread-safe in glibc from 2.32, in Musl and on Darwin.
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }

  /// The message in lower case, for the middle of a sentence: "permission denied".
  package var clause: String { message.prefix(1).lowercased() + message.dropFirst() }

  /// The call and the system's words, as "open: Permission denied".
  package var description: String { "\(call): \(message)" }

  /// Whether the system did not allow it.
  package var isRefusal: Bool { number == EACCES || number == EPERM }

  /// Whether no process listens at the address.
  package var isConnectionRefused: Bool { number == ECONNREFUSED }

  /// What the number means for a source that was opened or read.
  package var code: UserLocationError.Code {
    switch number {
    case EACCES, EPERM: .notAuthorized
    case ENOENT, ENOTDIR: .sourceNotFound
    case EISDIR, ELOOP, ENAMETOOLONG: .invalidSource
    case EBUSY, ENODEV, ENXIO: .sourceUnavailable
    default: .inputOutput
    }
  }
}

extension UserLocationError {
  /// A failed system call on a source. The code follows from the number unless it is given.
  package init(_ error: SystemError, source: String, code: Code? = nil, detail: String? = nil) {
    self.init(
      code ?? error.code, source: source, detail: detail ?? error.message, cause: error)
  }
}
