import LocationCore
import LocationSystem
import Synchronization

/// What a server's thread is told, from any other.
final class ServerInbox: Sendable {
  /// What has been told since the last look.
  struct Contents {
    var reports: [ServedReport] = []
    /// Until when what is under way may still go out; there is nothing more to come.
    var end: Deadline?
  }

  /// How many reports may wait. The thread takes them at once; this is for the case that it is not
  /// let run.
  private static let limit = 4096

  /// Signaled whenever something is told.
  let wake: WakeChannel
  private let contents = Mutex(Contents())

  init() throws(SystemError) { wake = try WakeChannel() }

  /// Tells a report; the oldest gives way when there are too many.
  func post(_ report: ServedReport) {
    contents.withLock { contents in
      guard contents.end == nil else { return }
      if contents.reports.count >= Self.limit { contents.reports.removeFirst() }
      contents.reports.append(report)
    }
    wake.signal()
  }

  /// Tells that it is over, but for what goes out within `time`.
  func end(within time: Duration) {
    contents.withLock { $0.end = $0.end ?? Deadline(after: time) }
    wake.signal()
  }

  /// What there is, which is then gone; the end stays.
  func take() -> Contents {
    wake.takeSignals()
    return contents.withLock { contents in
      defer { contents.reports = [] }
      return contents
    }
  }
}
