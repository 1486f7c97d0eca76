import Synchronization

/// Runs a task's loop over a live source on the thread that reads the source: for who needs each fix
/// as early as can be.
///
/// ```swift
/// Task(executorPreference: InlineExecutor()) {
///   for try await fix in service.locationUpdates() { steer(by: fix) }
/// }
/// ```
///
/// To hand a fix to another thread takes about as long as to read and decode it. In return the source
/// is not read while the loop is busy with a fix: keep it short, and never wait in it for something
/// that the same source is to bring. The threads that read gpsd, serial lines and sockets lend
/// themselves so; with other sources, and for all but what they yield, tasks run where they usually
/// do.
public final class InlineExecutor: TaskExecutor {
  private struct State {
    var isRunning = false
    var ready: [UnownedJob] = []
  }

  private let state = Mutex(State())

  /// Makes an executor; tasks may share it.
  public init() {}

  /// Runs a job, or has it run; for the runtime to call.
  public func enqueue(_ job: consuming ExecutorJob) {
    // First of all what follows a cancellation is not run here: the runtime holds a lock of the
    // canceled task meanwhile.
    guard ThreadLoan.isGranted else { return globalConcurrentExecutor.enqueue(job) }
    let job = UnownedJob(job)
    // The task that owns this executor may end, and let go of it, inside the job that is run.
    let own = Unmanaged.passRetained(self)
    defer { own.release() }
    // What becomes ready while a job runs is run after it, and not inside of it.
    let isFree = state.withLock { state in
      if state.isRunning { state.ready.append(job) }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFree else { return }
    var next: UnownedJob? = job
    while let job = next {
      job.runSynchronously(on: asUnownedTaskExecutor())
      next = state.withLock { state in
        guard state.ready.isEmpty else { return state.ready.removeFirst() }
        state.isRunning = false
        return nil
      }
    }
  }
}
