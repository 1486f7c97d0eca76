public import LocationCore
import LocationPOSIX

/// A system call that failed, and its `errno`.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The name of the call: "open".
  package let call: String
  /// The call's `errno`.
  package let number: Int32

  /// Names a failed call and its `errno`.
  package init(_ call: String, _ number: Int32) {
    self.call = call
    self.number = number
  }

  /// The error of the last call on this thread. Nothing may come between, because other calls
  /// overwrite `errno`.
  package static func last(_ call: String) -> SystemError { SystemError(call, errno) }

  /// The system's text: "Permission denied".
  package var message: String {
    // `strerror` is thread-safe in Glibc since 2.32, in Musl and on Darwin.
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }

  /// The message in lower case, for the middle of a sentence: "permission denied".
  package var clause: String { message.prefix(1).lowercased() + message.dropFirst() }

  /// The call and the system's text: "open: Permission denied".
  package var description: String { "\(call): \(message)" }

  /// Whether the system refused permission.
  package var isRefusal: Bool { number == EACCES || number == EPERM }

  /// Whether there is no file with the name.
  package var isMissingFile: Bool { number == ENOENT }

  /// Whether no process listens at the address.
  package var isConnectionRefused: Bool { number == ECONNREFUSED }

  /// The library's error code for a source that could not be opened or read.
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
  /// A failed system call on a source. Without `code`, the code follows from the `errno`; without
  /// `detail`, the detail is the system's text.
  package init(_ error: SystemError, source: String, code: Code? = nil, detail: String? = nil) {
    self.init(
      code ?? error.code, source: source, detail: detail ?? error.message, cause: error)
  }
}

/// A C library could not be loaded, or lacks a function.
public struct SystemLibraryError: Error, Hashable, CustomStringConvertible {
  /// What users call the library: "Expat".
  public let library: String
  /// The Debian package that installs the library: "libexpat1".
  public let package: String
  /// The system's own words: "libexpat.so.1: cannot open shared object file: No such file or
  /// directory".
  public let reason: String

  /// What is missing and what to do, in one line.
  public var description: String {
    "\(library) can not be loaded; install it with apt-get install \(package) (\(reason))"
  }
}

extension UserLocationError {
  /// A source is unavailable because the C library it needs is.
  public init(_ error: SystemLibraryError, source: String) {
    self.init(.sourceUnavailable, source: source, detail: error.description, cause: error)
  }
}
