package import LocationCore
package import Logging

/// A logger whose messages name the source they are of; without a logger, nobody is told.
package struct SourceLogger: Sendable {
  /// What else there is to tell is told to it.
  package let logger: Logger?

  /// Tells `logger`, each message with the source's name.
  package init(source: String, logger: Logger?) {
    var logger = logger
    logger?[metadataKey: "source"] = "\(source)"
    self.logger = logger
  }

  /// The source broke, or could not be opened, and is tried again.
  package func retrying(after pause: Duration, because error: UserLocationError) {
    var reason = error
    reason.source = nil  // It is in every message's metadata.
    logger?.notice("trying again", metadata: ["after": "\(pause)", "reason": "\(reason)"])
  }
}
