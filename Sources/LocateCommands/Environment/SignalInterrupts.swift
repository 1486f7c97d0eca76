import LocationPOSIX
import Synchronization

/// Receives SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// The first signal goes to the command, which then ends in an orderly way. A second signal, or a signal
/// without a registered command, ends the process. So does the first one after two seconds, because a command may
/// wait where nothing wakes it: for the reader of a pipe, or for a long computation.
package final class SignalInterrupts: InterruptSource {
  private struct State {
    var action: (@Sendable (Int32) -> Void)?
    var hasTime = false
  }

  private static let secondsToEnd: UInt32 = 2

  private let state = Mutex(State())
  private let signals: sigset_t

  /// Blocks the signals for ``waitForever()``. Call this on the main thread before any other thread
  /// starts, because new threads inherit the blocked signals.
  package init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !Self.isIgnored(number) {
      // A shell starts background commands with SIGINT ignored. Somebody who sends SIGINT to such a
      // command still wants to end it.
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    sigaddset(&signals, SIGALRM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  package func onInterrupt(
    _ action: @escaping @Sendable (Int32) -> Void
  ) -> @Sendable () -> Void {
    state.withLock { $0.action = action }
    return { self.state.withLock { $0.action = nil } }
  }

  package func allowTime() {
    state.withLock { state in
      state.hasTime = true
      alarm(0)
    }
  }

  /// Waits for signals until the process exits. Call this on the main thread.
  ///
  /// Otherwise the main thread would wait in `dispatch_main`. On Linux that is a `sigsuspend` with no
  /// signal blocked, so a signal would end the process there. Dispatch's signal sources lose signals
  /// for the same reason.
  package func waitForever() -> Never {
    var signals = signals
    var first: Int32?
    while true {
      var number: Int32 = 0
      guard sigwait(&signals, &number) == 0 else { continue }
      if number == SIGALRM { number = first ?? number }
      let action = state.withLock { state in
        if !state.hasTime { alarm(Self.secondsToEnd) }
        return state.action.take()
      }
      guard let action else { endProcess(by: number) }
      first = number
      action(number)
    }
  }

  private func endProcess(by number: Int32) -> Never {
    ProcessViewTerminal.restore()
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    // The default action ends the process as soon as the signal is unblocked.
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    exit(ExitStatus.signal(number).code)
  }

  /// Whether the process was started with the signal ignored, as `nohup` does with SIGHUP.
  private static func isIgnored(_ number: Int32) -> Bool {
    let previous = signal(number, SIG_IGN)
    let isIgnored =
      unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if !isIgnored { signal(number, previous) }
    return isIgnored
  }
}
