/// Answers the question "where is the user?" once.
public protocol UserLocationProvider: Sendable {
  /// Finds the location and calls `completion` exactly once, with the location or with an error.
  ///
  /// - Returns: a handle that cancels the request. Dropping it does not.
  @discardableResult
  func findUserLocation(then completion: @escaping UserLocationCompletionBlock)
    -> UserLocationRequest
}

/// Receives the one answer to a ``UserLocationProvider/findUserLocation(then:)``.
public typealias UserLocationCompletionBlock =
  @Sendable (Result<any UserLocation, UserLocationError>) -> Void

/// A request that can be canceled.
public struct UserLocationRequest: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle; for implementers of ``UserLocationProvider``.
  public init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = onCancel
  }

  /// Ends the request: it answers `.cancelled`, unless it has answered already. Any thread, any
  /// number of times.
  public func cancel() { onCancel() }
}
