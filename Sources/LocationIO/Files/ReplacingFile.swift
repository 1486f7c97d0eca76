import LocationPOSIX
import Synchronization

/// A file that gets its name only when it is complete.
///
/// The content goes to a temporary file in the same folder, which ``commit()`` moves to the name. After
/// a failure, an interruption or a power loss, the name therefore refers to the former file or to the
/// whole new one. On Linux the temporary file has no name until then, so nothing of it remains when the process
/// is killed. A symbolic link stays, and the file that it points to is replaced. The new file gets the permissions
/// of the former one, and its owner if that is allowed. Without a former one, only its owner may read it: it contains locations.
///
/// `/dev/stdout`, a named pipe and other special files are written directly. So is a file that may be
/// written in a folder where no file may be created: then the former content is lost at once.
package final class ReplacingFile: Sendable {
  private struct Open {
    let descriptor: Int32
    let content: Content
  }

  private enum Content {
    /// The file itself.
    case direct
    /// A temporary file with this name.
    case named(String)
    /// A temporary file without a name.
    case unnamed
  }

  /// The file that is replaced.
  private let target: String
  private let isLocked: Bool
  /// `nil` after ``commit()`` or ``discard()``.
  private let state: Mutex<Open?>

  /// Creates the temporary file, or opens a file that is written directly.
  ///
  /// - Parameters:
  ///   - path: the name of the file.
  ///   - isLocked: whether a lock keeps all other writers away. The temporary file then has the same
  ///     name in every process, and replaces the one that a killed process left behind.
  /// - Throws: the error of `open`, also for a directory.
  package init(path: String, isLocked: Bool = false) throws(SystemError) {
    self.isLocked = isLocked
    let found = stat(path: path)
    let exists = found != nil
    let information = found ?? stat()
    let type = information.st_mode & S_IFMT
    if exists, type == S_IFDIR { throw SystemError("open", EISDIR) }
    if exists, type != S_IFREG {
      target = path
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last("open") }
      state = Mutex(Open(descriptor: descriptor, content: .direct))
      return
    }
    target = exists ? realpath(path) ?? path : path
    let mode = exists ? information.st_mode & 0o777 : 0o600
    var temporary: String?
    var descriptor = Self.openUnnamed(in: target.pathFolder, mode)
    if descriptor < 0 {
      temporary = Self.makeTemporary(for: target, isLocked: isLocked) { name, exclusion in
        descriptor = open(name, O_WRONLY | O_CREAT | exclusion | O_CLOEXEC, mode)
        return descriptor >= 0
      }
    }
    guard descriptor >= 0 else {
      let error = SystemError.last("open")
      // A locked file is never written in parts, because other processes read it without the lock.
      guard exists, !isLocked, [EACCES, EPERM, EROFS].contains(error.number) else { throw error }
      let direct = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
      guard direct >= 0 else { throw error }
      state = Mutex(Open(descriptor: direct, content: .direct))
      return
    }
    // If root changes the places of a service, the service can still read them.
    if exists { _ = fchown(descriptor, information.st_uid, information.st_gid) }
    if exists { fchmod(descriptor, mode) }
    state = Mutex(
      Open(descriptor: descriptor, content: temporary.map(Content.named) ?? .unnamed))
  }

  /// Opens a file without a name; a negative number where the system has none.
  private static func openUnnamed(in folder: String, _ mode: mode_t) -> Int32 {
    #if os(Linux)
      // O_TMPFILE, which Swift does not import.
      return open(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, mode)
    #else
      return -1
    #endif
  }

  /// Finds a name for a temporary file beside `target`.
  ///
  /// - Parameter make: makes the file with a name and `O_TRUNC` or `O_EXCL`; returns whether it did.
  /// - Returns: the name; `nil` if `make` failed, with its `errno`.
  private static func makeTemporary(
    for target: String, isLocked: Bool, _ make: (String, Int32) -> Bool
  ) -> String? {
    var name = isLocked ? "\(target).part" : "\(target).\(getpid()).part"
    var number = 1
    while !make(name, isLocked ? O_TRUNC : O_EXCL) {
      guard errno == EEXIST else { return nil }
      // Another thread replaces the same file, or a killed process with the same id left its file behind.
      number += 1
      name = "\(target).\(getpid())-\(number).part"
    }
    return name
  }

  deinit { discard() }

  /// Writes all bytes.
  ///
  /// - Throws: the error of `write`; `EBADF` after ``commit()`` or ``discard()``.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try state.withLock { open throws(SystemError) in
      guard let open else { throw SystemError("write", EBADF) }
      try Descriptor.write(open.descriptor, bytes)
    }
  }

  /// Stores the content on the disk and gives the file its name. Does nothing when called again.
  ///
  /// - Throws: the error of `fsync`, `close` or `rename`. The former file is then unchanged.
  package func commit() throws(SystemError) {
    guard let open = state.withLock({ $0.take() }) else { return }
    var temporary: String?
    switch open.content {
    case .direct:
      guard close(open.descriptor) == 0 else { throw .last("close") }
      return
    case .named(let name): temporary = name
    case .unnamed: break
    }
    do throws(SystemError) {
      // Without this, a power loss after the rename could leave an empty file.
      guard fsync(open.descriptor) == 0 else { throw .last("fsync") }
      if temporary == nil { temporary = try name(open.descriptor) }
    } catch {
      _ = close(open.descriptor)
      if let temporary { unlink(temporary) }
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(open.descriptor) == 0, let temporary, rename(temporary, target) == 0 else {
      let error = SystemError.last("rename")
      if let temporary { unlink(temporary) }
      throw error
    }
    storeFolder()
  }

  /// Gives an unnamed file its temporary name. A name cannot be replaced in one step without it.
  private func name(_ descriptor: Int32) throws(SystemError) -> String {
    let name = Self.makeTemporary(for: target, isLocked: isLocked) { name, _ in
      let open = "/proc/self/fd/\(descriptor)"
      if link(open, name, AT_SYMLINK_FOLLOW) == 0 { return true }
      guard self.isLocked, errno == EEXIST else { return false }
      unlink(name)
      return link(open, name, AT_SYMLINK_FOLLOW) == 0
    }
    guard let name else { throw .last("linkat") }
    return name
  }

  /// Deletes the temporary file. The former file is unchanged. Does nothing after ``commit()``.
  package func discard() {
    guard let open = state.withLock({ $0.take() }) else { return }
    _ = close(open.descriptor)
    if case .named(let name) = open.content { unlink(name) }
  }

  /// Stores the new name on the disk. A failure does not matter: the file is complete either way.
  private func storeFolder() {
    let folder = target.pathFolder
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }
}
