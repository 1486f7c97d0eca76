import LocationCore
import LocationIO
import LocationPOSIX
import Synchronization

/// The files of a recording, of which only some are open: a broker may have more devices than a process may have open
/// files. The file that was used the longest time ago is closed, and opened again when it is needed.
final class RecordingFiles: Sendable {
  private struct State {
    var open: [Int: (file: LockedFile, lastUse: Int)] = [:]
    /// The sizes of the files that were closed.
    var sizes: [Int: Int] = [:]
    var lastID = 0
    var uses = 0

    /// Closes an eighth of the files, so that many uses of others need no search. Returns whether it closed any.
    mutating func closeOldest() -> Bool {
      let oldest = open.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(open.count / 8 + 1)
      for (id, entry) in oldest {
        sizes[id] = try? entry.file.size()
        open[id] = nil
      }
      return !oldest.isEmpty
    }
  }

  /// How many files are open at the same time.
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: see ``limit``; `nil` for half of what the process may have, because it has other files.
  init(limit: Int? = nil) { self.limit = limit ?? max(1, Descriptor.limit / 2) }

  /// Opens a file that exists.
  func file(at path: String) throws(SystemError) -> RecordingFile {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let file = RecordingFile(path: path, id: id, files: self)
    _ = try opened(id, path)
    return file
  }

  /// Runs `body`, which opens files, again with fewer open ones if there are too many.
  func makingRoom<Value>(for body: () throws(SystemError) -> Value) throws(SystemError) -> Value {
    while true {
      do throws(SystemError) {
        return try body()
      } catch {
        guard error.number == EMFILE || error.number == ENFILE,
          state.withLock({ $0.closeOldest() })
        else { throw error }
      }
    }
  }

  fileprivate func opened(_ id: Int, _ path: String) throws(SystemError) -> LockedFile {
    let found = state.withLock { state -> LockedFile? in
      state.uses += 1
      state.open[id]?.lastUse = state.uses
      if state.open[id] == nil, state.open.count >= limit { _ = state.closeOldest() }
      return state.open[id]?.file
    }
    if let found { return found }
    let file = try makingRoom { () throws(SystemError) in try LockedFile(path: path) }
    // Nobody else may have written meanwhile.
    if let former = state.withLock({ $0.sizes[id] }), try file.size() != former {
      throw SystemError("open", ESTALE)
    }
    state.withLock { $0.open[id] = (file, $0.uses) }
    return file
  }

  fileprivate func close(_ id: Int) {
    let file = state.withLock { state in
      state.sizes[id] = nil
      return state.open.removeValue(forKey: id)
    }
    withExtendedLifetime(file) {}
  }
}

/// A file of ``RecordingFiles``, which is open while it is used.
final class RecordingFile: WritableFile {
  private let path: String
  private let id: Int
  private let files: RecordingFiles

  fileprivate init(path: String, id: Int, files: RecordingFiles) {
    self.path = path
    self.id = id
    self.files = files
  }

  deinit { files.close(id) }

  private var file: LockedFile {
    get throws(SystemError) { try files.opened(id, path) }
  }

  func size() throws(SystemError) -> Int { try file.size() }

  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try file.read(count, at: offset)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try file.write(bytes, at: offset)
  }

  func truncate(to size: Int) throws(SystemError) { try file.truncate(to: size) }

  func sync() throws(SystemError) { try file.sync() }
}
