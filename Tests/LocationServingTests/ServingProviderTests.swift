import LocationCore
import LocationIO
import LocationTesting
import LocationTracks
import NMEALocation
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationServing

/// Providers of every kind behind a server.
@Suite(.inTurn) struct ServingProviderTests {
  static let instant = Date(timeIntervalSince1970: 1_735_689_600)

  static func fix() throws -> Fix {
    var fix = try Fix.bare(48, 11.5, source: .live)
    fix.timestamp = instant
    return fix
  }

  static var sky: SkyView {
    var sky = SkyView(satellites: [Satellite(prn: 3)], source: .live)
    sky.timestamp = instant
    return sky
  }

  func client(of server: LocationServer, at index: Int, watching watch: String? = nil) throws
    -> LoopbackClient
  {
    let client = try LoopbackClient(port: server.endpoints[index].port ?? 0)
    if let watch {
      client.send("?WATCH=\(watch);\n")
      #expect(client.readLine(with: #""class":"WATCH""#) != nil)
    }
    return client
  }

  /// The types of the sentences that a client reads to the end.
  func types(_ text: String) -> [String] {
    text.split(separator: "\r\n").map { String($0.dropFirst(3).prefix(3)) }
  }

  @Test func anyProviderIsServedAsReportsAndSentences() async throws {
    let (server, _) = try LocationServerTests.server()
    let json = try client(of: server, at: 0, watching: #"{"json":true}"#)
    let nmea = try client(of: server, at: 1)
    let provider = LocationProviderMock(
      script: [.update(.sky(Self.sky)), .update(.fix(try Self.fix())), .end])
    try await server.serve(provider)
    let lines = json.readToEnd().split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains(#""class":"SKY","device":"file:test.nmea""#) == true)
    #expect(lines.dropFirst().first?.contains(#""lat":48"#) == true)
    #expect(lines.last?.contains(#""activated":0"#) == true)
    let sentences = nmea.readToEnd()
    #expect(Set(types(sentences)).isSuperset(of: ["RMC", "GGA", "GSV"]))
    #expect(sentences.contains(",4800.00000,N,01130.00000,E,"))
  }

  @Test func aLiveProviderIsServedWithTheSatellitesThatItsSubscriberDoesNotWant() async throws {
    let (server, _) = try LocationServerTests.server()
    let json = try client(of: server, at: 0, watching: #"{"json":true}"#)
    let live = PushedProvider()
    let updates = server.serving(live).startUpdatingLocation()
    updates.interests = []
    #expect(updates.delivery == .newestWins)
    live.push(.sky(Self.sky))
    live.push(.fix(try Self.fix()))
    // On a thread of its own: the task pool may have one thread only.
    let lines = try await onThread { [json.readLine(), json.readLine()] }
    #expect(lines[0]?.contains("SKY") == true)
    #expect(lines[1]?.contains("TPV") == true)
    #expect(live.interests == .all)
    await server.stop()
  }

  @Test func aSlowSubscriberDoesNotDelayClients() async throws {
    let (server, _) = try LocationServerTests.server()
    let json = try client(of: server, at: 0, watching: #"{"json":true}"#)
    let live = PushedProvider()
    // This subscriber reads nothing.
    let updates = server.serving(live).startUpdatingLocation()
    let fix = try Self.fix()
    let received = try await onThread {
      (1...200).count { _ in
        live.push(.fix(fix))
        return json.readLine()?.contains("TPV") == true
      }
    }
    #expect(received == 200)
    withExtendedLifetime(updates) {}
    await server.stop()
  }

  @Test func devicesOfOneSourceAreServedApart() async throws {
    let (server, _) = try LocationServerTests.server()
    let all = try client(of: server, at: 0, watching: #"{"json":true}"#)
    let nmea = try client(of: server, at: 1)
    let steps = try [("a", 48.0), ("b", 49.0), ("a", 48.5)].map { device, latitude in
      var fix = try Self.fix()
      fix.source.device = device
      fix.coordinate = try Coordinate(latitude: latitude, longitude: 11.5)
      return LocationProviderMock.Step.update(.fix(fix))
    }
    try await server.serve(LocationProviderMock(script: steps + [.end]))
    let kinds = all.readToEnd().split(separator: "\r\n").map { line in
      line.split(separator: ",").prefix(2).joined(separator: ",")
    }
    #expect(
      kinds == [
        #"{"class":"DEVICE","path":"a""#, #"{"class":"TPV","device":"a""#,
        #"{"class":"DEVICE","path":"b""#, #"{"class":"TPV","device":"b""#,
        #"{"class":"TPV","device":"a""#,
        #"{"class":"DEVICE","path":"a""#, #"{"class":"DEVICE","path":"b""#,
      ])
    let sentences = nmea.readToEnd().split(separator: "\r\n")
    for sentence in sentences {
      #expect(
        sentence.contains(",4900.0") == (sentence.hasPrefix(#"\s:b*"#) && sentence.contains(",N,")))
    }
    #expect(sentences.contains { $0.hasPrefix(#"\s:b*"#) && $0.contains("RMC") })
  }

  @Test func aRecordingIsServedInItsOwnBytes() async throws {
    let (server, _) = try LocationServerTests.server()
    let nmea = try client(of: server, at: 1)
    let log =
      "noise\r\n$GPGLL,1*00\r\n$GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,230394,,*1F\n"
    try await server.serve(
      NMEAReplayProvider(DataByteSource(bytes: log.utf8), pace: .unpaced))
    #expect(nmea.readToEnd() == log)
  }

  @Test func aTrackFileIsServedInSentences() async throws {
    let (server, _) = try LocationServerTests.server()
    let nmea = try client(of: server, at: 1)
    let gpx = """
      <gpx version="1.1" creator="me" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="48" lon="11"><time>2025-06-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>
      """
    try await server.serve(TrackReplayProvider(DataByteSource(bytes: gpx.utf8), pace: .unpaced))
    let served = nmea.readToEnd()
    #expect(served.contains("$GPRMC,000000"))
    #expect(!served.contains("<"))
  }

  @Test func aRecordingThatATestChangesIsServedInSentencesOfTheChange() async throws {
    let (server, _) = try LocationServerTests.server()
    let nmea = try client(of: server, at: 1)
    let log =
      "noise\r\n$GPGLL,1*00\r\n$GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,230394,,*1F\n"
    let provider = NMEAReplayProvider(DataByteSource(bytes: log.utf8), pace: .unpaced)
    provider.player.jump(meters: 10_000)
    try await server.serve(provider)
    let served = nmea.readToEnd()
    #expect(types(served).contains("RMC"))
    #expect(served.contains(",4812.4"))
    #expect(!served.contains("noise") && !served.contains("4807.038"))
  }

  @Test func theEndOfARecordingWithoutAFixIsNoError() async throws {
    let (server, _) = try LocationServerTests.server()
    let log = "$GPRMC,120001.00,V,,,,,,,010325,,,N*7A\r\n"
    try await server.serve(NMEAReplayProvider(DataByteSource(bytes: log.utf8), pace: .unpaced))
  }

  @Test func theErrorOfASourceEndsTheServiceAndIsThrown() async throws {
    let (server, _) = try LocationServerTests.server()
    let json = try client(of: server, at: 0, watching: #"{"json":true}"#)
    let provider = LocationProviderMock(script: [.fail(.sourceUnavailable)])
    await #expect(throws: UserLocationError.self) { try await server.serve(provider) }
    #expect(json.readLine(with: #""activated":0"#) != nil)
    #expect(json.isClosedByPeer)
  }

  @Test func authorizationIsAskedForOnce() async throws {
    let (server, _) = try LocationServerTests.server()
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .authorizedWhenInUse, script: [.end])
    try await server.serve(provider)
    #expect(provider.requestWhenInUseAuthorizationCallCount == 1)
    #expect(provider.startUpdatingLocationCallCount == 1)
  }

  @Test func aRefusedProviderIsNotStarted() async throws {
    let (server, _) = try LocationServerTests.server()
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .denied, refusal: "join the group dialout")
    do {
      try await server.serve(provider)
      Issue.record("a refused provider was served")
    } catch {
      #expect(error.code == .notAuthorized)
      #expect(error.detail == "join the group dialout")
    }
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func cancellationEndsTheService() async throws {
    let (server, _) = try LocationServerTests.server()
    let json = try client(of: server, at: 0, watching: #"{"json":true}"#)
    let provider = LocationProviderMock()
    let service = Task { try await server.serve(provider) }
    await provider.waitForStarts()
    service.cancel()
    await #expect(throws: UserLocationError.self) { try await service.value }
    await provider.waitForStops()
    #expect(json.readLine(with: #""activated":0"#) != nil)
    #expect(json.isClosedByPeer)
  }
}

/// A live provider with one subscription, into which a test pushes updates.
private final class PushedProvider: LocationProvider {
  private let continuation = Mutex<LocationUpdates.Continuation?>(nil)

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }

  var interests: LocationInterests? { continuation.withLock { $0?.interests } }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  func startUpdatingLocation() -> LocationUpdates {
    let (updates, continuation) = LocationUpdates.makeStream()
    self.continuation.withLock { $0 = continuation }
    return updates
  }

  func push(_ update: LocationUpdate) { continuation.withLock { $0 }?.yield(update) }
}
