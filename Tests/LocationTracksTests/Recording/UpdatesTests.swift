import Foundation
import LocationCore
import LocationIO
import LocationReplay
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct UpdatesTests {
  private let directory: TemporaryDirectory
  private let clock = ManualClock(jumpsToDeadlines: true)

  init() throws { directory = try TemporaryDirectory() }

  private static let live = FixSource(kind: .live, name: "gpsd://localhost", device: "/dev/a")

  /// One update of each kind, with a value in every member.
  private static func updates() throws -> [LocationUpdate] {
    var fix = try Fix.full(source: live)
    // These times need all digits of a `Date`.
    fix.timestamp = Date(timeIntervalSinceReferenceDate: 757_382_400.123_456_7)
    fix.receivedAt = Date(timeIntervalSinceReferenceDate: 757_382_400.987_654_3)
    fix.pressureAltitude = 1.0 / 3
    fix.derived = [.speed, .course, .position]
    var original = fix
    original.altitude = -0.125
    fix.original = original
    var timeless = try Fix.bare(-1e-7, 179.999_999_999, source: live)
    timeless.timeOfDay = 86_400.5
    timeless.receivedAt = fix.receivedAt
    var satellite = Satellite(prn: 307, constellation: .galileo, id: 7)
    satellite.signal = 1
    satellite.elevation = -3.5
    satellite.azimuth = 359.9
    satellite.signalStrength = 42.25
    satellite.isUsed = false
    satellite.isHealthy = true
    var sky = SkyView(satellites: [satellite, Satellite(prn: 1)], source: live)
    sky.timestamp = fix.timestamp
    sky.receivedAt = fix.receivedAt
    sky.satellitesUsed = 9
    sky.dilution.geometric = 1.25
    var loss = FixLoss(reason: .init("my \"reason\""), timestamp: fix.timestamp, source: live)
    loss.receivedAt = fix.receivedAt
    loss.reported.mode = .threeD
    loss.reported.status = .rtkFloat
    loss.reported.altitude = -12.5
    loss.reported.errors.horizontal = 3
    return [.fix(fix), .fix(timeless), .sky(sky), .fixLost(loss), .authorization(.denied)]
  }

  private func replayed(_ provider: TrackReplayProvider) async -> [LocationUpdate] {
    var updates: [LocationUpdate] = []
    let stream = provider.startUpdatingLocation()
    do {
      for try await update in stream { updates.append(update) }
    } catch {}
    return updates
  }

  private func provider(_ path: String) -> TrackReplayProvider {
    TrackReplayProvider(path: path, clock: clock)
  }

  @Test func everythingThatAProviderDeliversIsReplayedExactly() async throws {
    let path = directory.path("all.updates")
    let expected = try Self.updates()
    let provider = LocationProviderMock(script: expected.map { .update($0) } + [.end])
    try await LocationRecorder(path: path, format: .updates).record(provider)
    #expect(await replayed(self.provider(path)) == expected)
  }

  @Test func theTimesAndTheErrorOfAFailureAreReplayed() async throws {
    let path = directory.path("failure.updates")
    var fix = try Fix.bare(source: Self.live)
    fix.receivedAt = clock.date
    let error = UserLocationError(.sourceUnavailable, source: "gpsd://localhost", detail: "broken")
    let recorded = SteppedProvider(
      steps: [(.zero, .fix(fix)), (.seconds(5), .fix(fix)), (.seconds(30), nil)], error: error,
      clock: clock)
    let recorder = try LocationRecorder(
      path: path, format: .updates, clock: clock)
    await #expect(throws: error) { try await recorder.record(recorded) }
    let replay = ManualClock(jumpsToDeadlines: true)
    let provider = TrackReplayProvider(path: path, clock: replay)
    var times: [Duration] = []
    let start = replay.now
    let thrown = await #expect(throws: UserLocationError.self) {
      for try await _ in provider.startUpdatingLocation() {
        times.append(start.duration(to: replay.now))
      }
    }
    #expect(thrown?.code == .sourceUnavailable)
    #expect(thrown?.description == error.description)
    #expect(times == [.zero, .seconds(5)])
    #expect(start.duration(to: replay.now) == .seconds(35))
  }

  /// A recording may be given to others.
  @Test func aFailureNamesNoLocalFolder() async throws {
    let path = directory.path("failure.updates")
    let error = UserLocationError(.badData, source: "file:/home/jane/a.nmea", detail: "broken")
    let provider = LocationProviderMock(
      script: [.update(.fix(try .bare(source: Self.live))), .fail(error)])
    await #expect(throws: error) {
      try await LocationRecorder(path: path, format: .updates).record(provider)
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(#""source":"file:a.nmea""#) && !text.contains("jane"))
  }

  @Test func theAuthorizationIsReplayed() async throws {
    let path = directory.path("denied.updates")
    let recorded = LocationProviderMock(
      authorization: .authorizedWhenInUse, script: [.update(.authorization(.denied)), .end])
    try await LocationRecorder(path: path, format: .updates).record(recorded)
    let provider = provider(path)
    #expect(provider.authorizationStatus == .authorizedWhenInUse)
    #expect(await replayed(provider) == [.authorization(.denied)])
    #expect(provider.authorizationStatus == .denied)
  }

  /// The format is documented and stable: files of old devices must stay readable.
  @Test func theTextOfALineDoesNotChange() throws {
    let date = Date(timeIntervalSince1970: 1_740_787_200.5)
    var writer = TrackWriter(.updates, now: { date })
    var fix = try Fix.bare(48.1173, 11.5167, source: Self.live)
    fix.timestamp = date
    fix.receivedAt = date
    fix.speed = 2.5
    fix.errors.horizontal = 4
    let text = writer.document([
      .fix(fix), .fixLost(FixLoss(reason: .noFix, source: .replayed)), .authorization(.denied),
    ])
    #expect(
      text == """
        {"format":"swift-location updates","version":1}
        {"at":1740787200.5,"fix":{"coordinate":{"latitude":48.1173,"longitude":11.5167},\
        "timestamp":1740787200.5,"receivedAt":1740787200.5,"speed":2.5,\
        "errors":{"horizontal":4},\
        "source":{"kind":"live","name":"gpsd://localhost","device":"/dev/a"}}}
        {"at":1740787200.5,"loss":{"reason":"no fix",\
        "source":{"kind":"replayed","name":"file:drive.nmea"}}}
        {"at":1740787200.5,"authorization":"denied"}

        """)
  }

  private func items(_ lines: [String], keepsKinds: Bool = false) async throws -> [LocationUpdate] {
    let text = UpdatesWriter.header + lines.joined(separator: "\n")
    let reader = try TrackFileReader(DataByteSource(bytes: text.utf8, name: "file:track"))
    reader.keepsKinds = keepsKinds
    var updates: [LocationUpdate] = []
    while let item = try await reader.next() {
      if let update = item.update { updates.append(update) }
    }
    return updates
  }

  private static let fix = """
    {"at":0,"new":{"a":[1]},"fix":{"new":1,"coordinate":{"latitude":1,"longitude":2},\
    "source":{"kind":"live","name":"a"}}}
    """

  @Test func outsideOfTestsALiveFixOfAFileIsAReplayedOne() async throws {
    let updates = try await items([Self.fix, ""])
    guard case .fix(let fix) = updates.first else {
      Issue.record("no fix")
      return
    }
    #expect(fix.isReplayed)
    #expect(fix.receivedAt == Date(timeIntervalSince1970: 0))
  }

  @Test func aLineThatAKilledRecorderDidNotCompleteIsLeftOut() async throws {
    for length in [0, 1, 60, Self.fix.utf8.count - 1] {
      let cut = String(Self.fix.prefix(length))
      #expect(try await items([Self.fix, cut]).count == 1)
    }
  }

  @Test func aLaterKindOfLineIsSkipped() async throws {
    #expect(try await items([#"{"at":1,"news":{"a":1}}"#, Self.fix, ""]).count == 1)
  }

  @Test(arguments: [
    (#"{"at":1,"fix":{}}"#, "expected \"coordinate\""), ("{", "not JSON"),
    (#"{"fix":{"coordinate":{"latitude":91,"longitude":0}}}"#, "91"),
    (#"{"end":true}"#, "expected the member \"at\""),
    (#"{"at":1e30,"authorization":"denied"}"#, "expected seconds since 1970"),
    (#"{"at":-1e30,"authorization":"denied"}"#, "expected seconds since 1970"),
    (#"{"at":1e300,"authorization":"denied"}"#, "expected seconds since 1970"),
  ])
  func aWrongLineIsLeftOutUnlessNothingElseIsThere(line: String, problem: String) async throws {
    #expect(try await items([Self.fix, line, Self.fix, ""]).count == 2)
    let error = await #expect(throws: UserLocationError.self) { _ = try await items([line, ""]) }
    #expect(error?.code == .badData)
    #expect(error?.detail.hasPrefix("line 2: ") == true)
    #expect(error?.detail.contains(problem) == true)
  }

  @Test func anotherVersionIsAnError() async throws {
    let error = await #expect(throws: UserLocationError.self) {
      _ = try await items([Self.fix, #"{"version":2}"#, Self.fix, ""])
    }
    #expect(error?.detail == "line 3: expected version 1 of the format updates")
  }

  @Test func aNumberThatMeansNothingInAnyUnitIsLeftOut() async throws {
    let line = """
      {"at":0,"fix":{"coordinate":{"latitude":1,"longitude":2},"timestamp":1e30,"speed":1e200,\
      "altitude":-1e300,"course":5,"errors":{"horizontal":1e13},\
      "source":{"kind":"live","name":"a"}}}
      """
    guard case .fix(let fix) = try await items([line, ""]).first else {
      Issue.record("no fix")
      return
    }
    var expected = try Fix.bare(1, 2, source: fix.source)
    expected.mode = fix.mode
    expected.course = 5
    expected.receivedAt = Date(timeIntervalSince1970: 0)
    #expect(fix == expected)
    var wrong = fix
    wrong.speed = .infinity
    wrong.altitude = 1e300
    wrong.errors.vertical = -1e13
    wrong.timestamp = Date(timeIntervalSince1970: 1e30)
    let date = Date(timeIntervalSince1970: 0)
    var writer = TrackWriter(.updates, now: { date })
    let text = writer.document([.fix(wrong)])
    writer = TrackWriter(.updates, now: { date })
    #expect(text == writer.document([.fix(fix)]))
  }

  @Test func aConvertedRecordingKeepsItsTimes() async throws {
    let start = Date(timeIntervalSince1970: 1_740_787_200)
    var fix = try Fix.bare(source: Self.live)
    fix.timestamp = start
    fix.receivedAt = start.addingTimeInterval(0.25)
    var next = fix
    next.timestamp = start.addingTimeInterval(10)
    next.receivedAt = nil
    let loss = FixLoss(reason: .noFix, source: Self.live)
    var writer = TrackWriter(.updates)
    let text = writer.document([.fix(fix), .fix(next), .fixLost(loss), .authorization(.denied)])
    let times = text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(
      times == [
        #"{"at":1740787200.25"#, #"{"at":1740787210"#, #"{"at":1740787210"#,
        #"{"at":1740787210"#,
      ])
  }

  @Test func aReplayOfANamedPipeDoesNotReadItBefore() throws {
    let path = directory.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = try #require(FileHandle(forUpdatingAtPath: path))
    try pipe.write(contentsOf: Data((UpdatesWriter.header + Self.fix).utf8))
    #expect(provider(path).authorizationStatus == .authorizedAlways)
    #expect(pipe.availableData.count == UpdatesWriter.header.utf8.count + Self.fix.utf8.count)
  }

  @Test func aContinuedRecordingHasAPauseAndTheLastEnd() async throws {
    let path = directory.path("two.updates")
    let fix = LocationUpdate.fix(try .bare(source: Self.live))
    let first = LocationProviderMock(script: [.update(fix), .fail(.sourceUnavailable)])
    let recorder = try LocationRecorder(path: path, format: .updates)
    await #expect(throws: UserLocationError.self) { try await recorder.record(first) }
    let second = LocationProviderMock(script: [.update(fix), .update(fix), .end])
    try await LocationRecorder(path: path, format: .updates).record(second)
    var count = 0
    for try await _ in provider(path).startUpdatingLocation() { count += 1 }
    #expect(count == 3)
  }
}

/// Delivers each update when its consumer asks for it, and moves the clock before.
private struct SteppedProvider: LocationProvider {
  let steps: [(after: Duration, update: LocationUpdate?)]
  let error: UserLocationError
  let clock: ManualClock

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  func startUpdatingLocation() -> LocationUpdates {
    let index = Counter()
    return LocationUpdates(pulling: { () async throws(UserLocationError) in
      let step = steps[index.next()]
      clock.advance(by: step.after)
      guard let update = step.update else { throw error }
      return update
    })
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
      value.withLock { value in
        defer { value += 1 }
        return value
      }
    }
  }
}
