/// The fixes of a ``LocationUpdates``, without its other updates.
public struct LocationFixes: AsyncSequence, Sendable {
  /// The sequence yields fixes.
  public typealias Element = Fix
  /// The sequence may end with this error.
  public typealias Failure = UserLocationError

  private let updates: LocationUpdates

  /// Makes a sequence of the fixes of `updates`.
  public init(_ updates: LocationUpdates) { self.updates = updates }

  /// Starts the iteration.
  public func makeAsyncIterator() -> Iterator { Iterator(base: updates.makeAsyncIterator()) }

  /// Iterates over a ``LocationFixes``.
  public struct Iterator: AsyncIteratorProtocol {
    var base: LocationUpdates.Iterator

    /// The next fix, or `nil` at the end.
    public mutating func next() async throws(UserLocationError) -> Fix? {
      try await next(isolation: nil)
    }

    /// The next fix, or `nil` at the end, for a caller on an actor.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(UserLocationError) -> Fix? {
      while let update = try await base.next(isolation: actor) {
        if case .fix(let fix) = update { return fix }
      }
      return nil
    }
  }
}
