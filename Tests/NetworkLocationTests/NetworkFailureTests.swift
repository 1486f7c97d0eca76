import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestTurns
import Testing

@testable import NetworkLocation

/// What a provider does when a server or a scan fails.
@Suite(.inTurn)
struct NetworkFailureTests {
  @Test(arguments: [
    (404, Bodies.notFound, UserLocationError.Code.canNotBeLocated), (500, "", .sourceUnavailable),
    (429, "", .sourceUnavailable), (400, "", .protocolViolation), (301, "", .sourceUnavailable),
    (400, Bodies.error(400, "keyInvalid"), .sourceUnavailable), (200, "{", .badData),
  ])
  func theFirstFailureEndsASubscription(
    status: Int, body: String, code: UserLocationError.Code
  ) async throws {
    let harness = try Harness()
    harness.transport.result = .success(HTTPResponse(status: status, body: Array(body.utf8)))
    let error = await harness.first(harness.provider()).error
    #expect(error?.code == code)
    #expect(error?.source == "net:https://example.org/v1/geolocate")
    #expect((error?.cause as? GeolocationError)?.detail == error?.detail)
  }

  @Test(arguments: [
    (400, ""), (301, ""), (404, "no such page"), (400, Bodies.error(400, "keyInvalid")),
  ])
  func aFailureThatNeedsOtherSettingsEndsASubscriptionAlways(
    status: Int, body: String
  ) async throws {
    let harness = try Harness()
    harness.transport.result = .success(HTTPResponse(status: status, body: Array(body.utf8)))
    #expect(await harness.first(harness.provider(retries: true)).error != nil)
  }

  @Test func aMissingLibraryEndsASubscription() async throws {
    let harness = try Harness()
    harness.transport.result = .failure(HTTPError(.unavailable, detail: "install libcurl4"))
    let error = await harness.first(harness.provider(retries: true)).error
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.detail.contains("install libcurl4") == true)
  }

  @Test func aScanThatIsNotAllowedEndsASubscription() async throws {
    let harness = try Harness()
    harness.scanner.result = .failure(UserLocationError(.notAuthorized, detail: "use sudo"))
    let error = await harness.first(harness.provider(retries: true)).error
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail == "use sudo")
    #expect(error?.source == "net:https://example.org/v1/geolocate")
  }

  /// The pauses in seconds between requests that fail with `response`.
  func pauses(
    _ count: Int, _ response: Result<HTTPResponse, HTTPError>
  ) async throws -> [Int] {
    let harness = try Harness()
    let clock = ManualClock(jumpsToDeadlines: true)
    harness.transport.result = response
    let times = Mutex<[Duration]>([])
    struct Timed: HTTPTransport {
      let base: HTTPTransportMock
      let note: @Sendable () -> Void
      func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        note()
        return try await base.send(request)
      }
    }
    let timed = Timed(base: harness.transport) { [clock] in
      let now = clock.now.offset
      times.withLock { $0.append(now) }
    }
    let provider = NetworkProvider(
      server: harness.server, consents: harness.consents, scanner: harness.scanner,
      cells: harness.cells,
      transport: timed, interval: .seconds(1), retries: true, clock: clock)
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    while times.withLock({ $0.count }) <= count { _ = try await iterator.next() }
    let found = times.withLock { Array($0.prefix(count + 1)) }
    return zip(found, found.dropFirst()).map { Int(($1 - $0) / .seconds(1)) }
  }

  @Test func afterFailuresOfTheServerItWaitsMinutesAndThenHours() async throws {
    let minutes = try await pauses(10, .success(HTTPResponse(status: 503))).map { $0 / 60 }
    #expect(minutes == [1, 2, 4, 8, 16, 32, 64, 128, 240, 240])
  }

  @Test func afterFailuresOfTheConnectionItWaitsSecondsAndThenMinutes() async throws {
    let seconds = try await pauses(9, .failure(HTTPError(.cannotConnect)))
    #expect(seconds == [5, 10, 20, 40, 80, 160, 320, 600, 600])
  }

  @Test func afterAnAnswerThePausesStartAgain() throws {
    var memory = GeolocationMemory()
    let request = GeolocationRequest(scan: [])
    let failure = GeolocationError(.noResponse, detail: "no")
    var pauses: [Duration] = []
    for outcome: GeolocationMemory.Outcome in [
      .failure(failure), .failure(failure), .failure(GeolocationError(.notFound, detail: "no")),
      .failure(failure),
    ] {
      memory.note(outcome, for: request, at: .seconds(1_000))
      if let allowedAt = memory.allowedAt { pauses.append(allowedAt - .seconds(1_000)) }
    }
    #expect(pauses == [.seconds(5), .seconds(10), .seconds(5)])
  }

  @Test(arguments: [429, 503])
  func itWaitsAsTheServerAsks(status: Int) async throws {
    let response = HTTPResponse(status: status, headers: ["Retry-After": "100"])
    #expect(try await pauses(3, .success(response)) == [100, 100, 100])
  }

  @Test func aNewSubscriptionDoesNotEndAPause() async throws {
    let harness = try Harness()
    harness.transport.result = .success(
      HTTPResponse(status: 429, headers: ["Retry-After": "600"]))
    let provider = harness.provider()
    #expect(await harness.first(provider).error?.detail.contains("429") == true)
    harness.transport.result = .success(HTTPResponse(status: 200, body: Array(Bodies.found.utf8)))
    harness.clock.advance(by: .seconds(599))
    #expect(await harness.first(provider).error?.detail.contains("429") == true)
    #expect(harness.transport.sendCallCount == 1)
    harness.clock.advance(by: .seconds(1))
    #expect(await harness.first(provider).fix != nil)
  }

  @Test func anOutageIsReportedAndTheSubscriptionGoesOn() async throws {
    let harness = try Harness()
    var iterator = harness.provider().startUpdatingLocation().makeAsyncIterator()
    _ = try await iterator.next()
    harness.transport.result = .failure(HTTPError(.timedOut))
    harness.scanner.result = .success([.numbered(8), .numbered(9)])
    await harness.clock.waitForSleepers()
    harness.clock.advance(by: .seconds(60))
    guard case .fixLost(let loss)? = try await iterator.next() else {
      Issue.record("no loss")
      return
    }
    #expect(loss.reason == .disconnected)
    harness.transport.result = .success(HTTPResponse(status: 200, body: Array(Bodies.found.utf8)))
    await harness.clock.waitForSleepers()
    harness.clock.advance(by: .seconds(60))
    guard case .fix? = try await iterator.next() else {
      Issue.record("no fix")
      return
    }
  }

  @Test func aSubscriptionThatComesDuringAPauseIsToldOfTheOutage() async throws {
    let harness = try Harness()
    let provider = harness.provider()
    var first = provider.startUpdatingLocation().makeAsyncIterator()
    _ = try await first.next()
    harness.transport.result = .success(
      HTTPResponse(status: 503, headers: ["Retry-After": "600"]))
    harness.scanner.result = .success([.numbered(8), .numbered(9)])
    await harness.clock.waitForSleepers()
    harness.clock.advance(by: .seconds(60))
    _ = try await first.next()
    guard case .success(.fixLost(let loss)?) = await harness.first(provider) else {
      Issue.record("no loss")
      return
    }
    #expect(loss.reason == .disconnected)
    #expect(harness.transport.sendCallCount == 2)
    withExtendedLifetime(first) {}
  }

  @Test func aSecondSubscriptionBeginsWithAScanAndNoRequest() async throws {
    let harness = try Harness()
    let provider = harness.provider()
    var first = provider.startUpdatingLocation().makeAsyncIterator()
    _ = try await first.next()
    await harness.clock.waitForSleepers()
    #expect(await harness.first(provider).fix != nil)
    #expect(harness.scanner.scanCallCount == 2)
    #expect(harness.transport.sendCallCount == 1)
    withExtendedLifetime(first) {}
  }

  @Test func leavingEndsARequestThatWaits() async throws {
    let harness = try Harness()
    harness.transport.result = nil
    let provider = harness.provider()
    let task = Task { await harness.first(provider) }
    await harness.transport.waitForRequests()
    task.cancel()
    #expect(await task.value.fix == nil)
    // A request that still waited would answer the next subscription's scan.
    harness.transport.result = .success(HTTPResponse(status: 200, body: Array(Bodies.found.utf8)))
    #expect(await harness.first(provider).fix != nil)
    #expect(harness.transport.sendCallCount == 2)
  }
}
