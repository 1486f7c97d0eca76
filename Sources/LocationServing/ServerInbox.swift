import LocationCore
import LocationIO
import Synchronization

/// Reports and the end on their way to the server's thread. Any thread may send.
final class ServerInbox: Sendable {
  /// What was sent since the last call of ``take()``.
  struct Contents {
    var reports: [ServedReport] = []
    /// The deadline for the bytes that clients have not taken yet; set when the service ends.
    var end: Deadline?
    /// How many reports were dropped so far.
    var dropped = 0
  }

  /// How many reports may wait. It matters only if the system does not run the server's thread.
  static let limit = 4096

  /// Signaled whenever something was sent.
  let wake: WakeChannel
  private let contents = Mutex(Contents())

  init() throws(SystemError) { wake = try WakeChannel() }

  /// How many reports were dropped.
  var dropped: Int { contents.withLock { $0.dropped } }

  /// Sends a report. If too many wait, the oldest is dropped and counted.
  func post(_ report: ServedReport) {
    contents.withLock { contents in
      guard contents.end == nil else { return }
      if contents.reports.count >= Self.limit {
        contents.reports.removeFirst()
        contents.dropped += 1
      }
      contents.reports.append(report)
    }
    wake.signal()
  }

  /// Ends the service. Clients may take the rest within `time`.
  func end(within time: Duration) {
    contents.withLock { $0.end = $0.end ?? Deadline(after: time) }
    wake.signal()
  }

  /// Takes the waiting reports. The end and the count stay.
  func take() -> Contents {
    wake.takeSignals()
    return contents.withLock { contents in
      defer { contents.reports = [] }
      return contents
    }
  }
}
