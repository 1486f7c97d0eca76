import Foundation
import LocationCore
import LocationReplay
import LocationSimulation
import TestSupport
import Testing

@testable import LocationTracks

@Suite struct PrivacyZoneTests {
  private static let radius = 500.0

  /// A way home from a direction: it ends at the place.
  private func way(to home: Coordinate, bearing: Double) -> Track {
    let fixes = (0...100).reversed().map { index in
      Fix(
        coordinate: home.destination(bearing: bearing, distance: Double(index) * 25),
        source: .replayed)
    }
    return Track(segments: [fixes])
  }

  /// Places of a region, at random.
  private func homes(_ count: Int, using random: inout RandomStream) -> [Coordinate] {
    (0..<count).map { _ in
      Coordinate(unchecked: -85 + 170 * random.uniform(), -180 + 360 * random.uniform())
    }
  }

  /// The ends of many trimmed ways to a place.
  private func ends(
    around home: Coordinate, count: Int, using random: inout RandomStream
  ) throws -> [Coordinate] {
    let zone = PrivacyZone(around: home, radius: Self.radius)
    return try (0..<count).map { _ in
      let track = way(to: home, bearing: random.uniform() * 360)
      let trimmed = track.trimmed(around: zone, using: &random)
      return try #require(trimmed.segments.first?.last).coordinate
    }
  }

  @Test func everythingUpToTheRadiusIsRemoved() throws {
    var random = RandomStream(test: 1)
    for home in homes(100, using: &random) {
      for end in try ends(around: home, count: 8, using: &random) {
        let distance = end.distance(to: home)
        #expect(distance > Self.radius && distance < 3.6 * Self.radius)
      }
    }
  }

  /// The reconstruction: the ends of tracks are around the place, so their circle and their average are
  /// guesses of it. Both find the center of the zone, and not the place.
  @Test func manyTracksDoNotRevealThePlace() throws {
    var random = RandomStream(test: 2)
    var errors: (circle: [Double], average: [Double]) = ([], [])
    var fromCenter: [Double] = []
    for home in homes(40, using: &random) {
      let zone = PrivacyZone(around: home, radius: Self.radius)
      let ends = try ends(around: home, count: 100, using: &random)
      let attack = Reconstruction(of: ends)
      errors.circle.append(attack.circleCenter.distance(to: home))
      errors.average.append(attack.average.distance(to: home))
      fromCenter.append(attack.circleCenter.distance(to: zone.center))
    }
    // The attack itself works: it finds the center of the zone.
    #expect(fromCenter.sorted()[20] < 0.1 * Self.radius)
    // A guess at the center of a square cell with half a diagonal of 1 is wrong by 0.54 on average. Straight
    // ways in all directions end nearer to the place, so their average is half as wrong.
    #expect(errors.circle.sorted()[20] > 0.4 * Self.radius)
    #expect(errors.average.sorted()[20] > 0.25 * Self.radius)
    for errors in [errors.circle, errors.average] {
      #expect(errors.count { $0 < 0.1 * Self.radius } <= 4)
    }
  }

  /// The same attack finds the place if the zone is a circle around it, also with a random radius. So the
  /// attack is not too weak.
  @Test func aZoneAroundThePlaceWouldRevealIt() throws {
    var random = RandomStream(test: 3)
    for home in homes(10, using: &random) {
      let ends = (0..<200).map { _ in
        home.destination(
          bearing: random.uniform() * 360, distance: Self.radius * (2 + random.uniform() / 2))
      }
      #expect(Reconstruction(of: ends).circleCenter.distance(to: home) < 0.1 * Self.radius)
    }
  }

  /// The proof: the result depends on the place only through its cell.
  @Test func allPlacesOfACellHaveTheSameZone() throws {
    var random = RandomStream(test: 4)
    for home in homes(20, using: &random) {
      let zone = PrivacyZone(around: home, radius: Self.radius)
      let neighbors = (0..<200).map { _ in
        home.destination(
          bearing: random.uniform() * 360, distance: Self.radius * 2 * random.uniform())
      }.filter { PrivacyZone(around: $0, radius: Self.radius).center == zone.center }
      #expect(neighbors.count > 10)
      #expect(neighbors.contains { $0.distance(to: home) > 0.5 * Self.radius })
      for neighbor in neighbors {
        #expect(PrivacyZone(around: neighbor, radius: Self.radius) == zone)
        #expect(neighbor.distance(to: zone.center) <= zone.innerRadius - Self.radius)
      }
    }
  }

  @Test func theCutDistanceIsRandom() throws {
    var random = RandomStream(test: 5)
    let home = try Coordinate(latitude: 48, longitude: 11)
    let zone = PrivacyZone(around: home, radius: Self.radius)
    let track = way(to: home, bearing: 30)
    let counts = (0..<20).map { _ in track.trimmed(around: zone, using: &random).count }
    #expect(Set(counts).count > 5)
    var (one, same) = (RandomStream(test: 6), RandomStream(test: 6))
    #expect(track.trimmed(around: zone, using: &one) == track.trimmed(around: zone, using: &same))
  }

  @Test(arguments: [(90, 0), (-90, 30), (89.999, 179.9), (0, 180), (0, -180), (-16.8, 179.9999)])
  func polesAndTheAntimeridianAreHidden(latitude: Double, longitude: Double) throws {
    let home = try Coordinate(latitude: latitude, longitude: longitude)
    for radius in [1, 50, 5_000, 1_000_000.0] {
      let zone = PrivacyZone(around: home, radius: radius)
      for bearing in stride(from: 0.0, to: 360, by: 30) {
        let near = home.destination(bearing: bearing, distance: radius * 0.999)
        #expect(zone.center.distance(to: near) <= zone.innerRadius)
      }
    }
  }

  @Test func bothNamesOfTheAntimeridianHaveTheSameZone() throws {
    let east = PrivacyZone(around: try Coordinate(latitude: 5, longitude: 180), radius: 300)
    let west = PrivacyZone(around: try Coordinate(latitude: 5, longitude: -180), radius: 300)
    #expect(east == west)
  }

  @Test func aWayThroughTheZoneBecomesTwoSegments() throws {
    var random = RandomStream(test: 8)
    let home = try Coordinate(latitude: 48, longitude: 11)
    let (first, last) = (way(to: home, bearing: 0), way(to: home, bearing: 180).reversed())
    let track = Track(segments: [first.segments[0] + last.segments[0]])
    let zone = PrivacyZone(around: home, radius: Self.radius)
    #expect(track.trimmed(around: zone, using: &random).segments.count == 2)
  }

  @Test func waypointsNearThePlaceAreRemoved() throws {
    var random = RandomStream(test: 9)
    let home = TrackMark(try Coordinate(latitude: 48, longitude: 11), name: "Home")
    let far = TrackMark(try Coordinate(latitude: 49, longitude: 11), name: "Far")
    let zone = PrivacyZone(around: home.coordinate, radius: Self.radius)
    let collection = TrackCollection(
      tracks: [Track(segments: [[try fix(48, 11)]])], waypoints: [home, far],
      routes: [Route(points: [home]), Route(points: [home, far])])
    let trimmed = collection.trimmed(around: zone, using: &random)
    #expect(trimmed.tracks.isEmpty && trimmed.waypoints == [far])
    #expect(trimmed.routes == [Route(points: [far])])
  }
}

/// Guesses of a place from the ends of tracks around it.
private struct Reconstruction {
  /// The average of the ends.
  let average: Coordinate
  /// The center of the circle with the least squares of deviations (the method of Kåsa).
  let circleCenter: Coordinate

  init(of ends: [Coordinate]) {
    let origin = ends[0]
    // Plane coordinates are good enough for some kilometers.
    let points = ends.map { end -> (x: Double, y: Double) in
      let angle = (origin.bearing(to: end) ?? 0) * .pi / 180
      let distance = origin.distance(to: end)
      return (distance * sin(angle), distance * cos(angle))
    }
    func place(_ x: Double, _ y: Double) -> Coordinate {
      origin.destination(
        bearing: atan2(x, y) * 180 / .pi, distance: (x * x + y * y).squareRoot())
    }
    func mean(_ value: ((x: Double, y: Double)) -> Double) -> Double {
      points.reduce(0) { $0 + value($1) } / Double(points.count)
    }
    let (mx, my) = (mean { $0.x }, mean { $0.y })
    average = place(mx, my)
    // Minimizes the sum of (x² + y² − 2ax − 2by − c)² around the mean.
    let xx = mean { ($0.x - mx) * ($0.x - mx) }
    let yy = mean { ($0.y - my) * ($0.y - my) }
    let xy = mean { ($0.x - mx) * ($0.y - my) }
    func square(_ point: (x: Double, y: Double)) -> Double {
      (point.x - mx) * (point.x - mx) + (point.y - my) * (point.y - my)
    }
    let sx = mean { square($0) * ($0.x - mx) } / 2
    let sy = mean { square($0) * ($0.y - my) } / 2
    let determinant = xx * yy - xy * xy
    circleCenter = place(
      mx + (sx * yy - sy * xy) / determinant, my + (sy * xx - sx * xy) / determinant)
  }
}
