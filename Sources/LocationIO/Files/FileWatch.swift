#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells when a file may have changed: at once where the system has inotify, else and on file
/// systems that do not tell (a network's) after an interval.
struct FileWatch: Sendable {
  /// Readable after a change; −1 where there is none.
  let descriptor: Int32

  /// How long to trust in `descriptor`.
  var interval: Duration { descriptor < 0 ? .milliseconds(200) : .seconds(1) }

  init() {
    #if canImport(Glibc)
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    #else
      descriptor = -1
    #endif
  }

  /// Watches the file that has the name now, and for others to take it.
  func add(_ path: String) {
    #if canImport(Glibc)
      guard descriptor >= 0 else { return }
      _ = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF))
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      _ = inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO))
    #endif
  }

  /// Forgets the changes so far. What they were does not matter: the file is looked at.
  func drain() {
    guard descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      while let count = try? Descriptor.read(descriptor, into: room), count > 0 {}
    }
  }

  func release() {
    if descriptor >= 0 { _ = close(descriptor) }
  }
}
