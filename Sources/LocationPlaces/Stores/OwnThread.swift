import LocationIO
import LocationPOSIX

/// Runs work that waits for a disk or a lock on a thread of its own. Swift's tasks share a few threads.
func onOwnThread<T: Sendable>(
  _ work: @escaping @Sendable () throws(PlaceError) -> T
) async throws(PlaceError) -> T {
  try await DedicatedThread.run {
    Result { () throws(PlaceError) in try work() }
  } withoutThread: { error in
    .failure(PlaceError(.storeUnavailable, detail: error.description, cause: error))
  }
  .get()
}

extension PlaceError {
  /// A system call on a file failed.
  init(_ error: SystemError, path: String) {
    self.init(.storeUnavailable, detail: "\(path.printablePath): \(error.clause)", cause: error)
  }
}

extension StateFile<PlaceError> {
  /// A file of places or of what is known about them. At most 256 MB are read.
  static func ofPlaces(_ path: String) -> StateFile {
    StateFile(path, limit: 256 << 20) { PlaceError($0, path: path) }
  }
}
