// System calls with a path that `String(path:)` made. Swift prefers these functions to the C functions of
// the same names, which would get the path's UTF-8 instead of its bytes.

package func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  path.withPath { open($0, flags, mode) }
}

package func access(_ path: String, _ mode: Int32) -> Int32 {
  path.withPath { access($0, mode) }
}

package func faccessat(
  _ directory: Int32, _ path: String, _ mode: Int32, _ flags: Int32
) -> Int32 {
  path.withPath { faccessat(directory, $0, mode, flags) }
}

package func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
  path.withPath { mkdir($0, mode) }
}

package func chmod(_ path: String, _ mode: mode_t) -> Int32 {
  path.withPath { chmod($0, mode) }
}

@discardableResult package func unlink(_ path: String) -> Int32 { path.withPath { unlink($0) } }

package func rename(_ old: String, _ new: String) -> Int32 {
  old.withPath { old in new.withPath { new in rename(old, new) } }
}

package func link(_ old: String, _ new: String, _ flags: Int32) -> Int32 {
  old.withPath { old in new.withPath { new in linkat(AT_FDCWD, old, AT_FDCWD, new, flags) } }
}

package func symlink(_ target: String, _ link: String) -> Int32 {
  target.withPath { target in link.withPath { link in symlink(target, link) } }
}

/// The path without symbolic links and `..`; `nil` if there is no such file.
package func realpath(_ path: String) -> String? {
  guard let resolved = path.withPath({ realpath($0, nil) }) else { return nil }
  defer { free(resolved) }
  return String(path: resolved)
}

/// The target of a symbolic link; `nil` if the path is not one.
package func readlink(_ path: String) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
    guard let start = room.baseAddress else { return nil }
    let count = path.withPath { readlink($0, start, room.count) }
    guard count >= 0 else { return nil }
    return String(path: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count]))
  }
}

extension stat {
  /// The status of a file; `nil` if the system call fails.
  ///
  /// - Parameter followsLinks: whether the status of a symbolic link is that of its target.
  package init?(path: String, followsLinks: Bool = true) {
    var info = stat()
    let code = path.withPath { followsLinks ? stat($0, &info) : lstat($0, &info) }
    guard code == 0 else { return nil }
    self = info
  }
}
