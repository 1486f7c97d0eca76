import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import GeoClueLocation

/// Tests with a service that answers as GeoClue does, for what a real GeoClue does rarely.
@Suite(.enabled(if: PrivateBus.hasMocks, "\(PrivateBus.advice)"), .inTurn)
struct MockGeoClueTests {
  @Test func keepsTheContract() async throws {
    let allowing = try await MockGeoClue.start()
    let refusing = try await MockGeoClue.start(.refusal("Geolocation disabled for UID 1000"))
    let suite = ProviderConformance(
      sampleCount: 20, losing: { allowing.kill() },
      makingDenied: { GeoClueProvider.test(on: refusing.bus) },
      making: {
        GeoClueProvider.test(
          on: allowing.bus,
          retry: RetryPolicy(first: .seconds(3600), limit: .seconds(3600), awaitsFirst: false))
      })
    try await suite.check()
  }

  @Test func aLocationWithEverythingKnownBecomesAFix() async throws {
    let geoClue = try await MockGeoClue.start()
    let fix = try await GeoClueProvider.test(on: geoClue.bus).firstFix()
    #expect(fix.coordinate == (try Coordinate(latitude: 48.1173, longitude: 11.5167)))
    #expect(fix.horizontalAccuracy == 25)
    #expect(fix.altitude == 545.4)
    #expect(fix.speed == 1.5)
    #expect(fix.course == 84.4)
    #expect(fix.timestamp == Date(timeIntervalSince1970: 1_720_094_399.5))
  }

  @Test func theParametersReachGeoClue() async throws {
    let geoClue = try await MockGeoClue.start()
    let provider = GeoClueProvider(
      GeoClueRequest(
        desktopID: "org.example.Map", accuracy: .city, distance: 49.6, time: .seconds(10)),
      on: geoClue.bus.address, agentTimeout: .seconds(30), retry: nil, willRetry: { _, _ in },
      logger: nil, clock: SystemClock())
    _ = try await provider.firstFix()
    let settings = try await geoClue.settings()
    #expect(settings["DesktopId"] == .string("org.example.Map"))
    #expect(settings["RequestedAccuracyLevel"] == .uint32(4))
    #expect(settings["DistanceThreshold"] == .uint32(50))
    #expect(settings["TimeThreshold"] == .uint32(10))
  }

  @Test func aRefusalNamesTheReasonAndTheProgram() async throws {
    let geoClue = try await MockGeoClue.start(
      .refusal("'locate-tests' disallowed by configuration for UID 1000"))
    let error = await GeoClueProvider.test(on: geoClue.bus).failure()
    #expect(error == .notAuthorized)
    #expect(error?.detail.contains("disallowed by configuration for UID 1000") == true)
    #expect(error?.detail.contains("allow 'locate-tests' in /etc/geoclue/geoclue.conf") == true)
  }

  @Test func aServiceThatNeverAnswersIsReportedAfterTheTimeout() async throws {
    let geoClue = try await MockGeoClue.start(answers: false)
    let error = await GeoClueProvider.test(on: geoClue.bus, agentTimeout: .milliseconds(100))
      .failure()
    #expect(error == .sourceUnavailable)
    #expect(error?.detail.contains("did not answer within 0.1 s") == true)
  }

  @Test func cancellationEndsTheWaitForTheAnswer() async throws {
    let geoClue = try await MockGeoClue.start(answers: false)
    let provider = GeoClueProvider.test(on: geoClue.bus, agentTimeout: .seconds(3600))
    let task = Task { await provider.requestWhenInUseAuthorization() }
    task.cancel()
    #expect(await task.value == .authorizedWhenInUse)
  }

  @Test func aServiceThatDiesEndsASubscriptionWithoutRetries() async throws {
    let geoClue = try await MockGeoClue.start()
    var updates = GeoClueProvider.test(on: geoClue.bus).startUpdatingLocation().makeAsyncIterator()
    _ = try await updates.next { $0.fix }
    geoClue.kill()
    let error = await #expect(throws: UserLocationError.self) {
      while try await updates.next() != nil {}
    }
    #expect(error == .sourceUnavailable)
    #expect(error?.detail == "GeoClue stopped")
  }

  @Test func aMissingServiceIsReportedWithItsPackage() async throws {
    let bus = try await PrivateBus.start()
    let error = await GeoClueProvider.test(on: bus).failure()
    #expect(error == .sourceUnavailable)
    #expect(error?.detail.contains("apt-get install geoclue-2.0") == true)
  }

  @Test func aLostBusIsReported() async throws {
    let geoClue = try await MockGeoClue.start()
    var updates = GeoClueProvider.test(
      on: geoClue.bus, retry: RetryPolicy(first: .seconds(3600), limit: .seconds(3600))
    ).startUpdatingLocation().makeAsyncIterator()
    _ = try await updates.next { $0.fix }
    geoClue.bus.kill()
    #expect(try await updates.next { $0.loss?.reason } == .disconnected)
  }

  @Test func aMissingBusIsReported() async throws {
    let bus = try await PrivateBus.start()
    bus.kill()
    let provider = GeoClueProvider.test(on: bus)
    let error = await provider.failure()
    #expect(error == .sourceUnavailable)
    #expect(error?.detail.contains("D-Bus") == true)
    #expect(provider.isUserAuthorized)
  }
}
