import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

/// The suite accepts a good provider and finds each kind of fault.
@Suite(.inTurn) struct ProviderConformanceTests {
  static let source = FixSource(kind: .live, name: "mock")
  static let loss = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: source))

  @Test func aGoodProviderPasses() async throws {
    let suite = ProviderConformance(
      activity: { ($0 as? LocationProviderMock)?.activeSubscriptionCount ?? -1 },
      makingDenied: { LocationProviderMock(authorization: .denied) },
      making: { LocationProviderMock(script: [.update(Self.loss), .update(Self.loss), .end]) })
    try await suite.check()
  }

  @Test func silenceIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50)) { LocationProviderMock() }
    #expect(try await suite.violations().map(\.rule).contains(.speaks))
  }

  @Test func silenceAfterTheFirstUpdatesIsAllowed() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50)) {
      LocationProviderMock(script: [.update(Self.loss), .update(Self.loss)])
    }
    try await suite.check()
  }

  @Test func anErrorBeforeTheFirstUpdateIsFoundWithItsReason() async throws {
    let suite = ProviderConformance {
      LocationProviderMock(script: [.fail(.init(.sourceUnavailable, detail: "unplugged"))])
    }
    let violation = try await suite.violations().first { $0.rule == .speaks }
    #expect(violation?.detail.contains("unplugged") == true)
  }

  @Test func ignoredCancellationIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50)) { Deaf() }
    #expect(try await suite.violations().map(\.rule) == [.obeysCancellation])
  }

  @Test func anEndlessConsumptionIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50), activity: { _ in 1 }) {
      LocationProviderMock(script: [.update(Self.loss), .update(Self.loss), .end])
    }
    #expect(try await suite.violations().map(\.rule) == [.stopsWithItsConsumer])
  }

  @Test func pollingAfterTheConsumerLeftIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50)) { Polling() }
    #expect(try await suite.violations().map(\.rule) == [.stopsWithItsConsumer])
  }

  @Test func aCheckThrowsOneErrorThatNamesAllBrokenRules() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50)) { LocationProviderMock() }
    let error = await #expect(throws: BrokenContract<ProviderConformance.Rule>.self) {
      try await suite.check()
    }
    let rules = error?.violations.map(\.rule) ?? []
    #expect(rules.count > 1)
    #expect(rules.allSatisfy { error?.description.contains($0.rawValue) == true })
  }

  @Test func aDenialThatIsNotReportedIsFound() async throws {
    let suite = ProviderConformance(
      makingDenied: {
        LocationProviderMock(script: [.update(Self.loss), .update(Self.loss), .end])
      },
      making: { LocationProviderMock(script: [.update(Self.loss), .update(Self.loss), .end]) })
    #expect(Set(try await suite.violations().map(\.rule)) == [.reportsDenial])
  }

  @Test func anAuthorizationThatContradictsItselfIsFound() async throws {
    let suite = ProviderConformance { Contradicting() }
    #expect(try await suite.violations().map(\.rule).contains(.consistentAuthorization))
  }

  @Test func aSharedSubscriptionIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(200)) { Sharing() }
    #expect(try await suite.violations().map(\.rule).contains(.independentSubscriptions))
  }

  @Test func aSourceThatWithholdsTooMuchIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(200)) { Mute() }
    #expect(try await suite.violations().map(\.rule) == [.withholdsOnlySatellites])
  }

  @Test func aSourceThatIsGoneWithoutAReportIsFound() async throws {
    let fix = LocationUpdate.fix(
      Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), source: Self.source))
    func suite(
      _ script: [LocationProviderMock.Step], limit: Duration = .milliseconds(50)
    ) -> ProviderConformance {
      let provider = LocationProviderMock(script: script)
      return ProviderConformance(
        limit: limit, losing: { provider.finish() }, making: { provider })
    }
    let fixes = [LocationProviderMock.Step.update(fix), .update(fix)]
    #expect(
      try await suite(fixes).violations().map(\.rule) == [.reportsAbsence, .reportsAbsence])
    try await suite(fixes + [.update(Self.loss)], limit: .seconds(1)).check()
    try await suite(fixes + [.fail(.sourceUnavailable)], limit: .seconds(10)).check()
    #expect(
      try await suite(fixes + [.end]).violations().map(\.rule) == [
        .reportsAbsence, .reportsAbsence,
      ])
  }

  @Test func aSuiteThatCouldCheckNothingStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = ProviderConformance(sampleCount: 0) { LocationProviderMock() }
    }
    await #expect(processExitsWith: .failure) {
      _ = ProviderConformance(limit: .zero) { LocationProviderMock() }
    }
    await #expect(processExitsWith: .failure) {
      _ = UserLocationProviderConformance(limit: .seconds(-1)) { UserLocationProviderMock() }
    }
  }

  /// Polls every second, and does not stop when its consumer leaves.
  private struct Polling: LocationProvider {
    let authorizationStatus = AuthorizationStatus.authorizedAlways
    let clock = ManualClock()
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }
    func startUpdatingLocation() -> LocationUpdates {
      let (updates, continuation) = LocationUpdates.makeStream()
      Task {
        while true {
          continuation.yield([loss, loss])
          try await clock.sleep(for: .seconds(1))
        }
      }
      return updates
    }
  }

  private struct Contradicting: LocationProvider {
    let authorizationStatus = AuthorizationStatus.authorizedAlways
    let isUserAuthorized = false
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .denied }
    func startUpdatingLocation() -> LocationUpdates {
      LocationProviderMock(script: [.update(loss), .update(loss), .end]).startUpdatingLocation()
    }
  }

  /// Yields two updates, and then ignores cancellation.
  private final class Deaf: LocationProvider {
    let authorizationStatus = AuthorizationStatus.authorizedAlways
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }
    func startUpdatingLocation() -> LocationUpdates {
      let said = Mutex(0)
      return LocationUpdates { () async throws(UserLocationError) in
        let count = said.withLock { said in
          said += 1
          return said
        }
        // A detached task does not notice the cancellation of the task that awaits it.
        if count > 2 { await Task.detached { await ManualClock().never() }.value }
        return loss
      }
    }
  }

  /// Yields nothing at all to a consumer that is not interested in everything.
  private final class Mute: LocationProvider {
    let authorizationStatus = AuthorizationStatus.authorizedAlways
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }
    func startUpdatingLocation() -> LocationUpdates {
      let mock = LocationProviderMock(script: [.update(loss), .update(loss), .end])
      let base = mock.startUpdatingLocation()
      let interests = SubscriptionInterests()
      let iterator = Mutex(base.makeAsyncIterator())
      return LocationUpdates(
        pulling: { () async throws(UserLocationError) in
          guard interests.current == .all else { return nil }
          var copy = iterator.withLock { $0 }
          return try await copy.next()
        }, interests: interests)
    }
  }

  /// Ends the earlier subscription when a later one starts.
  private final class Sharing: LocationProvider {
    let authorizationStatus = AuthorizationStatus.authorizedAlways
    private let mock = LocationProviderMock(script: [])
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
    func startUpdatingLocation() -> LocationUpdates {
      mock.finish()
      let updates = mock.startUpdatingLocation()
      mock.send(loss)
      return updates
    }
  }
}

extension ManualClock {
  /// Sleeps for ever on a clock that nobody moves.
  fileprivate func never() async { try? await sleep(for: .seconds(1)) }
}
