import Dispatch

/// Runs one task after another.
final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "one thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
