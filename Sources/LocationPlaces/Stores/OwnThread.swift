import LocationIO
import LocationPOSIX

/// Runs work that waits for a disk or a lock on a thread of its own. Swift's tasks share a few threads.
func onOwnThread<T: Sendable>(
  _ work: @escaping @Sendable () throws(PlaceError) -> T
) async throws(PlaceError) -> T {
  let result: Result<T, PlaceError> = await withCheckedContinuation { continuation in
    do throws(SystemError) {
      try DedicatedThread.start {
        continuation.resume(returning: Result { () throws(PlaceError) in try work() })
      }
    } catch {
      let error = PlaceError(.storeUnavailable, detail: error.description, cause: error)
      continuation.resume(returning: .failure(error))
    }
  }
  return try result.get()
}

extension PlaceError {
  /// A system call on a file failed.
  init(_ error: SystemError, path: String) {
    self.init(.storeUnavailable, detail: "\(path.printablePath): \(error.clause)", cause: error)
  }
}
