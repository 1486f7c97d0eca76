package import LocationCore
package import Logging

/// Logs messages about one source. Without a logger there are none.
package struct SourceLogger: Sendable {
  /// For further messages about the source.
  package let logger: Logger?

  /// Logs to `logger`. Each message contains the source's name.
  package init(source: String, logger: Logger?) {
    var logger = logger
    logger?[metadataKey: "source"] = "\(source)"
    self.logger = logger
  }

  /// The source broke or could not be opened, and a retry follows after `pause`.
  package func retrying(after pause: Duration, because error: UserLocationError) {
    var reason = error
    // The metadata of each message already names the source.
    reason.source = nil
    logger?.notice("trying again", metadata: ["after": "\(pause)", "reason": "\(reason)"])
  }
}
