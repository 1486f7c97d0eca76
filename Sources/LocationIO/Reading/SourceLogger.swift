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
    logger?.notice(
      "trying again", metadata: ["after": "\(pause.words)", "reason": "\(reason(error))"])
  }

  /// The source broke or could not be opened, and is not tried again.
  package func gaveUp(because error: UserLocationError) {
    logger?.notice("gave up", metadata: ["reason": "\(reason(error))"])
  }

  /// The error without its source, which the metadata of each message already names.
  private func reason(_ error: UserLocationError) -> UserLocationError {
    var reason = error
    reason.source = nil
    return reason
  }
}
