/// A consumer that is called synchronously on the yielding thread.
struct UpdateObserver: Sendable {
  /// Receives updates in order. Calls never overlap.
  let receive: @Sendable ([LocationUpdate]) -> Void
  /// Receives the end, once and last: an error, or `nil` where the source simply ended.
  let end: @Sendable (UserLocationError?) -> Void
}
