import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEALocation

/// How far a long conversion is, in one line on a terminal that takes itself away at the end.
struct Progress {
  private let sink: any OutputSink
  private let now: @Sendable () -> Date
  private var next: Date
  private var isShown = false

  /// Shows nothing on what is no terminal (`nil`), and nothing in the first second.
  init?(on sink: any OutputSink, now: @escaping @Sendable () -> Date) {
    guard sink.terminalWidth != nil else { return nil }
    self.sink = sink
    self.now = now
    next = now().addingTimeInterval(1)
  }

  /// Shows what went through so far, five times a second at most.
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
    // It is only for show: a terminal that has gone is no failure.
    try? sink.write(text.bytes)
  }

  /// Takes the line away.
  func finish() {
    if isShown { try? sink.write(Array("\r\u{1B}[K".utf8)) }
  }
}
