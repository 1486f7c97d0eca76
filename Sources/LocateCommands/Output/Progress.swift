import LocationCore
import LocationText
import NMEALocation
import Synchronization

/// Shows the progress of a long conversion in the terminal's status line.
final class Progress: Sendable {
  private let terminal: Terminal
  private let now: @Sendable () -> Date
  /// When the line is shown again.
  private let next: Mutex<Date>

  /// Makes a progress line that appears after a second; `nil` if nobody sees a status line.
  init?(on terminal: Terminal, now: @escaping @Sendable () -> Date) {
    guard terminal.showsStatus else { return nil }
    self.terminal = terminal
    self.now = now
    next = Mutex(now().addingTimeInterval(1))
  }

  /// Shows the counters, at most five times a second.
  func advance(to counters: NMEACounters) {
    show { text in
      text.write(integer: counters.bytes / 1_000_000)
      text.write(" MB, ")
      text.write(integer: counters.fixes)
      text.write(" locations")
    }
  }

  /// Shows how many recordings are done, at most five times a second.
  func advance(to done: Int, of count: Int) {
    show { text in
      text.write(integer: done)
      text.write(" of ")
      text.write(integer: count)
      text.write(" recordings")
    }
  }

  private func show(_ write: (inout ByteText) -> Void) {
    let time = now()
    let isDue = next.withLock { next in
      guard time >= next else { return false }
      next = time.addingTimeInterval(0.2)
      return true
    }
    guard isDue else { return }
    var text = ByteText()
    write(&text)
    terminal.update { text.string }
  }

  /// Removes the line.
  func finish() { terminal.clearStatus() }
}
