import Synchronization

/// How many updates of a subscription were dropped because its consumer was slower than a source that does not wait.
///
/// Buffers in front of a subscription add what they drop, too, so the count of a provider's subscription is that of the
/// whole way to the consumer.
package final class DropCount: Sendable {
  private let count = Atomic(0)
  private let next = Mutex<DropCount?>(nil)

  /// Makes a count of nothing.
  package init() {}

  /// How many updates were dropped so far.
  package var total: Int { count.load(ordering: .relaxed) }

  func add(_ number: Int) {
    count.add(number, ordering: .relaxed)
    next.withLock { $0 }?.add(number)
  }

  /// Adds what is counted from now on to another count, too.
  package func add(to other: DropCount) { next.withLock { $0 = other } }
}
