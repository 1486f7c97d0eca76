import LocationCore

/// A thread for blocking work. Swift's tasks share a few threads, and blocking work would occupy one.
package enum DedicatedThread {
  /// The closure that the new thread runs, as an object that C can carry.
  final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `work` on a new thread, which ends with it.
  package static func start(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    let failure = create(Work(work))
    if failure != 0 { throw SystemError("pthread_create", failure) }
  }

  /// Runs `work` on a new thread, and returns its result.
  ///
  /// - Parameters:
  ///   - onCancel: called when the caller's task is canceled. It makes `work` return soon.
  ///   - failure: the result if the system makes no thread.
  package nonisolated(nonsending) static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, onCancel: @Sendable () -> Void = {},
    withoutThread failure: (SystemError) -> Value
  ) async -> Value {
    let result = Promise<Value>()
    do throws(SystemError) {
      try start { result.give(work()) }
    } catch {
      return failure(error)
    }
    return await result.value(onCancel: onCancel)
  }
}
