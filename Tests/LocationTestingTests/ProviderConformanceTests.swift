import LocationCore
import LocationTesting
import Testing

/// The suite passes a good provider and finds each fault it is there to find.
@Suite(.timeLimit(.minutes(1))) struct ProviderConformanceTests {
  static let source = FixSource(kind: .live, name: "mock")
  static let loss = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: source))

  @Test func aGoodProviderPasses() async throws {
    let suite = ProviderConformance(
      activity: { ($0 as? LocationProviderMock)?.activeSubscriptionCount ?? -1 },
      makingDenied: { LocationProviderMock(authorization: .denied) },
      making: { LocationProviderMock(script: [.update(Self.loss), .update(Self.loss), .end]) })
    #expect(try await suite.violations() == [])
  }

  @Test func silenceIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50)) { LocationProviderMock() }
    #expect(try await suite.violations().map(\.rule).contains(.speaks))
  }

  @Test func anEndlessConsumptionIsFound() async throws {
    let suite = ProviderConformance(limit: .milliseconds(50), activity: { _ in 1 }) {
      LocationProviderMock(script: [.update(Self.loss), .update(Self.loss), .end])
    }
    #expect(try await suite.violations().map(\.rule) == [.stopsWithItsConsumer])
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

  @Test(
    arguments: [
      \Fix.speed, \Fix.course, \Fix.heading, \Fix.altitude, \Fix.errors.horizontal,
      \Fix.dilution.horizontal,
    ] as [WritableKeyPath<Fix, Double?> & Sendable])
  func valuesOutOfRangeAreFound(_ field: WritableKeyPath<Fix, Double?> & Sendable) async throws {
    var fix = Fix(coordinate: try Coordinate(latitude: 0, longitude: 0), source: Self.source)
    fix[keyPath: field] = -.infinity
    let wrong = fix
    let suite = ProviderConformance {
      LocationProviderMock(script: [.update(.fix(wrong)), .update(Self.loss), .end])
    }
    #expect(try await suite.violations().map(\.rule) == [.plausibleValues])
  }

  private struct Contradicting: LocationProvider {
    let authorizationStatus = AuthorizationStatus.authorizedAlways
    let isUserAuthorized = false
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .denied }
    func startUpdatingLocation() -> LocationUpdates {
      LocationProviderMock(script: [.update(loss), .update(loss), .end]).startUpdatingLocation()
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
