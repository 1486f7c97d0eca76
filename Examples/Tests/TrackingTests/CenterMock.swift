import LocationCore
import Synchronization

/// A notification center that records.
final class CenterMock: NotificationPosting {
  private let posted = Mutex<[LocationStatusChange]>([])
  private let (stream, continuation) = AsyncStream.makeStream(of: LocationStatusChange.self)

  /// What was posted so far.
  var changes: [LocationStatusChange] { posted.withLock { $0 } }

  func post(_ change: LocationStatusChange) {
    posted.withLock { $0.append(change) }
    continuation.yield(change)
  }

  /// Waits for a change. Each change is waited for once.
  func wait(for change: LocationStatusChange) async {
    for await posted in stream where posted == change { return }
  }
}
