import LocationPOSIX
import LocationText
import Synchronization

/// A file that gets its name only when it is complete.
///
/// The content goes to a temporary file in the same folder, which ``commit()`` moves to the name. After
/// a failure, an interruption or a power loss, the name therefore refers to the former file or to the
/// whole new one. A symbolic link stays, and the file that it points to is replaced. The new file gets
/// the permissions of the former one.
///
/// `/dev/stdout`, a named pipe and other special files are written directly. So is a file that may be
/// written in a folder where no file may be created: then the former content is lost at once.
package final class ReplacingFile: Sendable {
  private struct Open {
    let descriptor: Int32
    /// The temporary file; `nil` for a file that is written directly.
    let temporary: String?
  }

  /// The file that is replaced.
  private let target: String
  /// `nil` after ``commit()`` or ``discard()``.
  private let state: Mutex<Open?>

  /// Creates the temporary file, or opens a file that is written directly.
  ///
  /// - Parameters:
  ///   - path: the name of the file.
  ///   - isPrivate: whether only its owner may read a file that does not exist yet.
  ///   - isLocked: whether a lock keeps all other writers away. The temporary file then has the same
  ///     name in every process, and replaces the one that a killed process left behind.
  /// - Throws: the error of `open`, also for a directory.
  package init(
    path: String, isPrivate: Bool = false, isLocked: Bool = false
  ) throws(SystemError) {
    let found = stat(path: path)
    let exists = found != nil
    let information = found ?? stat()
    let type = information.st_mode & S_IFMT
    if exists, type == S_IFDIR { throw SystemError("open", EISDIR) }
    if exists, type != S_IFREG {
      target = path
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last("open") }
      state = Mutex(Open(descriptor: descriptor, temporary: nil))
      return
    }
    target = exists ? realpath(path) ?? path : path
    var temporary = isLocked ? "\(target).part" : "\(target).\(getpid()).part"
    let mode = exists ? information.st_mode & 0o777 : isPrivate ? 0o600 : 0o666
    let exclusion = isLocked ? O_TRUNC : O_EXCL
    var descriptor = open(temporary, O_WRONLY | O_CREAT | exclusion | O_CLOEXEC, mode)
    var number = 1
    // Another thread replaces the same file, or a killed process with the same id left its file behind.
    while descriptor < 0, errno == EEXIST {
      number += 1
      temporary = "\(target).\(getpid())-\(number).part"
      descriptor = open(temporary, O_WRONLY | O_CREAT | exclusion | O_CLOEXEC, mode)
    }
    guard descriptor >= 0 else {
      let error = SystemError.last("open")
      // A locked file is never written in parts, because other processes read it without the lock.
      guard exists, !isLocked, [EACCES, EPERM, EROFS].contains(error.number) else { throw error }
      let direct = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
      guard direct >= 0 else { throw error }
      state = Mutex(Open(descriptor: direct, temporary: nil))
      return
    }
    if exists { fchmod(descriptor, mode) }
    state = Mutex(Open(descriptor: descriptor, temporary: temporary))
  }

  /// Replaces a file of a program's own data with a text. Makes missing folders. Only the owner may read
  /// a new file.
  package static func write(
    _ text: borrowing ByteText, to path: String, isLocked: Bool = false
  ) throws(SystemError) {
    try Folder.create(for: path)
    let file = try ReplacingFile(path: path, isPrivate: true, isLocked: isLocked)
    try text.withBytes { bytes throws(SystemError) in try file.write(bytes) }
    try file.commit()
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
    guard let temporary = open.temporary else {
      guard close(open.descriptor) == 0 else { throw .last("close") }
      return
    }
    do throws(SystemError) {
      try Self.store(open.descriptor)
      guard rename(temporary, target) == 0 else { throw .last("rename") }
    } catch {
      unlink(temporary)
      throw error
    }
    storeFolder()
  }

  /// Deletes the temporary file. The former file is unchanged. Does nothing after ``commit()``.
  package func discard() {
    guard let open = state.withLock({ $0.take() }) else { return }
    _ = close(open.descriptor)
    if let temporary = open.temporary { unlink(temporary) }
  }

  /// Stores a file's content on the disk and closes it. Without this, a power loss after the rename
  /// could leave an empty file.
  private static func store(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) == 0 else {
      let error = SystemError.last("fsync")
      _ = close(descriptor)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw .last("close") }
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
