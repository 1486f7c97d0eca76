public import LocationCore
import Synchronization

/// Records what a callback is called with, and lets a test wait for its calls.
///
/// ```swift
/// let answers = RecordedCalls<Result<any UserLocation, UserLocationError>>()
/// service.findUserLocation { answers.record($0) }
/// let answer = await answers.waitForCalls().first
/// ```
///
/// As the `notifications` of a service, it records what the service posts.
public final class RecordedCalls<Value: Sendable>: Sendable {
  private let recorded = Mutex<[Value]>([])
  private let count = AwaitedCount()

  /// Makes a record without a call.
  public init() {}

  /// Records a call. Any thread may do so.
  public func record(_ value: Value) {
    recorded.withLock { $0.append(value) }
    count.increment()
  }

  /// The value of each call so far, in the order of the calls.
  public var values: [Value] { recorded.withLock { $0 } }

  /// Waits until there were `count` calls in total, and returns the values of all calls so far. Returns at once if
  /// `count` is zero or less, and when its task is canceled.
  @discardableResult
  public func waitForCalls(_ count: Int = 1) async -> [Value] {
    await self.count.reaches(count)
    return values
  }

  /// Waits for the first call, of all calls so far and later ones, whose value matches; `nil` if its task is canceled
  /// before.
  @discardableResult
  public func waitForCall(where matches: @Sendable (Value) -> Bool) async -> Value? {
    var seen = 0
    while true {
      let values = self.values
      if let value = values[seen...].first(where: matches) { return value }
      if Task.isCancelled { return nil }
      seen = values.count
      await count.reaches(seen + 1)
    }
  }
}

extension RecordedCalls: NotificationPosting where Value == LocationStatusChange {
  /// Records a change.
  public func post(_ change: LocationStatusChange) { record(change) }
}
