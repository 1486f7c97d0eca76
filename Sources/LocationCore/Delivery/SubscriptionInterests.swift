import Synchronization

/// The current interests of one subscription.
///
/// The consumer sets them through ``LocationUpdates/interests``, at any time. The source reads
/// ``current`` before it starts work that only some consumers need. Any thread may read or write.
public final class SubscriptionInterests: Sendable {
  private enum Value {
    case stated(LocationInterests)
    case computed(@Sendable () -> LocationInterests)
  }

  private let value = Mutex(Value.stated(.all))

  /// Makes the interests of a new subscription: ``LocationInterests/all``.
  public init() {}

  /// What the consumer is interested in now.
  public var current: LocationInterests {
    let value = value.withLock { $0 }
    return switch value {
    case .stated(let interests): interests
    case .computed(let compute): compute()
    }
  }

  /// Replaces the interests.
  func state(_ interests: LocationInterests) { value.withLock { $0 = .stated(interests) } }

  /// Asks `compute` from now on. It runs on the reading thread, with no lock held.
  package func follow(_ compute: @escaping @Sendable () -> LocationInterests) {
    value.withLock { $0 = .computed(compute) }
  }
}
