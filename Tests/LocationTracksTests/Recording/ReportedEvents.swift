import LocationTracks
import Synchronization

/// The events that a recorder reported.
final class ReportedEvents: Sendable {
  private let events = Mutex<[LocationRecorder.Event]>([])

  func note(_ event: LocationRecorder.Event) { events.withLock { $0.append(event) } }

  var all: [LocationRecorder.Event] { events.withLock { $0 } }

  /// Whether the disk was full once.
  var isFull: Bool {
    all.contains { event in if case .diskFull = event { true } else { false } }
  }
}
