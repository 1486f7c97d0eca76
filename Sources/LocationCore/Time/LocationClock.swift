/// A clock that also knows the date: it measures pauses, silence and timeouts, and dates what is received.
///
/// Everything that waits takes one, so that time has one source: with a `ManualClock` of `LocationTesting`, a
/// fix is received at the date that this clock shows. Any clock becomes one with a single property:
///
/// ```swift
/// extension MyClock: LocationClock {
///   var date: Date { start.addingTimeInterval(elapsedSeconds) }
/// }
/// ```
public protocol LocationClock: Clock where Duration == Swift.Duration {
  /// The date that the clock shows now.
  var date: Date { get }

  /// Sleeps until a deadline that only limits how long others may take, such as the timeout of a request.
  ///
  /// The default is `sleep(until:)`. A clock of a test that jumps to each deadline does not jump to this one:
  /// a request that begins before its source sleeps would end at once.
  func sleep(untilLimit deadline: Instant) async throws
}

extension LocationClock {
  /// The same as `sleep(until:)`.
  public func sleep(untilLimit deadline: Instant) async throws {
    try await sleep(until: deadline, tolerance: nil)
  }
}

/// The system's clock: time continues while the machine sleeps, and the date is the system's.
public struct SystemClock: LocationClock {
  private let clock = ContinuousClock()

  /// Makes the clock.
  public init() {}

  /// The moment now.
  public var now: ContinuousClock.Instant { clock.now }

  /// The system's date.
  public var date: Date { Date() }

  /// The shortest time that the clock can measure.
  public var minimumResolution: Duration { clock.minimumResolution }

  /// Sleeps until the deadline.
  ///
  /// - Throws: `CancellationError` when the task is canceled.
  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
