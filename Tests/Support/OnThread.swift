private import LocationIO

/// Runs blocking work on a thread of its own, because tests share few threads and must not block them.
package func onThread<T: Sendable>(_ work: @escaping @Sendable () -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try DedicatedThread.start { continuation.resume(returning: work()) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
