import LocationCore
import LocationPlaces
import TestTurns
import Testing

@Suite(.inTurn) struct RegionTests {
  /// The distance from a place to a line, from many places of the line.
  private func sampledDistance(
    from place: Coordinate, to line: (Coordinate, Coordinate)
  ) -> Double {
    let length = line.0.distance(to: line.1)
    let bearing = line.0.bearing(to: line.1) ?? 0
    var best = 0.0..<length
    // The distance has one minimum, so every step narrows the range.
    for _ in 0..<100 {
      let third = (best.upperBound - best.lowerBound) / 3
      let (left, right) = (best.lowerBound + third, best.upperBound - third)
      let leftDistance = line.0.destination(bearing: bearing, distance: left).distance(to: place)
      let rightDistance = line.0.destination(bearing: bearing, distance: right).distance(to: place)
      best = leftDistance < rightDistance ? best.lowerBound..<right : left..<best.upperBound
    }
    return line.0.destination(bearing: bearing, distance: best.lowerBound).distance(to: place)
  }

  @Test func theBorderOfACircleIsItsRadiusFromTheCenter() throws {
    let center = try at(48, 11)
    let region = try PlaceRegion.circle(around: center, radius: 100)
    #expect(abs(region.borderDistance(from: center) + 100) < 1e-6)
    for bearing in [0.0, 77, 200] {
      let outside = center.destination(bearing: bearing, distance: 130)
      #expect(abs(region.borderDistance(from: outside) - 30) < 1e-6)
      #expect(!region.contains(outside))
      #expect(region.contains(center.destination(bearing: bearing, distance: 99.9)))
    }
  }

  @Test(arguments: [
    (48.0, 11.0), (-17, 179.999), (0, 0), (89.99, 30), (-89.995, 0), (60, -180),
  ])
  func aSquareKnowsItsInsideAnywhere(latitude: Double, longitude: Double) throws {
    let center = try at(latitude, longitude)
    let corners = [45.0, 135, 225, 315].map { center.destination(bearing: $0, distance: 1000) }
    let region = PlaceRegion.polygon(try PolygonRegion(corners: corners))
    let half = 1000 / 2.0.squareRoot()
    #expect(abs(region.borderDistance(from: center) + half) < 0.1)
    for bearing in stride(from: 0.0, to: 360, by: 90) {
      let inside = center.destination(bearing: bearing, distance: half - 1)
      #expect(abs(region.borderDistance(from: inside) + 1) < 0.1)
      let outside = center.destination(bearing: bearing, distance: half + 1)
      #expect(abs(region.borderDistance(from: outside) - 1) < 0.1)
      #expect(!region.contains(center.destination(bearing: bearing, distance: 5_000_000)))
      #expect(!region.contains(center.destination(bearing: bearing, distance: 19_900_000)))
    }
  }

  @Test func theDirectionOfARingMakesNoDifference() throws {
    let corners = try [at(10, 170), at(10, -170), at(-10, -170), at(-10, 170)]
    let one = PlaceRegion.polygon(try PolygonRegion(corners: corners))
    let other = PlaceRegion.polygon(try PolygonRegion(corners: corners.reversed() + [corners[3]]))
    for place in try [at(0, 180), at(0, -179), at(0, 169), at(0, 0), at(9.9, 171)] {
      let difference = one.borderDistance(from: place) - other.borderDistance(from: place)
      #expect(abs(difference) < 0.01)
    }
    #expect(try one.contains(at(0, 180)))
    #expect(try one.contains(at(0, -180)))
    #expect(try !one.contains(at(0, 0)))
  }

  @Test func aRingAroundAPoleContainsThePole() throws {
    let ring = try stride(from: -180.0, to: 180, by: 20).map { longitude throws in
      try at(-70, longitude)
    }
    let region = PlaceRegion.polygon(try PolygonRegion(corners: ring))
    #expect(try region.contains(at(-90, 0)))
    #expect(try region.contains(at(-80, 123)))
    #expect(try !region.contains(at(-60, 123)))
    #expect(try !region.contains(at(90, 0)))
  }

  @Test func aHoleIsOutside() throws {
    let center = try at(48, 11)
    func square(_ size: Double) -> [Coordinate] {
      [45.0, 135, 225, 315].map { center.destination(bearing: $0, distance: size) }
    }
    let region = PlaceRegion.polygon(
      try PolygonRegion(corners: square(1000), holes: [square(200)]))
    #expect(!region.contains(center))
    #expect(abs(region.borderDistance(from: center) - 200 / 2.0.squareRoot()) < 0.01)
    let between = center.destination(bearing: 0, distance: 300)
    #expect(abs(region.borderDistance(from: between) + (300 - 200 / 2.0.squareRoot())) < 0.01)
  }

  @Test(arguments: [10.0, 3_000, 99_000, 400_000, 4_000_000])
  func theDistanceToALineIsExact(length: Double) throws {
    let start = try at(59, 170)
    for bearing in [3.0, 91, 250] {
      let end = start.destination(bearing: bearing, distance: length)
      let region = PlaceRegion.corridor(
        try CorridorRegion(along: [start, end], radius: 1))
      for (along, aside) in [
        (0.5, 5.0), (0.2, 4_900), (0.5, 5_100), (-0.1, 30), (1.2, 3), (0.9, 1_000_000), (0.5, 0),
        (0.3, 9_000_000),
      ] {
        let place =
          start.destination(bearing: bearing, distance: along * length)
          .destination(bearing: bearing + 90, distance: aside)
        let expected = sampledDistance(from: place, to: (start, end)) - 1
        let distance = region.borderDistance(from: place)
        #expect(
          abs(distance - expected) < 0.01,
          "\(length) m, \(along), \(aside) m: \(distance), not \(expected)")
      }
    }
  }

  @Test func aCorridorFollowsItsTrack() throws {
    let track = try [at(52.5, 13.3), at(52.5, 13.4), at(52.6, 13.4)]
    let region = PlaceRegion.corridor(try CorridorRegion(along: track, radius: 50))
    #expect(abs(region.borderDistance(from: track[1]) + 50) < 0.001)
    #expect(region.contains(track[2].destination(bearing: 0, distance: 49)))
    #expect(!region.contains(track[2].destination(bearing: 0, distance: 51)))
    #expect(try !region.contains(at(52.55, 13.35)))
  }

  @Test(arguments: [0.0, -1, 0.5, 5_000_001, .nan, .infinity])
  func aRadiusOutOfRangeIsRefused(radius: Double) throws {
    let error = try #require(
      #expect(throws: PlaceError.self) {
        try PlaceRegion.circle(around: at(1, 2), radius: radius)
      })
    #expect(error.code == .invalidPlace)
    #expect(error.detail.contains("1...5000000"))
    #expect(throws: PlaceError(.invalidPlace)) {
      try CorridorRegion(along: [at(1, 2), at(1, 3)], radius: radius)
    }
  }

  @Test func shapesWithoutAnAreaAreRefused() throws {
    #expect(throws: PlaceError(.invalidPlace)) { try PolygonRegion(corners: [at(1, 2), at(1, 3)]) }
    #expect(throws: PlaceError(.invalidPlace)) {
      try PolygonRegion(corners: [at(1, 2), at(1, 3), at(1, 2), at(1, 3)])
    }
    #expect(throws: PlaceError(.invalidPlace)) {
      try PolygonRegion(corners: [at(0, 2), at(0, 3), at(0, 4)])
    }
    #expect(throws: PlaceError(.invalidPlace)) {
      try PolygonRegion(corners: [at(0, 0), at(0, 120), at(0, -120)])
    }
    #expect(throws: PlaceError(.invalidPlace)) {
      try PolygonRegion(
        corners: [at(0, 0), at(0, 1), at(1, 1)], holes: [[at(5, 5), at(5, 6), at(6, 6)]])
    }
    #expect(throws: PlaceError(.invalidPlace)) {
      try CorridorRegion(along: [at(1, 2), at(1, 2)], radius: 5)
    }
  }
}
