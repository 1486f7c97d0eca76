import Foundation
import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct PrivacyZoneTests {
  private static let radii = [10, 99, 300, 500, 2_000.0]

  /// Places all over the Earth, at random.
  private func homes(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = RandomStream(test: seed)
    return (0..<count).map { _ in
      Coordinate(unchecked: -85 + 170 * random.uniform(), -180 + 360 * random.uniform())
    }
  }

  @Test(arguments: radii) func everythingUpToTheRadiusIsInTheZone(radius: Double) {
    for home in homes(50, seed: 1) {
      let zone = PrivacyZone(hiding: home, radius: radius)
      #expect(zone.contains(home, radius: radius))
      #expect(zone.radius >= 1.8 * radius && zone.radius <= 3.6 * radius + 1)
      for bearing in stride(from: 0.0, to: 360, by: 45) {
        #expect(zone.contains(home.destination(bearing: bearing, distance: radius)))
      }
    }
  }

  /// The proof: the zone depends on the place only through its cell. So it tells nothing about where in the cell the
  /// place is.
  @Test(arguments: radii) func allPlacesOfACellHaveTheSameZone(radius: Double) {
    var random = RandomStream(test: 2)
    for home in homes(20, seed: 3) {
      let zone = PrivacyZone(hiding: home, radius: radius)
      let neighbors = (0..<200).map { _ in
        home.destination(bearing: random.uniform() * 360, distance: radius * 3 * random.uniform())
      }.filter { PrivacyZone(hiding: $0, radius: radius) == zone }
      #expect(neighbors.count > 10)
      #expect(neighbors.contains { $0.distance(to: home) > 0.5 * radius })
      #expect(neighbors.allSatisfy { zone.contains($0, radius: radius) })
    }
  }

  /// Two places with the same zone have the same zone for each greater radius too. So two radii tell no more than
  /// the smaller one.
  @Test func theCellsOfAGreaterRadiusConsistOfWholeCells() {
    var random = RandomStream(test: 4)
    for home in homes(300, seed: 5) {
      let neighbor = home.destination(bearing: random.uniform() * 360, distance: 100)
      let isSame = Self.radii.map { radius in
        PrivacyZone(hiding: home, radius: radius).center
          == PrivacyZone(hiding: neighbor, radius: radius).center
      }
      #expect(isSame == isSame.sorted { !$0 && $1 }, "\(home)")
    }
  }

  /// A cell is not smaller than what the user wanted to hide.
  @Test(arguments: radii) func aCellIsAsLargeAsTheRadius(radius: Double) {
    for home in homes(50, seed: 6) {
      let zone = PrivacyZone(hiding: home, radius: radius)
      let isInside = { (place: Coordinate) in PrivacyZone(hiding: place, radius: radius) == zone }
      for bearing in [0.0, 90, 180, 270] {
        #expect(isInside(zone.center.destination(bearing: bearing, distance: 0.49 * radius)))
      }
    }
  }

  @Test(arguments: [(90, 0), (-90, 30), (89.999, 179.9), (0, 180), (0, -180), (-16.8, 179.9999)])
  func polesAndTheAntimeridianAreHidden(latitude: Double, longitude: Double) throws {
    let home = try Coordinate(latitude: latitude, longitude: longitude)
    for radius in [1, 50, 5_000, 1_000_000.0] {
      let zone = PrivacyZone(hiding: home, radius: radius)
      for bearing in stride(from: 0.0, to: 360, by: 30) {
        #expect(zone.contains(home.destination(bearing: bearing, distance: radius * 0.999)))
      }
    }
  }

  @Test func allNamesOfAPlaceHaveTheSameZone() throws {
    for (one, other) in [((5, 180), (5, -180)), ((90, 0), (90, 77)), ((-90, -180), (-90, 12))] {
      let zones = try [one, other].map {
        PrivacyZone(
          hiding: try Coordinate(latitude: Double($0.0), longitude: Double($0.1)), radius: 300)
      }
      #expect(zones[0] == zones[1])
    }
  }

  @Test func aRegionWithoutABoundHidesTheEarth() throws {
    let home = Coordinate(unchecked: 48, 11)
    let zone = PrivacyZone(hiding: home, radius: .infinity)
    #expect(zone.contains(try Coordinate(latitude: -48, longitude: -169)))
    #expect(zone.contains(home, radius: .infinity) && zone.radius.isFinite)
  }

  @Test func aFixMayBeInTheZoneByTwiceItsError() {
    let zone = PrivacyZone(center: Coordinate(unchecked: 48, 11), radius: 500)
    var fix = Fix(
      coordinate: zone.center.destination(bearing: 10, distance: 700), source: .live)
    #expect(!zone.hides(fix))
    fix.errors.horizontal = 99
    #expect(!zone.hides(fix))
    fix.errors.horizontal = 101
    #expect(zone.hides(fix))
  }
}
