import Synchronization

/// Runs tasks on the thread that has what they wait for: whoever resumes one carries it on.
///
/// A source's reading thread then prints a fix itself, where handing it to another thread would take
/// as long again as all the rest. One task runs at a time; what becomes ready meanwhile is run after
/// it by the same thread, so that nobody who resumes a task waits for another. For tasks that
/// outlive no lock: resuming must happen outside of locks, as it does in all of this package.
package final class InlineExecutor: TaskExecutor {
  private struct State {
    var isRunning = false
    var ready: [UnownedJob] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
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
