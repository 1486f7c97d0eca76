import LocationPOSIX
import Synchronization

/// Receives SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// The first signal goes to the command, which then ends in an orderly way. A second signal, or a signal
/// without a registered command, ends the process, so that a command that hangs can always be ended.
package final class SignalInterrupts: InterruptSource {
  private let action = Mutex<(@Sendable (Int32) -> Void)?>(nil)
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
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  package func onInterrupt(
    _ action: @escaping @Sendable (Int32) -> Void
  ) -> InterruptRegistration {
    self.action.withLock { $0 = action }
    return InterruptRegistration { self.action.withLock { $0 = nil } }
  }

  /// Waits for signals until the process exits. Call this on the main thread.
  ///
  /// Otherwise the main thread would wait in `dispatch_main`. On Linux that is a `sigsuspend` with no
  /// signal blocked, so a signal would end the process there. Dispatch's signal sources lose signals
  /// for the same reason.
  package func waitForever() -> Never {
    var signals = signals
    while true {
      var number: Int32 = 0
      if sigwait(&signals, &number) == 0 { take(number) }
    }
  }

  private func take(_ number: Int32) {
    if let action = action.withLock({ $0.take() }) {
      action(number)
      return
    }
    ProcessViewTerminal.restore()
    // The default action ends the process as soon as the signal is unblocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
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
