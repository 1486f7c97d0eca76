import LocationCore
import LocationText
import NMEALocation

/// Shows the progress of a long conversion in the terminal's status line.
struct Progress {
  private let terminal: Terminal
  private let now: @Sendable () -> Date
  private var next: Date

  /// Makes a progress line that appears after a second; `nil` if nobody sees a status line.
  init?(on terminal: Terminal, now: @escaping @Sendable () -> Date) {
    guard terminal.showsStatus else { return nil }
    self.terminal = terminal
    self.now = now
    next = now().addingTimeInterval(1)
  }

  /// Shows the counters, at most five times a second.
  mutating func advance(to counters: NMEACounters) {
    let time = now()
    guard time >= next else { return }
    next = time.addingTimeInterval(0.2)
    var text = ByteText()
    text.write(integer: counters.bytes / 1_000_000)
    text.write(" MB, ")
    text.write(integer: counters.fixes)
    text.write(" locations")
    terminal.update { text.string }
  }

  /// Removes the line.
  func finish() { terminal.clearStatus() }
}
