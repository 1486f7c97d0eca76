import LocationCore
import LocationIO
import Logging
import NMEA0183

/// The log messages of a provider about its source. Without a logger there are none.
struct SourceLog: Sendable {
  private let logger: Logger?

  /// Logs to `logger`. Each message contains the source's name.
  init(source: String, logger: Logger?) {
    self.logger = SourceLogger(source: source, logger: logger).logger
  }

  func opened() { logger?.debug("opened") }

  /// An epoch is withheld, because the source was joined in the middle of a cycle.
  func withheld(_ device: String?) {
    logger?.debug(
      "withheld the first epoch, which may be a part of one",
      metadata: device.map { ["device": "\($0)"] })
  }

  /// The source came to its end.
  func ended(_ counters: NMEACounters) { logger?.debug("ended", metadata: counters.metadata) }

  /// The last subscription ended.
  func closed(_ counters: NMEACounters) { logger?.debug("closed", metadata: counters.metadata) }

  /// Logs a sentence that has a fault, and wrong fields. For the decoder's `inspect`.
  func inspect(_ frame: borrowing SentenceFrame, _: SentenceKind, _ fault: SentenceFault?) {
    for error in frame.leftOutFields {
      logger?.trace("field left out", metadata: ["line": "\(frame.line)", "reason": "\(error)"])
    }
    guard let fault else { return }
    logger?.trace("bad sentence", metadata: ["line": "\(frame.line)", "reason": "\(fault)"])
  }
}

extension NMEACounters {
  /// The counters as metadata of a message.
  fileprivate var metadata: Logger.Metadata {
    [
      "bytes": "\(bytes)", "sentences": "\(sentences)", "bad": "\(badSentences)",
      "epochs": "\(epochs)", "fixes": "\(fixes)",
    ]
  }
}
