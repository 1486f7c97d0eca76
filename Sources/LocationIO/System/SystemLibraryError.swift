public import LocationCore

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
