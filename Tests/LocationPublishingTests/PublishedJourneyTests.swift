import Foundation
import LocationCore
import LocationPlaces
import LocationPublishing
import LocationSimulation
import TestSupport
import TestTurns
import Testing

/// Attacks on what is published of a private place: a circle of 300 m around a home.
@Suite(.inTurn) struct PublishedJourneyTests {
  /// A format that keeps the position only.
  private let format = ClosureFormat { fix in
    Array("\(fix.coordinate.latitude) \(fix.coordinate.longitude)".utf8)
  }

  /// What is published of a journey, in a run of its own.
  private func published(_ journey: [Fix], from home: Coordinate) throws -> [Coordinate] {
    let place = try Place(
      name: "Home", region: .circle(around: home, radius: 300), isPrivate: true)
    var rules = PublishingRules(format, places: [place])
    return try journey.flatMap { rules.messages(for: .fix($0), at: noon) }.map { message in
      let numbers = message.text.split(separator: " ").compactMap { Double($0) }
      return try Coordinate(latitude: numbers[0], longitude: numbers[1])
    }
  }

  /// The figures are radii of the private place, 300 m; see `HomeAttackErrors`.
  @Test func manyJourneysDoNotRevealAHome() throws {
    let errors = try HomeAttackErrors(journeys: 50, destinations: 6) { home, journey in
      try published(journey, from: home)
    }
    #expect(errors.revealsNothing, "\(errors)")
  }

  /// This is the worst that can happen: more ends are on the side of the zone that the home is nearer to.
  @Test func journeysOnAsManyRoadsInAllDirectionsRevealTheSideOfAHome() throws {
    let errors = try HomeAttackErrors(journeys: 50, destinations: 50) { home, journey in
      try published(journey, from: home)
    }
    #expect(errors.average > 0.5 && errors.average < errors.guess, "\(errors)")
    #expect(errors.circle > 0.9 * errors.guess, "\(errors)")
    #expect(errors.found < 0.1, "\(errors)")
  }

  /// The attacks are not too weak: they find a home in the middle of what is hidden.
  @Test(arguments: [12, 50]) func aCircleAroundTheHomeWouldRevealIt(journeys: Int) {
    let errors = HomeAttackErrors(journeys: journeys, destinations: 6) { home, journey in
      journey.map(\.coordinate).filter { $0.distance(to: home) > 300 }
    }
    #expect(errors.circle < 0.1 && errors.intersection < 0.1, "\(errors)")
  }

  /// A receiver that stays at home with a coarse source, such as a location service: its scattered fixes are around
  /// the home, so their average would be the home.
  @Test(arguments: [(100.0, 0), (1_000, 0), (5_000, 4)]) func aCoarseSourceDoesNotRevealAHome(
    accuracy: Double, count: Int
  ) throws {
    var random = RandomStream(test: 7)
    let home = Coordinate.valid(48.1374, 11.5755)
    let plane = LocalPlane(at: home)
    // Two thirds of the fixes are within the accuracy.
    let fixes = (0..<1_000).map { number in
      var fix = Fix(
        coordinate: plane.place(
          SIMD2(random.normal() * accuracy / 1.5, random.normal() * accuracy / 1.5)), source: .live)
      fix.timestamp = noon + Double(number)
      fix.errors.horizontal = accuracy
      return fix
    }
    #expect(HomeAttack(on: fixes.map(\.coordinate)).average.distance(to: home) < 300)
    let published = try published(fixes, from: home)
    #expect(published.count == count)
    if count > 2 {
      #expect(HomeAttack(on: published).average.distance(to: home) > 300)
    }
  }
}
