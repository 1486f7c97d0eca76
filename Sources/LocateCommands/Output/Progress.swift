import LocationCore
import LocationText
import NMEALocation

/// Shows the progress of a long conversion in one line of a terminal, and removes it at the end.
struct Progress {
  private let sink: any OutputSink
  private let now: @Sendable () -> Date
  private var next: Date
  private var isShown = false

  /// Makes a progress line that appears after a second; `nil` if `sink` is not a terminal.
  init?(on sink: any OutputSink, now: @escaping @Sendable () -> Date) {
    guard sink.terminalWidth != nil else { return nil }
    self.sink = sink
    self.now = now
    next = now().addingTimeInterval(1)
  }

  /// Shows the counters, at most five times a second.
  mutating func advance(to counters: NMEACounters) {
    let time = now()
    guard time >= next else { return }
    next = time.addingTimeInterval(0.2)
    isShown = true
    var text = ByteText()
    text.write("\r")
    text.write(integer: counters.bytes / 1_000_000)
    text.write(" MB, ")
    text.write(integer: counters.fixes)
    text.write(" locations\u{1B}[K")
    // A closed terminal does not matter for progress.
    try? sink.write(text.bytes)
  }

  /// Removes the line.
  func finish() {
    if isShown { try? sink.write(Array("\r\u{1B}[K".utf8)) }
  }
}
