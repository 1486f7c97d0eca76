/// The fixes of a ``LocationUpdates``, without the rest of what a source says.
public struct LocationFixes: AsyncSequence, Sendable {
  /// What the sequence yields.
  public typealias Element = Fix
  /// What the sequence may end with.
  public typealias Failure = UserLocationError

  private let updates: LocationUpdates

  /// The fixes of `updates`.
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

    /// The next fix, or `nil` at the end; stays on the caller's actor.
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

/// Which fixes a stream of the service reports.
struct FixFilter: Sendable {
  let distance: Double?
  let criteria: LocationCriteria
  private var reported: Coordinate?

  init(distance: Double?, criteria: LocationCriteria) {
    self.distance = distance
    self.criteria = criteria
  }

  /// Whether to report `fix`; remembers it if so.
  mutating func passes(_ fix: Fix) -> Bool {
    guard criteria.isMet(by: fix) else { return false }
    if let distance, let reported, reported.distance(to: fix.coordinate) < distance {
      return false
    }
    reported = fix.coordinate
    return true
  }
}
