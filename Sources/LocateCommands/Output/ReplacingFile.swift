import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written beside the one it will replace, so that a failure or an interruption
/// leaves the old one as it was.
///
/// What is no regular file, as `/dev/stdout` or a named pipe, is written in place.
package final class ReplacingFile: OutputFile {
  private enum State {
    case open(descriptor: Int32, temporary: String?)
    case closed
  }

  private let path: String
  /// What gets replaced: behind a symbolic link, the file that it points to.
  private let target: String
  private let sink: DescriptorSink
  private let state: Mutex<State>

  /// Creates the file.
  ///
  /// - Throws: `.cannotCreate` with the reason.
  package init(path: String) throws(OutputError) {
    self.path = path
    var information = stat()
    let exists = stat(path, &information) == 0
    let format = information.st_mode & S_IFMT
    if exists, format == S_IFDIR {
      throw .cannotCreate(path: path, reason: SystemError("open", EISDIR).clause)
    }
    guard exists, format != S_IFREG else {
      target = exists ? Self.resolve(path) : path
      let temporary = "\(target).\(getpid()).part"
      let mode = exists ? information.st_mode & 0o777 : 0o666
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else {
        throw .cannotCreate(path: path, reason: SystemError("open", errno).clause)
      }
      if exists { fchmod(descriptor, mode) }
      sink = DescriptorSink(descriptor, name: path)
      state = Mutex(.open(descriptor: descriptor, temporary: temporary))
      return
    }
    target = path
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotCreate(path: path, reason: SystemError("open", errno).clause)
    }
    sink = DescriptorSink(descriptor, name: path)
    state = Mutex(.open(descriptor: descriptor, temporary: nil))
  }

  deinit { discard() }

  package func write(_ bytes: [UInt8]) throws(OutputError) { try sink.write(bytes) }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) { try sink.write(bytes) }

  package func commit() throws(OutputError) {
    guard case .open(let descriptor, let temporary) = take() else { return }
    // Some file systems tell only here that there was no room.
    guard close(descriptor) == 0 else {
      let reason = SystemError("open", errno).clause
      if let temporary { unlink(temporary) }
      throw .failed(name: path, reason: reason)
    }
    guard let temporary, rename(temporary, target) != 0 else { return }
    let reason = SystemError("open", errno).clause
    unlink(temporary)
    throw .cannotCreate(path: path, reason: reason)
  }

  package func discard() {
    guard case .open(let descriptor, let temporary) = take() else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  private func take() -> State {
    state.withLock { state in
      defer { state = .closed }
      return state
    }
  }

  private static func resolve(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
