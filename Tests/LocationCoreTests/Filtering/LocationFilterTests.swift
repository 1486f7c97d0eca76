import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct LocationFilterTests {
  /// A fix so many meters north of the equator.
  private func fix(
    _ meters: Double, at seconds: Double?, device: String? = nil, speed: Double? = nil,
    error: Double? = nil
  ) throws -> LocationUpdate {
    let source = FixSource(kind: .live, name: "test", device: device)
    var fix = try Fix.bare(meters / 110_574, 0, source: source)
    fix.timestamp = seconds.map { Date(timeIntervalSince1970: 1_740_787_200 + $0) }
    fix.speed = speed
    fix.errors.horizontal = error
    return .fix(fix)
  }

  /// The indexes of the updates that pass.
  private func passing(_ filter: LocationFilter, _ updates: [LocationUpdate]) -> [Int] {
    var selection = UpdateSelection(filter)
    return updates.indices.filter { selection.passes(updates[$0]) }
  }

  @Test func anEmptyFilterDropsNothing() throws {
    let updates = try (0..<5).map { try fix(0, at: Double($0)) }
    #expect(passing(LocationFilter(), updates) == Array(0..<5))
  }

  @Test func theIntervalIsMeasuredByTheReceiversTime() throws {
    var filter = LocationFilter()
    filter.interval = .seconds(5)
    let times = [0, 1, 4.9995, 5, 9, 12, 9.999, 10, 3, 8]
    let updates = try times.map { try fix(0, at: $0) }
    // After the clock was set back to 3, the interval begins again.
    #expect(passing(filter, updates) == [0, 2, 5, 6, 8, 9])
    #expect(passing(filter, [try fix(0, at: nil), try fix(0, at: nil)]) == [0, 1])
  }

  @Test func theDistanceCountsFromTheLastFixThatPassed() throws {
    var filter = LocationFilter()
    filter.distance = 10
    filter.interval = .seconds(2)
    let places = [(0.0, 0.0), (11, 1), (12, 2), (15, 5), (23, 9)]
    #expect(passing(filter, try places.map { try fix($0.0, at: $0.1) }) == [0, 2, 4])
  }

  @Test func aFixWithALargerErrorOrWithoutOneIsDropped() throws {
    var filter = LocationFilter()
    filter.accuracy = 10
    let errors: [Double?] = [5, 11, nil, 10]
    #expect(passing(filter, try errors.map { try fix(0, at: 0, error: $0) }) == [0, 3])
  }

  @Test func aReceiverThatStaysIsSilentUntilItMoves() throws {
    var filter = LocationFilter()
    filter.stationary = StationaryLimits(radius: 20, duration: .seconds(10))
    var updates = try (0..<20).map { try fix(Double($0 % 3), at: Double($0)) }
    updates.append(try fix(30, at: 20))
    updates.append(try fix(31, at: 21))
    #expect(passing(filter, updates) == Array(0...10) + [20, 21])
  }

  @Test func aReceiverThatMovesSlowlyDoesNotStay() throws {
    var filter = LocationFilter()
    filter.stationary = StationaryLimits(radius: 20, duration: .seconds(30))
    let updates = try (0..<200).map { try fix(Double($0), at: Double($0)) }
    #expect(passing(filter, updates).count == 200)
  }

  @Test func aJumpIsAnOutlier() throws {
    var filter = LocationFilter()
    filter.outliers = OutlierLimits()
    let places: [(Double, Double)] = [(0, 0), (10, 1), (50_000, 2), (30, 3), (-9000, 4), (50, 5)]
    #expect(passing(filter, try places.map { try fix($0.0, at: $0.1) }) == [0, 1, 3, 5])
  }

  @Test func theSpeedThatTheReceiverReportsLimitsAJump() throws {
    var filter = LocationFilter()
    filter.outliers = OutlierLimits()
    // 100 m in a second are too much for a walker, and usual for an airplane.
    for (speed, expected) in [(1.5, [0, 2]), (90, [0, 1, 2])] {
      let updates = try [(0.0, 0.0), (100, 1), (3, 2)].map {
        try fix($0.0, at: $0.1, speed: speed)
      }
      #expect(passing(filter, updates) == expected)
    }
  }

  @Test func statedErrorsExplainAJump() throws {
    var filter = LocationFilter()
    filter.outliers = OutlierLimits()
    let updates = try [(0.0, 0.0), (400, 1)].map { try fix($0.0, at: $0.1, error: 100) }
    #expect(passing(filter, updates) == [0, 1])
    #expect(passing(filter, [try fix(0, at: 0, error: 201)]) == [])
  }

  @Test func aWrongFirstFixDoesNotStopTheStream() throws {
    var filter = LocationFilter()
    filter.outliers = OutlierLimits()
    var updates = [try fix(900_000, at: 0)]
    for second in 1...10 { updates.append(try fix(Double(second), at: Double(second))) }
    #expect(passing(filter, updates) == [0] + Array(4...10))
  }

  @Test func eachReceiverIsFilteredForItself() throws {
    var filter = LocationFilter()
    filter.interval = .seconds(5)
    filter.outliers = OutlierLimits()
    let updates = try (0..<12).map { number in
      let isFirst = number % 2 == 0
      return try fix(isFirst ? 0 : 90_000, at: Double(number / 2), device: isFirst ? "a" : "b")
    }
    #expect(passing(filter, updates) == [0, 1, 10, 11])
  }

  @Test func aTimeSelectsFromItsStartToBeforeItsEnd() throws {
    var filter = LocationFilter()
    filter.from = Date(timeIntervalSince1970: 1_740_787_202)
    let updates = try [1, 2, 3, 4, nil].map { try fix(0, at: $0) }
    #expect(passing(filter, updates) == [1, 2, 3])
    filter.until = Date(timeIntervalSince1970: 1_740_787_204)
    #expect(passing(filter, updates) == [1, 2])
  }

  @Test func aLossAfterTheEndIsDropped() {
    var filter = LocationFilter()
    filter.until = Date(timeIntervalSince1970: 1_740_787_204)
    let losses = [1_740_787_203, 1_740_787_204].map { seconds in
      LocationUpdate.fixLost(
        FixLoss(
          reason: .noFix, timestamp: Date(timeIntervalSince1970: seconds),
          source: FixSource(kind: .live, name: "test")))
    }
    #expect(passing(filter, losses) == [0])
  }

  @Test func fixesOutsideTheAreaAreDropped() throws {
    var filter = LocationFilter()
    let center = try Coordinate(latitude: 0, longitude: 0)
    filter.circle = .init(center: center, radius: 50)
    let updates = try [-60.0, -40, 0, 40, 60].map { try fix($0, at: 0) }
    #expect(passing(filter, updates) == [1, 2, 3])
    filter.box = CoordinateBox(
      southWest: center, northEast: try Coordinate(latitude: 1, longitude: 1))
    #expect(passing(filter, updates) == [2, 3])
  }

  @Test func lossesAndAuthorizationsPassAndSatellitesFollowTheirFix() throws {
    var filter = LocationFilter()
    filter.interval = .seconds(5)
    let source = FixSource(kind: .live, name: "test")
    let sky = LocationUpdate.sky(SkyView(satellites: [], source: source))
    let loss = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: source))
    let updates = [
      sky, try fix(0, at: 0), sky, try fix(0, at: 1), sky, loss, .authorization(.denied),
    ]
    #expect(passing(filter, updates) == [0, 1, 2, 5, 6])
  }

  @Test func satellitesFollowTheFixesOfTheirReceiver() throws {
    var filter = LocationFilter()
    filter.accuracy = 10
    let skies = ["a", "b", "c"].map { device in
      LocationUpdate.sky(
        SkyView(satellites: [], source: FixSource(kind: .live, name: "test", device: device)))
    }
    let updates = [
      try fix(0, at: 0, device: "a", error: 20), try fix(0, at: 0, device: "b", error: 5),
    ]
    #expect(passing(filter, updates + skies) == [1, 3, 4])
  }

  /// Two outliers and two more do not agree if the receiver was elsewhere in between.
  @Test func outliersInARowAreCountedAnew() throws {
    var filter = LocationFilter()
    filter.outliers = OutlierLimits()
    let places = [0.0, 90_000, 90_000, 0, 90_000, 90_000, 0].enumerated()
    let updates = try places.map { try fix($1, at: Double($0)) }
    #expect(passing(filter, updates) == [0, 3, 6])
  }

  @Test func aStayBeginsAnewWhenTheClockWasSetBack() throws {
    var filter = LocationFilter()
    filter.stationary = StationaryLimits(radius: 20, duration: .seconds(10))
    let times = Array(1_000..<1_003) + Array(0..<20)
    let updates = try times.map { try fix(0, at: Double($0)) }
    #expect(passing(filter, updates) == Array(0..<3 + 11))
  }

  @Test func aSequenceIsFilteredAndKeepsItsDelivery() async throws {
    var filter = LocationFilter()
    filter.interval = .seconds(5)
    let steps = try (0..<11).map { LocationProviderMock.Step.update(try fix(0, at: Double($0))) }
    let updates = LocationProviderMock(script: steps + [.end]).startUpdatingLocation()
    let filtered = updates.filtered(by: filter)
    #expect(filtered.delivery == updates.delivery)
    var count = 0
    for try await _ in filtered { count += 1 }
    #expect(count == 3)
  }

  @Test func manyDevicesAreFilteredForThemselves() throws {
    let filter = LocationFilter(distance: 10)
    let devices = (0..<200).map { "phone \($0)" }
    let round = try devices.map { try fix(0, at: 0, device: $0) }
    #expect(passing(filter, round + round).count == 200)
  }
}
