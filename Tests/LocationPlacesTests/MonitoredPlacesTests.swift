import LocationCore
import LocationPlaces
import LocationTesting
import TestSupport
import TestTurns
import Testing

/// Places that change while a monitor runs.
@Suite(.inTurn) struct MonitoredPlacesTests {
  private let provider = LocationProviderMock()

  /// Runs a monitor, and records its events.
  private func monitor(
    _ places: MonitoredPlaces
  ) -> (events: RecordedCalls<PlaceEvent>, loop: Task<Void, any Error>) {
    let events = RecordedCalls<PlaceEvent>()
    let loop = Task { [provider] in
      for try await event in PlaceMonitor(provider: provider).events(of: places) {
        events.record(event)
      }
    }
    return (events, loop)
  }

  /// Sends a fix a second at a distance in meters from the center.
  private func send(_ distance: Double, from second: Double) throws {
    for index in 0..<5 {
      provider.send(.fix(try PlaceEventDetectorTests.fix(distance, at: second + Double(index))))
    }
  }

  @Test func placesAreAddedAndRemovedWhileTheLoopRuns() async throws {
    let large = try Place.circle(radius: 100)
    let small = try Place.circle("small", radius: 50)
    let places = MonitoredPlaces([large])
    let (events, loop) = monitor(places)
    await provider.waitForStarts()
    try send(0, from: 0)
    await events.waitForCalls(1)
    places.add(small)
    try send(0, from: 10)
    await events.waitForCalls(2)
    places.remove(id: large.id)
    try send(300, from: 20)
    await events.waitForCalls(3)
    provider.finish()
    try await loop.value
    #expect(events.values.map(\.place.id) == ["Home", "small", "small"])
    #expect(
      events.values.map(\.kind)
        == [.initial(isInside: true), .initial(isInside: true), .left])
    #expect(places.places.map(\.id) == ["small"])
  }

  /// One phone is at home, the other one is not.
  @Test func anAddedPlaceIsJudgedForEachDevice() async throws {
    let places = MonitoredPlaces([try Place.circle()])
    let (events, loop) = monitor(places)
    func send(from second: Double) throws {
      for index in 0..<5 {
        for (device, distance) in [("a/phone", 0.0), ("b/phone", 300)] {
          let fix = try PlaceEventDetectorTests.fix(
            distance, at: second + Double(index), device: device)
          provider.send(.fix(fix))
        }
      }
    }
    await provider.waitForStarts()
    try send(from: 0)
    await events.waitForCalls(2)
    places.add(try Place.circle("small", radius: 50))
    try send(from: 10)
    await events.waitForCalls(4)
    provider.finish()
    try await loop.value
    #expect(events.values.map(\.place.id) == ["Home", "Home", "small", "small"])
    #expect(
      events.values.map(\.device.device) == ["a/phone", "b/phone", "a/phone", "b/phone"])
    let initial = [true, false].map(PlaceEvent.Kind.initial(isInside:))
    #expect(events.values.map(\.kind) == initial + initial)
  }

  @Test func placesThatChangeDoNotHideThatThereWereDates() async throws {
    let places = MonitoredPlaces([try Place.circle(radius: 100)])
    let (events, loop) = monitor(places)
    await provider.waitForStarts()
    provider.send(
      .fix(Fix(coordinate: try at(48, 11), source: FixSource(kind: .replayed, name: "log"))))
    try send(0, from: 0)
    await events.waitForCalls(1)
    places.add(try Place.circle("small", radius: 50))
    provider.finish()
    try await loop.value
    #expect(events.values.map(\.kind) == [.initial(isInside: true)])
  }
}
