package import LocationCore
import Synchronization

/// The subscriptions to a ``SharedReader``, as a source sees them.
///
/// They are separate from the reader because the reader is generic. Every update passes through here, and
/// looking up generic types at run time would cost more than everything else.
package final class SharedListeners: Sendable {
  let multicaster: LocationMulticaster
  private let waits: Bool
  private let longestWait: Duration?
  private let spoken = Atomic(false)
  /// Signaled when there is room; `nil` while the reading thread does not wait for room.
  private let room = Mutex<WakeChannel?>(nil)

  /// - Parameters:
  ///   - delivery: whether the reading thread waits for slow listeners.
  ///   - longestWait: see ``ReadableSource/longestWait``.
  init(_ delivery: LocationUpdates.Delivery, longestWait: Duration?) {
    multicaster = LocationMulticaster(delivery: delivery)
    waits = delivery == .waitsForConsumer
    self.longestWait = longestWait
  }

  /// Whether the present stream sent data.
  var hasSpoken: Bool { spoken.load(ordering: .acquiring) }

  /// A new stream is opened.
  func begin() {
    spoken.store(false, ordering: .releasing)
    multicaster.forgetAbsences()
  }

  /// What at least one listener is interested in.
  package var interests: LocationInterests { multicaster.interests }

  /// Yields the source's updates to all listeners, on the reading thread. An empty array only shows
  /// that the source is alive.
  package func tell(_ updates: [LocationUpdate]) {
    spoken.store(true, ordering: .releasing)
    multicaster.send(updates)
    if waits, !multicaster.hasRoom { waitForRoom() }
  }

  /// Blocks the reading thread until every listener has room or has left, or for the longest wait.
  private func waitForRoom() {
    let wake = room.withLock { room in
      if room == nil, let wake = try? WakeChannel() {
        room = wake
        // It goes on after the longest wait, because a buffer has one sender at a time.
        Task {
          await multicaster.waitForRoom()
          self.room.withLock { $0 = nil }
          wake.signal()
        }
      }
      return room
    }
    _ = try? wake?.wait(for: -1, until: Deadline(after: longestWait))
  }

  /// Yields an update that the source did not send, from any thread.
  package func notify(_ update: LocationUpdate) { multicaster.send([update]) }
}
