import GPSDProtocol
import LocationCore
import LocationIO
import LocationText
import Synchronization

/// What a server's thread is told, from any other.
package final class ServerInbox: Sendable {
  /// What has been told since the last look.
  package struct Contents {
    package var reports: [ServedReport] = []
    /// Until when what is under way may still go out; there is nothing more to come.
    package var end: Deadline?
  }

  /// How many reports may wait. The thread takes them at once; this is for the case that it is not
  /// let run.
  private static let limit = 4096

  /// Signaled whenever something is told.
  package let wake: WakeChannel
  private let contents = Mutex(Contents())

  package init() throws(SystemError) { wake = try WakeChannel() }

  /// Tells a report; the oldest gives way when there are too many.
  package func post(_ report: ServedReport) {
    contents.withLock { contents in
      guard contents.end == nil else { return }
      if contents.reports.count >= Self.limit { contents.reports.removeFirst() }
      contents.reports.append(report)
    }
    wake.signal()
  }

  /// Tells that it is over, but for what goes out within `time`.
  package func end(within time: Duration) {
    contents.withLock { $0.end = $0.end ?? Deadline(after: time) }
    wake.signal()
  }

  /// What there is, which is then gone; the end stays.
  package func take() -> Contents {
    wake.takeSignals()
    return contents.withLock { contents in
      defer { contents.reports = [] }
      return contents
    }
  }
}
