import LocationPOSIX

/// A file with a password, a token or a key.
package struct SecretFile {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The first line, without its end.
  ///
  /// - Throws: the error of `open` or `read`; `EFBIG` for more than 64 kB.
  package func firstLine() throws(SystemError) -> [UInt8] {
    let bytes = try FileContents.read(path, limit: 65_536)
    return Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
  }

  /// What to tell the user if not only the owner of the file may read it; otherwise `nil`.
  package var warning: String? {
    guard let information = stat(path: path), information.st_mode & S_IFMT == S_IFREG,
      information.st_mode & (S_IRGRP | S_IROTH) != 0
    else { return nil }
    let readers = information.st_mode & S_IROTH != 0 ? "every user" : "its group"
    let name = path.printablePath
    return "\(name): \(readers) may read this secret; to change that: chmod 600 \(name)"
  }
}
