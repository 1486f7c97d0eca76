import LocationIO
import LocationPOSIX
import Synchronization

/// The end of a pipe into which the handler of signals writes; −1 if there is none.
private let signalPipe = Atomic<Int32>(-1)

/// The signals of a full-screen program: another size of the terminal (SIGWINCH), Ctrl-Z (SIGTSTP), and
/// `fg` (SIGCONT).
///
/// A handler may only call few functions, so it writes the signal's number into a pipe.
final class TerminalSignals: Sendable {
  private static let numbers = [SIGWINCH, SIGTSTP, SIGCONT]

  private let receiving: OwnedDescriptor
  private let sending: OwnedDescriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last("pipe") }
    receiving = OwnedDescriptor(ends[0])
    sending = OwnedDescriptor(ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      Descriptor.makeNonBlocking(end)
    }
  }

  /// A descriptor that is readable after a signal, and after ``end()``.
  var receiver: Int32 { receiving.number }

  /// Handles the signals from now on.
  func begin() {
    signalPipe.store(sending.number, ordering: .sequentiallyConsistent)
    for number in Self.numbers { signal(number, noteSignal) }
  }

  /// Gives the signals their usual effects back, and ends the thread that calls ``next()``.
  func end() {
    for number in Self.numbers { signal(number, SIG_DFL) }
    signalPipe.store(-1, ordering: .sequentiallyConsistent)
    var zero: UInt8 = 0
    _ = write(sending.number, &zero, 1)
  }

  /// The number of a signal; 0 if there is none, `nil` after ``end()``.
  func next() -> Int32? {
    var number: UInt8 = 0
    guard read(receiving.number, &number, 1) == 1 else { return 0 }
    return number == 0 ? nil : Int32(number)
  }

  /// Stops the process as Ctrl-Z does, and returns when it continues. If no shell can continue it, the
  /// system ignores the signal.
  func stopProcess() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, noteSignal)
  }

  /// Lets the signals that stop a process reach the calling thread. A thread inherits blocked signals.
  static func allowStops() {
    var stops = sigset_t()
    sigemptyset(&stops)
    for number in [SIGTSTP, SIGTTOU, SIGTTIN, SIGCONT, SIGWINCH] { sigaddset(&stops, number) }
    pthread_sigmask(SIG_UNBLOCK, &stops, nil)
  }
}

private func noteSignal(_ number: Int32) {
  let error = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
  errno = error
}
