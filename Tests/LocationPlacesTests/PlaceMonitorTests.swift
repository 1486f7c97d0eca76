import Foundation
import InMemoryLogging
import LocationCore
import LocationPlaces
import LocationReplay
import LocationTesting
import Logging
import Synchronization
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct PlaceMonitorTests {
  private typealias Step = LocationProviderMock.Step

  /// Updates at a distance in meters from the center of the place, one a second.
  private func fixes(
    _ distance: Double, _ count: Int = 3, from second: Double = 0
  ) throws -> [Step] {
    try (0..<count).map { index throws in
      .update(.fix(try PlaceEventDetectorTests.fix(distance, at: second + Double(index))))
    }
  }

  private func collect(_ events: PlaceEvents) async throws -> [PlaceEvent.Kind] {
    var kinds: [PlaceEvent.Kind] = []
    for try await event in events { kinds.append(event.kind) }
    return kinds
  }

  @Test func eventsArriveAndEndWithTheSource() async throws {
    let provider = LocationProviderMock(
      script: try fixes(200) + fixes(0, from: 10) + fixes(200, from: 20) + [.end])
    let events = PlaceMonitor(provider: provider).events(of: [try Place.circle()])
    #expect(try await collect(events) == [.initial(isInside: false), .entered, .left])
  }

  @Test func messagesOfABrokerThatComeLateAreNoEvents() async throws {
    func sent(_ distance: Double, _ from: Double, _ device: String) throws -> [Step] {
      try (0..<3).map { index throws in
        var fix = try PlaceEventDetectorTests.fix(
          distance, at: from + Double(index), device: device)
        fix.source.name = "mqtt://broker/+"
        fix.receivedAt = PlaceEventDetectorTests.start.addingTimeInterval(100_000)
        return .update(.fix(fix))
      }
    }
    let provider = LocationProviderMock(
      script: try sent(200, 0, "a") + sent(0, 7200, "a") + sent(200, 3600, "a")
        + sent(200, 3600, "b") + sent(0, 7210, "a") + [.end])
    let events = PlaceMonitor(provider: provider).events(of: [try Place.circle()])
    #expect(
      try await collect(events) == [
        .initial(isInside: false), .entered, .initial(isInside: false),
      ])
  }

  @Test func theErrorOfTheSourceEndsTheEvents() async throws {
    let provider = LocationProviderMock(script: try fixes(0) + [.fail(.sourceUnavailable)])
    let monitor = PlaceMonitor(provider: provider)
    await #expect(throws: UserLocationError.sourceUnavailable) {
      try await collect(monitor.events(of: [Place.circle()]))
    }
  }

  @Test func aRefusalIsReportedWithItsReason() async throws {
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .denied, refusal: "join the group")
    let monitor = PlaceMonitor(provider: provider)
    let error = await #expect(throws: UserLocationError.self) {
      try await collect(monitor.events(of: [Place.circle()]))
    }
    #expect(error == .notAuthorized)
    #expect(error?.detail == "join the group")
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func eachLoopReadsTheWholeSource() async throws {
    let provider = LocationProviderMock(script: try fixes(80, 5) + [.end])
    let monitor = PlaceMonitor(provider: provider)
    let large = monitor.events(of: [try Place.circle(radius: 100)])
    let small = monitor.events(of: [try Place.circle(radius: 50)])
    #expect(!provider.isStartUpdatingLocationCalled)
    #expect(try await collect(large) == [.initial(isInside: true)])
    #expect(try await collect(small) == [.initial(isInside: false)])
    #expect(provider.startUpdatingLocationCallCount == 2)
    #expect(provider.interests == [])
  }

  /// A recorded fix without a time.
  private func undated() throws -> Step {
    .update(.fix(Fix(coordinate: try at(48, 11), source: FixSource(kind: .replayed, name: "log"))))
  }

  @Test func aRecordingWithoutDatesIsAnErrorAtItsEnd() async throws {
    let provider = LocationProviderMock(script: [try undated(), try undated(), .end])
    let error = await #expect(throws: UserLocationError.self) {
      try await collect(PlaceMonitor(provider: provider).events(of: [Place.circle()]))
    }
    #expect(error?.code == .badData)
    #expect(error?.detail.contains("no date") == true)
  }

  @Test func fixesWithoutADateAreCountedOnce() async throws {
    let handler = InMemoryLogHandler()
    let monitor = try monitor(endingWith: .end, handler)
    #expect(try await collect(monitor.events(of: [Place.circle()])) == [.initial(isInside: true)])
    #expect(handler.entries.map(\.level) == [.warning])
    #expect(handler.entries.first?.metadata["count"] == "2")
  }

  @Test func fixesWithoutADateAreCountedAlsoWhenTheSourceBreaks() async throws {
    let handler = InMemoryLogHandler()
    let monitor = try monitor(endingWith: .fail(.sourceUnavailable), handler)
    await #expect(throws: UserLocationError.sourceUnavailable) {
      try await collect(monitor.events(of: [Place.circle()]))
    }
    #expect(handler.entries.map(\.metadata["count"]) == ["2"])
  }

  /// A monitor of two fixes without a date, and some with one.
  private func monitor(endingWith end: Step, _ handler: InMemoryLogHandler) throws -> PlaceMonitor {
    PlaceMonitor(
      provider: LocationProviderMock(
        script: try [undated(), undated()] + fixes(0) + [end]),
      logger: Logger(label: "test", factory: { _ in handler }))
  }

  @Test func theSourceStopsWhenItsLoopIsLeft() async throws {
    let provider = LocationProviderMock(script: try fixes(0))
    for try await event in PlaceMonitor(provider: provider).events(of: [try Place.circle()]) {
      #expect(event.kind == .initial(isInside: true))
      break
    }
    await provider.waitForStops()
    #expect(provider.stoppedSubscriptionCount == 1)
  }

  /// A memory whose save waits for the test.
  private final class HeldMemory: MonitorMemory {
    private let saving = Flag()
    private let released = Promise<Void>()

    var isSaving: Bool { saving.isRaised }

    func load() -> MonitorState { MonitorState() }

    func save(_ state: MonitorState) async {
      saving.raise()
      await released.value()
    }

    func stopHolding() { released.give(()) }
  }

  @Test func aCancellationDuringASaveLosesNoSavedEvent() async throws {
    let memory = HeldMemory()
    let events = PlaceMonitor(provider: LocationProviderMock(script: try fixes(0)))
      .events(of: [try Place.circle()], remembering: memory)
    let log = Mutex<[String]>([])
    let loop = Task {
      do throws(UserLocationError) {
        for try await _ in events { log.withLock { $0.append("event") } }
      } catch {
        log.withLock { $0.append("\(error.code)") }
      }
    }
    #expect(await eventually { memory.isSaving })
    loop.cancel()
    #expect(log.withLock { $0 } == [])
    memory.stopHolding()
    await loop.value
    #expect(log.withLock { $0 } == ["event", "cancelled"])
  }

  @Test func aLostFixIsNotLeavingAndItsTimeCounts() async throws {
    var script = try fixes(0)
    for second in stride(from: 10.0, through: 120, by: 10) {
      script.append(
        .update(
          .fixLost(
            FixLoss(
              reason: .noFix, timestamp: PlaceEventDetectorTests.start.addingTimeInterval(second),
              source: FixSource(kind: .live, name: "test")))))
    }
    let monitor = PlaceMonitor(provider: LocationProviderMock(script: script + [.end]))
    let place = try Place.circle(monitoring: MonitoringOptions(stay: .seconds(60)))
    #expect(
      try await collect(monitor.events(of: [place]))
        == [.initial(isInside: true), .stayed(.seconds(60))])
  }

  // MARK: Memory

  @Test func theStateSurvivesARestart() async throws {
    let directory = try TemporaryDirectory()
    let memory = MonitorStateFile(path: directory.path("new/monitor.json"))
    let place = try Place.circle()
    func run(_ script: [Step]) async throws -> [PlaceEvent] {
      let monitor = PlaceMonitor(provider: LocationProviderMock(script: script + [.end]))
      var events: [PlaceEvent] = []
      for try await event in monitor.events(of: [place], remembering: memory) {
        events.append(event)
      }
      return events
    }
    #expect(try await run(fixes(200) + fixes(0, from: 10)).map(\.kind).last == .entered)
    #expect(try await run(fixes(0, 20, from: 500)) == [])
    let missed = try await run(fixes(300, from: 1000))
    #expect(missed.map(\.kind) == [.left])
    #expect(missed.map(\.isLate) == [true])
    let state = try await memory.load()
    #expect(
      state.devices[PlaceEventDetectorTests.device]?.time
        == PlaceEventDetectorTests.start.addingTimeInterval(1002))
    #expect(state.devices[PlaceEventDetectorTests.device]?.places["Home"]?.isInside == false)
  }

  @Test func theStateOfManyDevicesSurvivesInAFile() async throws {
    let directory = try TemporaryDirectory()
    let memory = MonitorStateFile(path: directory.path("monitor.json"))
    let start = PlaceEventDetectorTests.start
    let state = MonitorState(devices: [
      DeviceID(source: "mqtt://a/+", device: "anna"): MonitorState.Device(
        places: ["Home": .inside(since: start, hasStayed: true), "Work": .outside], time: start + 5),
      DeviceID(source: "mqtt://a/+", device: "ben"): MonitorState.Device(
        places: ["Work": .inside(since: start)], time: start + 6),
      DeviceID(source: "gpsd://localhost"): MonitorState.Device(),
    ])
    try await memory.save(state)
    #expect(try await memory.load() == state)
  }

  /// A source whose updates are all at hand.
  private struct Burst: LocationProvider {
    let updates: [LocationUpdate]
    let authorizationStatus = AuthorizationStatus.authorizedAlways
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

    func startUpdatingLocation() -> LocationUpdates {
      let (sequence, continuation) = LocationUpdates.makeStream(bufferingNewest: updates.count)
      continuation.yield(updates)
      continuation.finish()
      return sequence
    }
  }

  /// A memory that counts.
  private final class CountingMemory: MonitorMemory {
    let saves = Atomic(0)
    func load() -> MonitorState { MonitorState() }
    func save(_ state: MonitorState) { saves.add(1, ordering: .relaxed) }
  }

  @Test func theStateOfManyDevicesIsSavedOnceForAllUpdatesAtHand() async throws {
    let updates = try (0..<3).flatMap { second in
      try (0..<80).map { device in
        var fix = try PlaceEventDetectorTests.fix(0, at: Double(second))
        fix.source.device = "\(device)"
        return LocationUpdate.fix(fix)
      }
    }
    let memory = CountingMemory()
    let monitor = PlaceMonitor(provider: Burst(updates: updates))
    var devices: Set<String?> = []
    for try await event in monitor.events(of: [try Place.circle()], remembering: memory) {
      devices.insert(event.device.device)
    }
    #expect(devices.count == 80)
    // Once for the events, and once at the end.
    #expect(memory.saves.load(ordering: .relaxed) == 2)
  }

  @Test func anEventIsSavedBeforeItIsDelivered() async throws {
    let directory = try TemporaryDirectory()
    let memory = MonitorStateFile(path: directory.path("monitor.json"))
    let monitor = PlaceMonitor(provider: LocationProviderMock(script: try fixes(0)))
    for try await _ in monitor.events(of: [try Place.circle()], remembering: memory) {
      #expect(
        try await memory.load()
          .devices[PlaceEventDetectorTests.device]?.places["Home"]?.isInside == true)
      break
    }
  }

  /// A service would otherwise fail at each start.
  @Test func aDamagedStateIsSetAside() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("monitor.json", "{\"places\":")
    let monitor = PlaceMonitor(provider: LocationProviderMock(script: try fixes(0) + [.end]))
    let place = try Place.circle()
    let reports = Mutex<[String]>([])
    let file = MonitorStateFile(path: path) { report in reports.withLock { $0.append(report) } }
    for count in [1, 0] {
      let events = monitor.events(of: [place], remembering: file)
      #expect(try await collect(events) == (count == 1 ? [.initial(isInside: true)] : []))
    }
    #expect(
      reports.withLock { $0 } == [
        "\(path): not the state of a monitor; it is now \(path).damaged, and all places begin anew"
      ])
    #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == "{\"places\":")
  }

  // MARK: Recordings

  /// A track, and a place that it touches.
  struct Recording: Sendable, CustomStringConvertible {
    let track: TestTrack
    let place: Place
    /// What a reader of the track sees.
    let events: [PlaceEvent.Kind]
    var description: String { track.name }
  }

  /// The events follow from the descriptions of the tracks.
  static func recordings() throws -> [Recording] {
    let options = MonitoringOptions(stay: .seconds(20))
    func circle(_ track: TestTrack, _ fix: Int, _ radius: Double) throws -> Place {
      try Place(
        name: track.name,
        region: .circle(around: track.fixes[fix].coordinate, radius: radius), monitoring: options)
    }
    return [
      // The car leaves its start, and does not come back.
      Recording(
        track: .drive, place: try circle(.drive, 0, 60), events: [.initial(isInside: true), .left]),
      // The walker rests half way for 30 s, and goes on.
      Recording(
        track: .walk, place: try circle(.walk, 210, 40),
        events: [.initial(isInside: false), .entered, .stayed(.seconds(20)), .left]),
      // The boat passes the place twice, 120 m apart: for 40 s, and for 31 s on its way back.
      Recording(
        track: .antimeridian, place: try circle(.antimeridian, 60, 200),
        events: [
          .initial(isInside: false), .entered, .stayed(.seconds(20)), .left, .entered,
          .stayed(.seconds(20)), .left,
        ]),
      // The car passes the end of the tunnel, where it had no fix, in 15 s.
      Recording(
        track: .outage, place: try circle(.outage, 65, 150),
        events: [.initial(isInside: false), .entered, .left]),
    ]
  }

  @Test func aRecordingGivesTheSameEventsAtAnyPace() async throws {
    for recording in try Self.recordings() {
      var runs: [[PlaceEvent]] = []
      for pace in [ReplayPace.unpaced, .recorded, .times(7.3)] {
        let provider = recording.track.provider(
          pace: pace, clock: ManualClock(jumpsToDeadlines: true))
        var events: [PlaceEvent] = []
        for try await var event in PlaceMonitor(provider: provider).events(of: [recording.place]) {
          // The pace decides when a fix is received.
          event.fix?.receivedAt = nil
          events.append(event)
        }
        runs.append(events)
      }
      #expect(runs[0] == runs[1] && runs[0] == runs[2])
      #expect(runs[0].map(\.kind) == recording.events, "\(recording)")
      if let event = runs[0].first(where: { $0.kind == .entered }) {
        // The event has the time of a fix shortly after the first one inside.
        let first = recording.track.fixes.first {
          recording.place.region.contains($0.coordinate)
        }
        let delay = event.time.timeIntervalSince(try #require(first?.timestamp))
        #expect((0...10).contains(delay), "\(recording): \(delay) s")
      }
    }
  }
}
