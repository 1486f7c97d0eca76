import LocationCore
import LocationPlaces
import TestTurns
import Testing

/// A circle with a radius of 100 m, and a receiver that moves to the north of its center.
@Suite(.inTurn) struct PlaceEventDetectorTests {
  static let start = Date(timeIntervalSince1970: 1_748_764_800)

  static let source = FixSource(kind: .live, name: "test")
  static let device = source.deviceID

  /// A fix at a distance in meters from the center, some seconds after the start.
  static func fix(
    _ distance: Double, at seconds: Double, accuracy: Double? = 5, device: String? = nil
  ) throws -> Fix {
    var fix = Fix(
      coordinate: try at(48, 11).destination(bearing: 0, distance: distance),
      source: FixSource(kind: .live, name: "test", device: device))
    fix.timestamp = start.addingTimeInterval(seconds)
    fix.errors.horizontal = accuracy
    return fix
  }

  /// An event in few words: its kind and its time in seconds after the start.
  struct Note: Hashable, CustomStringConvertible {
    let kind: PlaceEvent.Kind
    let seconds: Double
    var isLate = false
    var description: String { "\(kind) at \(seconds)\(isLate ? ", late" : "")" }
  }

  private func notes(_ events: [PlaceEvent]) -> [Note] {
    events.map {
      Note(
        kind: $0.kind, seconds: $0.time.timeIntervalSince(Self.start), isLate: $0.isLate)
    }
  }

  /// Distances from the center, one for each second from `second` on.
  private func events(
    _ monitor: inout PlaceEventDetector, _ distances: [Double], from second: Double = 0,
    every interval: Double = 1, accuracy: Double? = 5
  ) throws -> [Note] {
    var events: [PlaceEvent] = []
    for (index, distance) in distances.enumerated() {
      events += monitor.update(
        with: try Self.fix(
          distance, at: second + interval * Double(index), accuracy: accuracy))
    }
    return notes(events)
  }

  private func monitor(
    radius: Double = 100, _ options: MonitoringOptions = MonitoringOptions()
  ) throws -> PlaceEventDetector {
    PlaceEventDetector(places: [try Place.circle(radius: radius, monitoring: options)])
  }

  private func steady(_ distance: Double, _ count: Int = 3) -> [Double] {
    Array(repeating: distance, count: count)
  }

  @Test(arguments: [(0.0, true), (300, false)])
  func theInitialStateIsReportedWhenFixesAgree(distance: Double, isInside: Bool) throws {
    var monitor = try monitor()
    #expect(try events(&monitor, steady(distance, 2)) == [])
    #expect(
      try events(&monitor, steady(distance, 10), from: 2)
        == [Note(kind: .initial(isInside: isInside), seconds: 0)])
    #expect(monitor.known.places["Home"]?.isInside == isInside)
  }

  @Test func enteringAndLeavingAreReportedOnceWithTheTimeOfTheFirstFix() throws {
    var monitor = try monitor()
    let distances = steady(150) + [120, 95, 90, 80, 60, 20] + steady(0, 100) + [50, 99, 104, 110]
    #expect(
      try events(&monitor, distances + steady(120))
        == [
          Note(kind: .initial(isInside: false), seconds: 0), Note(kind: .entered, seconds: 5),
          Note(kind: .left, seconds: 112),
        ])
  }

  @Test(arguments: [1.0, 5, 60])
  func oneBadFixCausesNoEvent(accuracy: Double) throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(0))
    for second in stride(from: 100.0, to: 1000, by: 10) {
      let bad = try Self.fix(5000, at: second, accuracy: accuracy)
      #expect(monitor.update(with: bad) == [])
      #expect(try events(&monitor, steady(0, 2), from: second + 1) == [])
    }
  }

  @Test func aReceiverOnTheBorderCausesNoEvent() throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(0))
    let border = (0..<600).map { 100 + ($0 % 7 < 3 ? 6.5 : -20) }
    #expect(try events(&monitor, border, from: 100) == [])
  }

  @Test func aCoarseFixCountsOnlyWhereItIsClear() throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(0))
    #expect(try events(&monitor, steady(170, 20), from: 100, accuracy: 100) == [])
    #expect(
      try events(&monitor, steady(180), from: 200, accuracy: 100)
        == [Note(kind: .left, seconds: 200, isLate: true)])
  }

  @Test func aFixWithoutAccuracyCounts() throws {
    var monitor = try monitor()
    #expect(try events(&monitor, steady(0), accuracy: nil).count == 1)
    #expect(try events(&monitor, steady(109), from: 10, accuracy: nil).count == 1)
  }

  @Test func aQuickReturnNeedsAGreaterDistance() throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(150) + steady(80))
    #expect(try events(&monitor, steady(115, 40), from: 10) == [])
    #expect(
      try events(&monitor, steady(130), from: 52) == [Note(kind: .left, seconds: 52)])
    // The minute is counted from each change.
    #expect(try events(&monitor, steady(90, 70), from: 56) == [Note(kind: .entered, seconds: 112)])
  }

  @Test func sparseFixesNeedASecondOne() throws {
    var monitor = try monitor()
    #expect(
      try events(&monitor, [150, 150, 0, 0], every: 50)
        == [
          Note(kind: .initial(isInside: false), seconds: 0), Note(kind: .entered, seconds: 100),
        ])
  }

  @Test func fixesAtTenHertzNeedTheirTime() throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(150))
    #expect(try events(&monitor, steady(0, 20), from: 10, every: 0.1) == [])
    #expect(try events(&monitor, steady(0, 2), from: 12, every: 0.1).count == 1)
  }

  @Test func aSmallPlaceCanBeEntered() throws {
    var monitor = try monitor(radius: 8)
    _ = try events(&monitor, steady(150))
    #expect(
      try events(&monitor, steady(3), from: 10) == [Note(kind: .entered, seconds: 10)])
  }

  @Test func aFixOfAMobileNetworkDoesNotEnterAShop() throws {
    var monitor = try monitor(radius: 10)
    _ = try events(&monitor, steady(150))
    #expect(try events(&monitor, steady(0, 30), from: 10, accuracy: 51) == [])
    #expect(try events(&monitor, steady(0), from: 50, accuracy: 50).count == 1)
  }

  // MARK: Stays

  @Test func aStayIsReportedOnceForEachVisit() throws {
    var monitor = try monitor(MonitoringOptions(stay: .seconds(30)))
    let stayed = PlaceEvent.Kind.stayed(.seconds(30))
    #expect(
      try events(&monitor, steady(0, 100))
        == [Note(kind: .initial(isInside: true), seconds: 0), Note(kind: stayed, seconds: 30)])
    #expect(
      try events(&monitor, steady(200) + steady(0, 100), from: 100)
        == [
          Note(kind: .left, seconds: 100), Note(kind: .entered, seconds: 103),
          Note(kind: stayed, seconds: 133),
        ])
  }

  @Test func timeWithoutFixesCountsForAStayAndIsNotLeaving() throws {
    var monitor = try monitor(MonitoringOptions(stay: .seconds(600)))
    _ = try events(&monitor, steady(0))
    #expect(monitor.advance(to: Self.start.addingTimeInterval(599), of: Self.source) == [])
    let stay = monitor.advance(to: Self.start.addingTimeInterval(601), of: Self.source)
    #expect(notes(stay) == [Note(kind: .stayed(.seconds(600)), seconds: 600)])
    #expect(stay.first?.fix == nil)
    #expect(monitor.advance(to: Self.start.addingTimeInterval(86_400), of: Self.source) == [])
    #expect(monitor.known.places["Home"]?.isInside == true)
  }

  @Test func aStayIsNotReportedWhileFixesSayOtherwise() throws {
    var monitor = try monitor(MonitoringOptions(stay: .seconds(600)))
    _ = try events(&monitor, steady(0))
    #expect(
      try events(&monitor, steady(200), from: 700)
        == [Note(kind: .left, seconds: 700, isLate: true)])
  }

  // MARK: Time

  @Test func aChangeAfterALongSilenceIsLate() throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(0))
    #expect(
      try events(&monitor, steady(200), from: 62) == [Note(kind: .left, seconds: 62)])
    #expect(
      try events(&monitor, steady(0), from: 125)
        == [Note(kind: .entered, seconds: 125, isLate: true)])
  }

  @Test func afterARestartNothingIsReportedTwiceAndMissedEventsAreLate() throws {
    var monitor = try monitor(MonitoringOptions(stay: .seconds(30)))
    _ = try events(&monitor, steady(0, 60))
    var same = PlaceEventDetector(places: monitor.places, state: monitor.state)
    #expect(try events(&same, steady(0, 60), from: 1000) == [])
    var other = PlaceEventDetector(places: monitor.places, state: monitor.state)
    #expect(
      try events(&other, steady(500), from: 1000)
        == [Note(kind: .left, seconds: 1000, isLate: true)])
  }

  @Test func fixesWithoutATimeAndOlderOnesAreIgnored() throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(0), from: 100)
    var fix = try Self.fix(500, at: 0)
    fix.timestamp = nil
    for _ in 0..<10 { #expect(monitor.update(with: fix) == []) }
    #expect(try events(&monitor, steady(500, 50), from: 50) == [])
    #expect(monitor.known.time == Self.start.addingTimeInterval(102))
    // The time of receipt replaces a missing timestamp.
    fix.receivedAt = Self.start.addingTimeInterval(110)
    #expect(monitor.update(with: fix) == [])
    #expect(monitor.known.time == fix.receivedAt)
  }

  @Test func aFixOfExactlyAMinuteAgoIsIgnoredAndAnOlderOneBeginsANewTimeline() throws {
    for (age, isNew) in [(59.999, false), (60, false), (60.001, true)] {
      var monitor = try monitor()
      _ = try events(&monitor, steady(0), from: 100)
      _ = try events(&monitor, [0], from: 102 - age)
      let expected = isNew ? 102 - age : 102
      #expect(
        monitor.known.time == Self.start.addingTimeInterval(expected), "\(age) s")
    }
  }

  @Test func aRecordedFixWithoutADateIsIgnored() throws {
    var monitor = PlaceEventDetector(places: [try Place.circle()])
    for second in 0..<5 {
      var fix = Fix(
        coordinate: try at(48, 11), source: FixSource(kind: .replayed, name: "file:a.nmea"))
      // It depends on the speed of the replay.
      fix.receivedAt = Self.start.addingTimeInterval(Double(second))
      #expect(monitor.update(with: fix) == [])
    }
    #expect(monitor.known.time == nil)
  }

  @Test func aRecordingThatStartsOverContinuesTheStates() throws {
    var monitor = try monitor(MonitoringOptions(stay: .seconds(30)))
    let drive = steady(0, 20) + steady(300, 100)
    #expect(try events(&monitor, drive, from: 1000).count == 2)
    #expect(
      try events(&monitor, drive)
        == [Note(kind: .entered, seconds: 0), Note(kind: .left, seconds: 20)])
  }

  // MARK: Places

  @Test func aVisitThatBeganLaterThanANewTimelineBeginsWithIt() throws {
    var monitor = try monitor(MonitoringOptions(stay: .seconds(30)))
    #expect(try events(&monitor, steady(0, 3), from: 1_000).count == 1)
    #expect(
      try events(&monitor, steady(0, 40), from: 0) == [
        Note(kind: .stayed(.seconds(30)), seconds: 30)
      ])
  }

  @Test func unwantedEventsAreNotReported() throws {
    var quiet = try monitor(MonitoringOptions(reportsEntering: false))
    #expect(
      try events(&quiet, steady(200) + steady(0) + steady(200)).map(\.kind)
        == [.initial(isInside: false), .left])
    var off = try monitor(.off)
    #expect(off.places == [])
    #expect(try events(&off, steady(200) + steady(0)) == [])
  }

  @Test func onlyTheChangedPlaceOfManyIsReported() throws {
    let places = try (0..<200).map { number throws in
      try Place(
        id: "\(number)", name: "\(number)",
        region: .circle(around: at(48, 11 + Double(number) / 100), radius: 100))
    }
    var monitor = PlaceEventDetector(places: places)
    #expect(try events(&monitor, steady(200)).count == 200)
    #expect(try events(&monitor, steady(0), from: 10).count == 1)
    #expect(monitor.known.places.filter(\.value.isInside).keys.sorted() == ["0"])
    #expect(try events(&monitor, steady(200), from: 20).map(\.kind) == [.left])
  }

  @Test func leavingComesBeforeEnteringTheNextPlace() throws {
    let next = try Place(
      name: "Next",
      region: .circle(around: at(48, 11).destination(bearing: 0, distance: 300), radius: 100))
    var monitor = PlaceEventDetector(places: [next, try Place.circle()])
    _ = try events(&monitor, steady(0))
    #expect(try events(&monitor, steady(300), from: 10).map(\.kind) == [.left, .entered])
  }

  @Test func replacedPlacesKeepTheirState() throws {
    var monitor = try monitor()
    _ = try events(&monitor, steady(0))
    let new = try Place(name: "New", region: .circle(around: at(48, 11), radius: 50))
    monitor.setPlaces(monitor.places + [new])
    #expect(
      try events(&monitor, steady(0), from: 10)
        == [Note(kind: .initial(isInside: true), seconds: 10)])
    #expect(monitor.known.places.count == 2)
  }
}

extension PlaceEventDetector {
  /// What it knows about the device of ``PlaceEventDetectorTests``.
  var known: MonitorState.Device {
    state.devices[PlaceEventDetectorTests.device] ?? MonitorState.Device()
  }
}
