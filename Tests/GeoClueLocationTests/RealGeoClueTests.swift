import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import GeoClueLocation

/// Tests with a real GeoClue, its agent, and a receiver that sends NMEA to it.
@Suite(
  .enabled(if: RealGeoClue.isInstalled, "\(RealGeoClue.advice)"), .inTurn)
struct RealGeoClueTests {
  private static let quickRetry = RetryPolicy(
    first: .milliseconds(100), limit: .milliseconds(100), awaitsFirst: false)

  @Test func theReceiversLocationArrives() async throws {
    let geoClue = try await RealGeoClue.start()
    let fix = try await geoClue.provider().firstFix()
    #expect(abs(fix.coordinate.latitude - 48.1173) < 1e-6)
    #expect(abs(fix.coordinate.longitude - 11.51667) < 1e-5)
    #expect(fix.altitude == 545.4)
    #expect(fix.speed == nil)
    #expect(fix.course == nil)
    #expect((fix.horizontalAccuracy ?? 0) > 0)
    #expect(fix.timestamp != nil)
    #expect(fix.receivedAt == GeoClueProvider.testNow)
    #expect(fix.source == FixSource(kind: .live, name: "geoclue:"))
  }

  @Test func anAccuracyOfZeroIsNoAccuracy() async throws {
    let geoClue = try await RealGeoClue.start(hdop: "0.9")
    #expect(try await geoClue.provider().firstFix().horizontalAccuracy == nil)
  }

  @Test func keepsTheContract() async throws {
    let allowing = try await RealGeoClue.start()
    let refusing = try await RealGeoClue.start(allowing: 0)
    let suite = ProviderConformance(
      sampleCount: 5, makingDenied: { refusing.provider() }, making: { allowing.provider() })
    try await suite.check()
  }

  @Test func aRefusalCarriesGeoCluesReason() async throws {
    let geoClue = try await RealGeoClue.start(allowing: 0)
    let provider = geoClue.provider()
    #expect(provider.isUserAuthorized)
    let error = await provider.failure()
    #expect(error == .notAuthorized)
    #expect(error?.detail.contains("Geolocation disabled for UID") == true)
    #expect(provider.authorizationStatus == .denied)
    #expect(provider.authorizationRefusal == error?.detail)
  }

  @Test func aProgramThatWasRefusedMayAskAgain() async throws {
    let geoClue = try await RealGeoClue.start(allowing: 0)
    let provider = geoClue.provider()
    #expect(await provider.requestWhenInUseAuthorization() == .denied)
    #expect(await provider.requestWhenInUseAuthorization() == .denied)
    try await geoClue.allow(8)
    #expect(await provider.requestWhenInUseAuthorization() == .authorizedWhenInUse)
    #expect(provider.authorizationRefusal == nil)
    _ = try await provider.firstFix()
  }

  @Test func aMissingAgentIsReported() async throws {
    let geoClue = try await RealGeoClue.start(allowing: nil)
    let provider = geoClue.provider(agentTimeout: .milliseconds(200))
    let error = await provider.failure()
    #expect(error == .sourceUnavailable)
    #expect(error?.detail.contains("no agent") == true)
    #expect(provider.isUserAuthorized)
  }

  @Test func revocationAtRunTimeIsAnAuthorizationUpdate() async throws {
    let geoClue = try await RealGeoClue.start()
    let provider = geoClue.provider()
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    _ = try await updates.next { $0.fix }

    try await geoClue.allow(0)
    #expect(try await updates.next { $0.authorization } == .denied)
    #expect(provider.authorizationStatus == .denied)
    #expect(provider.authorizationRefusal?.contains("switched off") == true)
    #expect(await provider.failure() == .notAuthorized)

    try await geoClue.settles()
    try await geoClue.allow(8)
    #expect(try await updates.next() == .authorization(.authorizedWhenInUse))
    #expect(provider.isUserAuthorized)
    _ = try await updates.next { $0.fix }
  }

  @Test func aServiceThatDiesIsReportedAndUsedAgain() async throws {
    let geoClue = try await RealGeoClue.start()
    let provider = geoClue.provider(retry: Self.quickRetry)
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    _ = try await updates.next { $0.fix }

    geoClue.kill()
    #expect(try await updates.next { $0.loss?.reason } == .disconnected)

    try await geoClue.restart()
    _ = try await updates.next { $0.fix }
    #expect(provider.isUserAuthorized)
  }

  @Test func aServiceThatDiesAfterARevocationEndsTheSubscription() async throws {
    let geoClue = try await RealGeoClue.start()
    let provider = geoClue.provider(retry: Self.quickRetry)
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    _ = try await updates.next { $0.fix }
    try await geoClue.allow(0)
    _ = try await updates.next { $0.authorization }
    geoClue.kill()
    await #expect(throws: UserLocationError.notAuthorized) { try await updates.next() }
  }

  @Test func aSubscriptionAfterARefusalBeginsWithTheNewAuthorization() async throws {
    let geoClue = try await RealGeoClue.start(allowing: 0)
    let provider = geoClue.provider()
    #expect(await provider.failure() == .notAuthorized)
    try await geoClue.allow(8)
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await updates.next() == .authorization(.authorizedWhenInUse))
    _ = try await updates.next { $0.fix }
  }

  @Test func theClientIsRemovedWithTheLastSubscription() async throws {
    let geoClue = try await RealGeoClue.start()
    let provider = geoClue.provider()
    _ = try await provider.firstFix()
    try await geoClue.becomesUnused()
  }

  @Test func aRequestForAuthorizationLeavesNoClientBehind() async throws {
    let geoClue = try await RealGeoClue.start()
    #expect(
      await geoClue.provider().requestWhenInUseAuthorization() == .authorizedWhenInUse)
    try await geoClue.becomesUnused()
  }
}
