import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestTurns
import Testing

@testable import NetworkLocation

@Suite(.inTurn)
struct NetworkProviderTests {
  @Test func aFixHasThePlaceTheAccuracyAndNothingElse() async throws {
    let harness = try Harness("https://example.org/v1/geolocate?key=secret")
    var expected = Fix(
      coordinate: try Coordinate(latitude: 48.117, longitude: -11.517),
      source: FixSource(kind: .live, name: "net:https://example.org/v1/geolocate"))
    expected.errors.horizontal = 64.5
    expected.receivedAt = harness.clock.date
    #expect(await harness.first(harness.provider()).fix == expected)
  }

  @Test func itKeepsTheContract() async throws {
    let suite = ProviderConformance(
      sampleCount: 5,
      makingDenied: { try Harness(consent: .refused).provider() },
      making: {
        let harness = try Harness(consent: nil)
        return NetworkProvider(
          server: harness.server, consents: harness.consents, ask: { _ in .granted },
          scanner: harness.scanner, cells: harness.cells, transport: harness.transport,
          clock: ManualClock(jumpsToDeadlines: true))
      })
    try await suite.check()
  }

  @Test func itKeepsTheContractWhenTheUserRefuses() async throws {
    let suite = ProviderConformance(
      sampleCount: 2,
      makingDenied: {
        try Harness(consent: nil).provider(ask: { _ in .refused })
      },
      making: {
        let harness = try Harness()
        return NetworkProvider(
          server: harness.server, consents: harness.consents, scanner: harness.scanner,
          cells: harness.cells,
          transport: harness.transport, clock: ManualClock(jumpsToDeadlines: true))
      })
    try await suite.check()
  }

  /// Its first scan fails when the test wants it, and not when its task is canceled.
  private final class StubbornScanner: WiFiScanner {
    let failure = Promise<Void>()
    private let others: any WiFiScanner
    private let isFirst = Mutex(true)

    init(others: any WiFiScanner) { self.others = others }

    func accessPoints() async throws(UserLocationError) -> [WiFiAccessPoint] {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard isFirst else { return try await others.accessPoints() }
      await failure.value()
      throw .sourceUnavailable
    }

    var hasBegun: Bool { !isFirst.withLock { $0 } }
  }

  @Test func theErrorOfARunThatWasLeftDoesNotEndTheNextSubscription() async throws {
    let harness = try Harness()
    let scanner = StubbornScanner(others: harness.scanner)
    let provider = NetworkProvider(
      server: harness.server, consents: harness.consents, scanner: scanner, cells: harness.cells,
      transport: harness.transport, clock: harness.clock)
    var left: LocationUpdates? = provider.startUpdatingLocation()
    while !scanner.hasBegun { await Task.yield() }
    _ = left.take()
    let updates = provider.startUpdatingLocation()
    // The next run waits for the end of the one before.
    for _ in 0..<100 { await Task.yield() }
    #expect(harness.scanner.scanCallCount == 0)
    scanner.failure.give()
    var iterator = updates.makeAsyncIterator()
    guard case .fix = try await iterator.next() else {
      Issue.record("no fix")
      return
    }
  }

  // MARK: Consent

  @Test(arguments: [Consent.refused, nil])
  func nothingIsScannedOrSentWithoutConsent(consent: Consent?) async throws {
    let harness = try Harness(consent: consent)
    let provider = harness.provider()
    let error = await harness.first(provider).error
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail.contains("https://example.org") == true)
    #expect(!harness.transport.isSendCalled)
    #expect(!harness.scanner.isScanCalled)
    #expect(provider.authorizationRefusal != nil)
  }

  @Test func theUserIsAskedOnceAndTheAnswerIsStored() async throws {
    let harness = try Harness("https://example.org/v1/geolocate?fallback=ip", consent: nil)
    let questions = Mutex<[ConsentQuestion]>([])
    let provider = harness.provider { question in
      questions.withLock { $0.append(question) }
      return .granted
    }
    #expect(provider.authorizationStatus == .notDetermined)
    #expect(await provider.requestWhenInUseAuthorization() == .authorizedWhenInUse)
    #expect(await provider.requestWhenInUseAuthorization() == .authorizedWhenInUse)
    #expect(harness.consents.consents() == ["https://example.org": .granted])
    let question = try #require(questions.withLock { $0 }.first)
    #expect(questions.withLock { $0.count } == 1)
    #expect(question.description.contains("https://example.org"))
    #expect(question.description.contains("IP address"))
    #expect(await harness.first(provider).fix != nil)
  }

  @Test func aRefusalIsStoredAndNobodyIsAskedAgain() async throws {
    let harness = try Harness(consent: nil)
    #expect(
      await harness.provider { _ in .refused }.requestWhenInUseAuthorization() == .denied)
    let later = harness.provider { _ in
      Issue.record("asked after a refusal")
      return .granted
    }
    #expect(later.authorizationStatus == .denied)
    #expect(await later.requestWhenInUseAuthorization() == .denied)
    #expect(await harness.first(later).error?.code == .notAuthorized)
    #expect(!harness.transport.isSendCalled)
  }

  @Test func aQuestionWithoutAnAnswerIsARefusalForNowAndStoresNothing() async throws {
    let harness = try Harness(consent: nil)
    let provider = harness.provider { _ in nil }
    #expect(await provider.requestWhenInUseAuthorization() == .denied)
    #expect(provider.authorizationStatus == .notDetermined)
    #expect(harness.consents.consents() == [:])
    let later = harness.provider { _ in .granted }
    #expect(await later.requestWhenInUseAuthorization() == .authorizedWhenInUse)
  }

  @Test func consentToOneServerIsNotConsentToAnother() async throws {
    let harness = try Harness(consent: .granted)
    let other = NetworkProvider(
      server: try GeolocationServer("https://example.org:8443/v1/geolocate"),
      consents: harness.consents, scanner: harness.scanner, cells: harness.cells,
      transport: harness.transport)
    #expect(other.authorizationStatus == .notDetermined)
  }

  @Test func aRevocationEndsTheSubscriptionBeforeTheNextRequest() async throws {
    let harness = try Harness()
    let provider = harness.provider()
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    guard case .fix? = try await iterator.next() else {
      Issue.record("no fix")
      return
    }
    await harness.clock.waitForSleepers()
    harness.consents.set(nil, to: harness.server.origin)
    harness.scanner.result = .success([.numbered(8), .numbered(9)])
    harness.clock.advance(by: .seconds(60))
    #expect(try await iterator.next() == .authorization(.denied))
    await #expect(throws: UserLocationError.notAuthorized) { try await iterator.next() }
    #expect(harness.transport.sendCallCount == 1)
    #expect(harness.scanner.scanCallCount == 1)
  }

  @Test func aRevocationDuringAScanPreventsTheRequest() async throws {
    let harness = try Harness()
    harness.scanner.result = nil
    let provider = harness.provider()
    async let first = harness.first(provider)
    await harness.scanner.waitForScans()
    harness.consents.set(.refused, to: harness.server.origin)
    harness.scanner.answer(with: .success([.numbered(1), .numbered(2)]))
    #expect(try await first.get() == .authorization(.denied))
    #expect(!harness.transport.isSendCalled)
  }

  @Test func aConsentThatCanNotBeStoredIsNoConsent() async throws {
    struct Broken: ConsentStore {
      func consent(to origin: String) -> Consent? { nil }
      func consents() -> [String: Consent] { [:] }
      func set(_ consent: Consent?, to origin: String) throws(UserLocationError) {
        throw UserLocationError(.inputOutput, detail: "disk full")
      }
    }
    let harness = try Harness()
    let provider = NetworkProvider(
      server: harness.server, consents: Broken(), ask: { _ in .granted }, scanner: harness.scanner,
      cells: harness.cells,
      transport: harness.transport)
    #expect(await provider.requestWhenInUseAuthorization() == .denied)
    #expect(provider.authorizationRefusal?.contains("disk full") == true)
    #expect(await harness.first(provider).error?.code == .notAuthorized)
  }

  @Test func aPreviewSendsNothingAndNeedsNoConsent() async throws {
    let harness = try Harness(consent: nil)
    harness.scanner.result = .success([.numbered(1), .numbered(2), .numbered(3, name: "")])
    let preview = try await harness.provider().requestPreview()
    let text = preview.description
    #expect(text.hasPrefix("POST https://example.org/v1/geolocate\n"))
    #expect(text.contains("User-Agent: swift-location/"))
    #expect(text.contains(#""macAddress":"00:1b:63:84:45:01""#))
    #expect(text.hasSuffix("Left out: 1 × hidden network\n"))
    #expect(!harness.transport.isSendCalled)
    harness.scanner.result = .success([])
    let empty = try await harness.provider().requestPreview()
    #expect(empty.httpRequest == nil)
    #expect(empty.description.hasPrefix("Nothing is sent"))
  }

  // MARK: Cache

  @Test func aMachineThatDoesNotMoveAsksOnceAnHour() async throws {
    let harness = try Harness()
    var iterator = harness.provider().startUpdatingLocation().makeAsyncIterator()
    var fixes: [Fix] = []
    for round in 0...60 {
      if round > 0 {
        await harness.clock.waitForSleepers()
        #expect(harness.transport.sendCallCount == 1)
        harness.clock.advance(by: .seconds(60))
      }
      if case .fix(let fix)? = try await iterator.next() { fixes.append(fix) }
    }
    #expect(fixes.count == 61)
    #expect(harness.transport.sendCallCount == 2)
    #expect(harness.scanner.scanCallCount == 61)
  }

  @Test(arguments: [(1...4, 1), (2...6, 2), (4...7, 2)])
  func theServerIsAskedAgainAfterAMove(second: ClosedRange<UInt8>, requests: Int) async throws {
    let harness = try Harness()
    harness.scanner.result = .success((1...4).map { .numbered($0) })
    var iterator = harness.provider().startUpdatingLocation().makeAsyncIterator()
    _ = try await iterator.next()
    await harness.clock.waitForSleepers()
    harness.scanner.result = .success(second.map { .numbered($0) })
    harness.clock.advance(by: .seconds(60))
    _ = try await iterator.next()
    #expect(harness.transport.sendCallCount == requests)
  }

  @Test func unknownAccessPointsAreNotSentAgainAndAgain() async throws {
    let harness = try Harness()
    harness.transport.result = .success(
      HTTPResponse(status: 404, body: Array(Bodies.notFound.utf8)))
    var iterator = harness.provider(retries: true).startUpdatingLocation().makeAsyncIterator()
    for _ in 0..<3 {
      guard case .fixLost(let loss)? = try await iterator.next() else {
        Issue.record("no loss")
        return
      }
      #expect(loss.reason == .noFix)
      await harness.clock.waitForSleepers()
      harness.clock.advance(by: .seconds(60))
    }
    #expect(harness.transport.sendCallCount == 1)
  }
}
