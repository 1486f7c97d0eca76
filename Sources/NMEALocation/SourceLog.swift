import LocationCore
import LocationIO
import Logging
import NMEA0183

/// What a provider tells a logger of its source; without a logger, nobody.
struct SourceLog: Sendable {
  private let base: SourceLogger
  private var logger: Logger? { base.logger }

  /// Tells `logger`, each message with the source's name.
  init(source: String, logger: Logger?) { base = SourceLogger(source: source, logger: logger) }

  /// The source is open.
  func opened() { logger?.debug("opened") }

  /// The source came to its end.
  func ended(_ counters: NMEACounters) { logger?.debug("ended", metadata: counters.metadata) }

  /// Nobody listens any more.
  func closed(_ counters: NMEACounters) { logger?.debug("closed", metadata: counters.metadata) }

  /// The source broke, or could not be opened, and is tried again.
  func retrying(after pause: Duration, because error: UserLocationError) {
    base.retrying(after: pause, because: error)
  }

  /// Tells of the bad ones of the sentences that a decoder shows.
  func inspect(_ frame: borrowing SentenceFrame, _ fault: SentenceFault?) {
    guard let fault else { return }
    logger?.trace("bad sentence", metadata: ["line": "\(frame.line)", "reason": "\(fault)"])
  }
}

extension NMEACounters {
  /// The sums, for a log.
  fileprivate var metadata: Logger.Metadata {
    [
      "bytes": "\(bytes)", "sentences": "\(sentences)", "bad": "\(badSentences)",
      "epochs": "\(epochs)", "fixes": "\(fixes)",
    ]
  }
}
