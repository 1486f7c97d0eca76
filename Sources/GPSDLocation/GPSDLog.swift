import GPSDProtocol
import LocationCore
import LocationIO
import Logging

/// The messages that a provider logs about its gpsd. Without a logger it does nothing.
struct GPSDLog: Sendable {
  private let logger: Logger?

  /// Logs to `logger`, each message with the source's name.
  init(source: String, logger: Logger?) {
    self.logger = SourceLogger(source: source, logger: logger).logger
  }

  /// gpsd sent its greeting.
  func greeted(by version: GPSDVersion) {
    logger?.debug(
      "opened",
      metadata: [
        "release": "\(version.release)",
        "protocol": "\(version.protocolMajor).\(version.protocolMinor)",
      ])
  }

  /// The connection ended.
  func ended(_ counters: GPSDCounters) { logger?.debug("ended", metadata: counters.metadata) }

  /// The last subscription ended.
  func closed(_ counters: GPSDCounters) { logger?.debug("closed", metadata: counters.metadata) }

  /// A line was skipped.
  func damaged(_ damage: GPSDCounters.Damage) {
    logger?.trace("bad line", metadata: ["reason": "\(damage.rawValue)"])
  }

  /// gpsd reported an error.
  func error(_ message: String) {
    logger?.notice("gpsd reports an error", metadata: ["message": "\(message)"])
  }
}

extension GPSDCounters {
  /// The sums as metadata of a log message.
  fileprivate var metadata: Logger.Metadata {
    [
      "bytes": "\(bytes)", "positions": "\(positions)", "fixes": "\(fixes)", "skies": "\(skies)",
      "damaged": "\(damagedLines)",
    ]
  }
}
