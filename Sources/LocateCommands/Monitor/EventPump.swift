import LocationCore
import LocationPlaces
import Synchronization

/// Carries the events of a ``PlaceMonitor`` to their consumer.
///
/// A canceled task reads no further from a sequence. The events therefore go through a stream that another
/// task reads, so that no event is lost that the monitor has saved as reported.
struct EventPump: Sendable {
  /// The error with which the source ended; `nil` at its regular end.
  private final class Ending: Sendable {
    let error = Mutex<UserLocationError?>(nil)
  }

  let monitor: PlaceMonitor
  let places: [Place]
  let memory: (any MonitorMemory)?

  /// Calls `consume` with each event, in order, until the source ends or the task is canceled.
  ///
  /// - Throws: the error of the source, `.cancelled` after a cancellation, and what `consume` throws.
  func run(_ consume: @escaping @Sendable (PlaceEvent) async throws -> Void) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: PlaceEvent.self)
    let ending = Ending()
    let observation = monitor.observe(places, remembering: memory) { event in
      continuation.yield(event)
    } onEnd: { error in
      ending.error.withLock { $0 = error }
      continuation.finish()
    }
    defer { observation.cancel() }
    let work = Task {
      for await event in events { try await consume(event) }
    }
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      observation.cancel()
    }
    if let error = ending.error.withLock({ $0 }) { throw error }
  }
}
