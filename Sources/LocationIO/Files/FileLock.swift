import LocationPOSIX

/// A lock that at most one process, and one thread in it, holds at a time.
///
/// It is released when its last reference goes away, and when the process ends in any way.
package final class FileLock: Sendable {
  private let file: OwnedDescriptor

  /// Waits until the lock is free, and takes it.
  ///
  /// - Parameter path: an empty file that exists only for the lock. It is created and stays. The file
  ///   that the lock protects cannot be used itself, because it is replaced by another one.
  /// - Throws: the error of `open` or `flock`.
  package init(path: String) throws(SystemError) {
    file = try OwnedDescriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), from: "open")
    while flock(file.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last("flock") }
    }
  }
}
