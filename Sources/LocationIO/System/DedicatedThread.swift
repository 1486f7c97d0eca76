#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for work that blocks, which has no place on the threads that Swift's tasks share.
package enum DedicatedThread {
  /// What the new thread is handed.
  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `work` on a new detached thread. The work says by itself when it is done.
  package static func start(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    let failure = create(Work(work))
    if failure != 0 { throw SystemError("pthread_create", failure) }
  }

  private static func create(_ work: Work) -> Int32 {
    let handed = Unmanaged.passRetained(work)
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = pthread_create(
        &thread, nil,
        { box in
          Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run()
          return nil
        }, handed.toOpaque())
      if let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { box in
          if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run() }
          return nil
        }, handed.toOpaque())
      if failure == 0 { pthread_detach(thread) }
    #endif
    if failure != 0 { handed.release() }
    return failure
  }
}
