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
}
