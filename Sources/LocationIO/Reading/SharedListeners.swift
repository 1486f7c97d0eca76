package import LocationCore
import Synchronization

/// The subscriptions to a ``SharedReader``, as a source sees them.
///
/// They are separate from the reader because the reader is generic. Every update passes through here, and
/// looking up generic types at run time would cost more than everything else.
package final class SharedListeners: Sendable {
  let multicaster: LocationMulticaster
  private let waits: Bool
  private let spoken = Atomic(false)

  /// - Parameter delivery: whether the reading thread waits for slow listeners.
  init(_ delivery: LocationUpdates.Delivery) {
    multicaster = LocationMulticaster(delivery: delivery)
    waits = delivery == .waitsForConsumer
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

  /// Blocks the reading thread until every listener has room or has left.
  private func waitForRoom() {
    guard let wake = try? WakeChannel() else { return }
    Task {
      await multicaster.waitForRoom()
      wake.signal()
    }
    _ = try? wake.wait(for: -1, until: Deadline(after: nil))
  }

  /// Yields an update that the source did not send, from any thread.
  package func notify(_ update: LocationUpdate) { multicaster.send([update]) }
}
