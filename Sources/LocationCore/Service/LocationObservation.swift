/// A running observation, such as that of
/// ``UserLocationService/observe(distanceFilter:accuracy:filter:interests:_:onEnd:)``; ends it.
public struct LocationObservation: Sendable {
  private let onCancel: @Sendable () -> Void

  package init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Ends the observation: it reports `.cancelled`, unless it has ended already. Any thread, any
  /// number of times.
  ///
  /// A call of the closure that runs on another thread meanwhile completes; none follows it.
  public func cancel() { onCancel() }
}
