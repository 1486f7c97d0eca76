import LocationCore
import LocationIO
import Logging

/// What a provider tells a logger of its gpsd; without a logger, nobody.
struct GPSDLog: Sendable {
  private let base: SourceLogger
  private var logger: Logger? { base.logger }

  /// Tells `logger`, each message with the source's name.
  init(source: String, logger: Logger?) { base = SourceLogger(source: source, logger: logger) }

  /// gpsd said what it is.
  func greeted(by server: GPSDServer) {
    logger?.debug(
      "opened",
      metadata: [
        "release": "\(server.release)",
        "protocol": "\(server.protocolMajor).\(server.protocolMinor)",
      ])
  }

  /// The connection ended.
  func ended(_ counters: GPSDCounters) { logger?.debug("ended", metadata: counters.metadata) }

  /// Nobody listens any more.
  func closed(_ counters: GPSDCounters) { logger?.debug("closed", metadata: counters.metadata) }

  /// It broke, or could not be made, and is tried again.
  func retrying(after pause: Duration, because error: UserLocationError) {
    base.retrying(after: pause, because: error)
  }

  /// A line was no good.
  func damaged(_ damage: GPSDCounters.Damage) {
    logger?.trace("bad line", metadata: ["reason": "\(damage.rawValue)"])
  }

  /// gpsd said that something is wrong.
  func error(_ message: String) {
    logger?.notice("gpsd reports an error", metadata: ["message": "\(message)"])
  }
}

extension GPSDCounters {
  /// The sums, for a log.
  fileprivate var metadata: Logger.Metadata {
    [
      "bytes": "\(bytes)", "positions": "\(positions)", "fixes": "\(fixes)", "skies": "\(skies)",
      "damaged": "\(damagedLines)",
    ]
  }
}
