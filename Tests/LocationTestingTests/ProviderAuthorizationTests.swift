import LocationCore
import LocationTesting
import TestTurns
import Testing

/// The conformance suite finds each fault of a provider's authorization.
@Suite(.inTurn) struct ProviderAuthorizationTests {
  static let loss = LocationUpdate.fixLost(
    FixLoss(reason: .noFix, source: FixSource(kind: .live, name: "mock")))

  static func fix() throws -> LocationUpdate {
    .fix(
      Fix(
        coordinate: try Coordinate(latitude: 1, longitude: 2),
        source: FixSource(kind: .live, name: "mock")))
  }

  @Test(arguments: [AuthorizationStatus.denied, .restricted, .notDetermined])
  func deliveryWithoutAuthorizationIsFound(_ status: AuthorizationStatus) async throws {
    let fix = try Self.fix()
    let suite = ProviderConformance {
      Careless(status: status, script: [.update(fix), .update(fix), .end])
    }
    let violations = try await suite.violations()
    #expect(violations.map(\.rule) == [.deliversOnlyWhenAuthorized])
    #expect(violations.first?.detail.contains("\(status)") == true)
  }

  @Test func deliveryAfterARefusedRequestIsFound() async throws {
    let fix = try Self.fix()
    let suite = ProviderConformance {
      Careless(
        status: .notDetermined, answer: .denied, script: [.update(fix), .update(fix), .end])
    }
    #expect(try await suite.violations().map(\.rule) == [.deliversOnlyWhenAuthorized])
  }

  @Test(arguments: [AuthorizationStatus.denied, .restricted])
  func deliveryAfterARevocationIsFound(_ status: AuthorizationStatus) async throws {
    let suite = ProviderConformance {
      LocationProviderMock(script: [
        .update(Self.loss), .update(.authorization(status)), .update(Self.loss), .end,
      ])
    }
    #expect(try await suite.violations().map(\.rule).contains(.deliversOnlyWhenAuthorized))
  }

  @Test func anEndAfterARevocationIsAllowed() async throws {
    let suite = ProviderConformance {
      Careless(
        status: .authorizedAlways,
        script: [
          .update(Self.loss), .update(Self.loss), .update(.authorization(.denied)),
          .fail(.notAuthorized),
        ])
    }
    try await suite.check()
  }

  @Test func deliveryAfterANewGrantIsAllowed() async throws {
    let suite = ProviderConformance {
      LocationProviderMock(script: [
        .update(Self.loss), .update(.authorization(.denied)),
        .update(.authorization(.authorizedWhenInUse)), .update(Self.loss), .end,
      ])
    }
    try await suite.check()
  }

  @Test(arguments: [AuthorizationStatus.notDetermined, .authorizedAlways])
  func anUnansweredRequestIsFound(_ status: AuthorizationStatus) async throws {
    let suite = ProviderConformance(limit: .milliseconds(50)) { Unanswering(status: status) }
    #expect(try await suite.violations().map(\.rule) == [.answersRequests])
  }

  @Test func aProviderThatIsAskedFirstPasses() async throws {
    let suite = ProviderConformance {
      LocationProviderMock(
        authorization: .notDetermined, answer: .authorizedWhenInUse,
        script: [.update(Self.loss), .update(Self.loss), .end])
    }
    try await suite.check()
  }

  @Test func aRefusalThatIsTheAnswerToARequestIsReported() async throws {
    let suite = ProviderConformance(
      makingDenied: { LocationProviderMock(authorization: .notDetermined, answer: .denied) },
      making: { LocationProviderMock(script: [.update(Self.loss), .update(Self.loss), .end]) })
    try await suite.check()
  }

  /// Delivers its script whatever its status is.
  private struct Careless: LocationProvider {
    let status: AuthorizationStatus
    let answer: AuthorizationStatus
    let script: [LocationProviderMock.Step]

    init(
      status: AuthorizationStatus, answer: AuthorizationStatus? = nil,
      script: [LocationProviderMock.Step]
    ) {
      self.status = status
      self.answer = answer ?? status
      self.script = script
    }

    var authorizationStatus: AuthorizationStatus { status }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { answer }
    func startUpdatingLocation() -> LocationUpdates {
      LocationProviderMock(script: script).startUpdatingLocation()
    }
  }

  /// Never returns from a request for authorization, unless its task is canceled.
  private struct Unanswering: LocationProvider {
    let status: AuthorizationStatus
    private let mock = LocationProviderMock(authorization: .notDetermined)

    init(status: AuthorizationStatus) { self.status = status }

    var authorizationStatus: AuthorizationStatus { status }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus {
      await mock.requestWhenInUseAuthorization()
    }
    func startUpdatingLocation() -> LocationUpdates {
      LocationProviderMock(script: [.update(loss), .update(loss), .end]).startUpdatingLocation()
    }
  }
}
