import LocationCore
import LocationIO
import Synchronization

/// Runs the hooks of events.
///
/// The hooks of a place run one after another, in the order of the events. Hooks of different places run at
/// the same time, up to a limit. No hook is left out: ``finish()`` waits for all of them.
final class HookQueue: Sendable {
  struct Hook: Sendable {
    /// The ``Place/id`` of the place.
    let place: String
    let call: ProgramCall
    /// What the hook is called in messages: "left Home: notify-send".
    let name: String
  }

  private struct State {
    var waiting: [Hook] = []
    /// The places whose hooks run now.
    var busy: Set<String> = []
    /// Given after the last hook, once ``finish()`` waits.
    var finish: Promise<Void>?

    var isIdle: Bool { waiting.isEmpty && busy.isEmpty }
  }

  private let limit: Int
  private let run: @Sendable (ProgramCall) async -> ProgramCall.Ending
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - limit: how many hooks run at the same time at most.
  ///   - run: runs a program.
  ///   - report: gets a message for each hook that failed.
  init(
    limit: Int, run: @escaping @Sendable (ProgramCall) async -> ProgramCall.Ending,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.limit = limit
    self.run = run
    self.report = report
  }

  /// How many hooks wait or run.
  var count: Int { state.withLock { $0.waiting.count + $0.busy.count } }

  func add(_ hook: Hook) {
    state.withLock { $0.waiting.append(hook) }
    start()
  }

  /// Waits until all hooks have ended. It is called once, and no hook is added after it. Canceling the task
  /// changes nothing.
  func finish() async {
    let finish = Promise<Void>()
    let isIdle = state.withLock { state in
      if !state.isIdle { state.finish = finish }
      return state.isIdle
    }
    if !isIdle { await finish.value() }
  }

  /// Starts the hooks that need not wait any more.
  private func start() {
    let hooks = state.withLock { state in
      var hooks: [Hook] = []
      while state.busy.count < limit,
        let index = state.waiting.firstIndex(where: { !state.busy.contains($0.place) })
      {
        let hook = state.waiting.remove(at: index)
        state.busy.insert(hook.place)
        hooks.append(hook)
      }
      return hooks
    }
    for hook in hooks {
      Task {
        if let failure = await run(hook.call).failure { report("\(hook.name): \(failure)") }
        end(hook)
      }
    }
  }

  private func end(_ hook: Hook) {
    state.withLock { _ = $0.busy.remove(hook.place) }
    start()
    let finish = state.withLock { state in state.isIdle ? state.finish.take() : nil }
    finish?.give()
  }
}

extension ProgramCall.Ending {
  /// What went wrong; `nil` if nothing did.
  fileprivate var failure: String? {
    switch self {
    case .exited(0): nil
    case .exited(let status): "it ended with the exit status \(status)"
    case .signaled(let number): "signal \(number) ended it"
    case .timedOut: "it was ended, because it took too long"
    case .failed(let reason): "it cannot be started: \(reason)"
    }
  }
}
