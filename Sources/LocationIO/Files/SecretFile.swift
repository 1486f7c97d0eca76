import LocationPOSIX

/// A file that only its owner should read: with a password, a token or a key, or with where somebody was.
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

  /// Takes the permissions of others away.
  ///
  /// - Returns: what to tell the user; `nil` if others had none, or if there is no such file.
  package func close() -> String? {
    guard let information = stat(path: path), information.st_mode & S_IFMT == S_IFREG,
      information.st_mode & (S_IRWXG | S_IRWXO) != 0
    else { return nil }
    let name = path.printablePath
    guard chmod(path, information.st_mode & S_IRWXU) == 0 else {
      return
        "\(name): others may use it, and cannot be kept out: \(SystemError.last("chmod").clause)"
    }
    return "\(name): others could use it; from now on only its owner can"
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
