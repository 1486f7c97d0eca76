package import LocationCore

/// The system's clock with dates of the test's choice.
package struct DatedClock: LocationClock {
  private let system = SystemClock()
  private let dates: @Sendable () -> Date

  /// Makes a clock.
  ///
  /// - Parameter dates: returns the date whenever one is needed.
  package init(_ dates: @escaping @Sendable () -> Date) { self.dates = dates }

  /// The moment now.
  package var now: SystemClock.Instant { system.now }

  /// The next date of the test.
  package var date: Date { dates() }

  /// The shortest time that the clock can measure.
  package var minimumResolution: Duration { system.minimumResolution }

  /// Sleeps until the deadline.
  package func sleep(until deadline: SystemClock.Instant, tolerance: Duration?) async throws {
    try await system.sleep(until: deadline, tolerance: tolerance)
  }
}
