import GPSDProtocol
import LocationIO
import LocationPOSIX
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import Synchronization

/// Ctrl-C, and the signals by which a system ends a program.
///
/// The first one is for the command, to end in good order; the second one, or one that no command
/// waits for, has the signal's default action, so that what hangs can always be ended.
package final class SignalInterrupts: InterruptSource {
  private let action = Mutex<(@Sendable (Int32) -> Void)?>(nil)
  private let signals: sigset_t

  /// Takes the signals of this process. Make it on the main thread while there is no other: it
  /// blocks the signals there, and so in every thread to come, for ``waitForever()`` to find them.
  package init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !Self.isIgnored(number) {
      // A shell starts what runs in the background with Ctrl-C ignored; who sends it means it.
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

  /// Makes a signal's waiting the main thread's work, until the process exits.
  ///
  /// It has to be that thread: left to itself it waits in `dispatch_main`, which on Linux is a
  /// `sigsuspend` with nothing blocked, and the signals would end the process there. Dispatch's own
  /// sources of signals lose some for the same reason.
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
    // The default action of these signals is the end: it comes with the unblocking.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// nohup has the hang-up ignored: it stays so.
  private static func isIgnored(_ number: Int32) -> Bool {
    let previous = signal(number, SIG_IGN)
    let isIgnored =
      unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if !isIgnored { signal(number, previous) }
    return isIgnored
  }
}
