package import LocationCore

/// A C library could not be loaded, or lacks a function.
package struct SystemLibraryError: Error, Hashable, CustomStringConvertible {
  /// What users call the library: "Expat".
  package let library: String
  /// The Debian package that installs the library: "libexpat1".
  package let package: String
  /// The system's own words: "libexpat.so.1: cannot open shared object file: No such file or
  /// directory".
  package let reason: String

  /// What is missing and what to do, in one line.
  package var description: String {
    "\(library) can not be loaded; install it with apt-get install \(package) (\(reason))"
  }
}

extension UserLocationError {
  /// A source is unavailable because the C library it needs is.
  package init(_ error: SystemLibraryError, source: String) {
    self.init(.sourceUnavailable, source: source, detail: error.description, cause: error)
  }
}
