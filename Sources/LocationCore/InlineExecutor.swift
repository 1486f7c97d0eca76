import Synchronization

/// Runs tasks on the thread that has what they wait for, where that thread lends itself.
///
/// The thread that reads a source then prints a fix itself: to hand it to another thread would take
/// as long again as all the rest. Everything else runs where tasks usually do, first of all what
/// follows a cancellation: the runtime holds a lock of the cancelled task meanwhile.
package final class InlineExecutor: TaskExecutor {
  private struct State {
    var isRunning = false
    var ready: [UnownedJob] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    guard ThreadLoan.isGranted else { return globalConcurrentExecutor.enqueue(job) }
    let job = UnownedJob(job)
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
