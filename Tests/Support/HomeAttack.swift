private import Foundation
package import LocationCore
private import LocationSimulation

/// Guesses where a home is, from the published ends of journeys.
package struct HomeAttack {
  /// The average of the ends.
  package let average: Coordinate
  /// The center of the circle with the least squares of deviations (the method of Kåsa).
  package let circleCenter: Coordinate

  package init(on ends: [Coordinate]) {
    precondition(!ends.isEmpty, "nothing was published")
    let plane = LocalPlane(at: ends[0])
    let points = ends.map { plane.meters($0) }
    func mean(_ value: (SIMD2<Double>) -> Double) -> Double {
      points.reduce(0) { $0 + value($1) } / Double(points.count)
    }
    let (mx, my) = (mean { $0.x }, mean { $0.y })
    average = plane.place(SIMD2(mx, my))
    // Minimizes the sum of (x² + y² − 2ax − 2by − c)² around the mean.
    let xx = mean { ($0.x - mx) * ($0.x - mx) }
    let yy = mean { ($0.y - my) * ($0.y - my) }
    let xy = mean { ($0.x - mx) * ($0.y - my) }
    func square(_ point: SIMD2<Double>) -> Double {
      (point.x - mx) * (point.x - mx) + (point.y - my) * (point.y - my)
    }
    let sx = mean { square($0) * ($0.x - mx) } / 2
    let sy = mean { square($0) * ($0.y - my) } / 2
    let determinant = xx * yy - xy * xy
    circleCenter = plane.place(
      SIMD2(mx + (sx * yy - sy * xy) / determinant, my + (sy * xx - sx * xy) / determinant))
  }
}

/// How far the guesses of an attacker are from the homes, in radii of the private places: the median of many homes.
package struct HomeAttackErrors: CustomStringConvertible {
  /// Of the center of a circle through the ends of the journeys.
  package var circle = 0.0
  /// Of the average of the ends.
  package var average = 0.0
  /// Of the middle of what every journey hides.
  package var intersection = 0.0
  /// Of the center of the zone. Nobody who knows only the zone can guess better.
  package var guess = 0.0
  /// The share of homes that an attack finds to a tenth of the radius.
  package var found = 0.0

  /// Attacks homes all over the Earth.
  ///
  /// - Parameters:
  ///   - journeys: the number of journeys of each home.
  ///   - destinations: the number of roads that they take.
  ///   - publish: returns what is published of a journey of somebody with a private place at `home`.
  package init(
    homes count: Int = 24, journeys: Int, destinations: Int, radius: Double = 300,
    publish: (_ home: Coordinate, _ journey: [Fix]) throws -> [Coordinate]
  ) rethrows {
    var errors: (circle: [Double], average: [Double], intersection: [Double], guess: [Double]) =
      ([], [], [], [])
    for seed in 1...UInt64(count) {
      var random = RandomStream(test: seed)
      let home = Coordinate(
        unchecked: -65 + 130 * random.uniform(), -180 + 360 * random.uniform())
      let roads = Journeys(from: home, destinations: destinations, using: &random)
      // What a private place hides is seen by a journey to every place nearby.
      let plane = LocalPlane(at: home)
      let survey = (-6...6).flatMap { x in
        (-6...6).map { y in plane.place(SIMD2(Double(x) * 200, Double(y) * 200)) }
      }
      var (ends, hidden): ([Coordinate], Set<Coordinate>) = ([], Set(survey))
      for number in 0..<journeys {
        let published = try publish(home, roads.journey(number, using: &random))
        if let end = number % 2 == 0 ? published.first : published.last { ends.append(end) }
        hidden.subtract(try publish(home, survey.map { Fix(coordinate: $0, source: .live) }))
      }
      let attack = HomeAttack(on: ends)
      let zone = PrivacyZone(hiding: home, radius: radius)
      errors.circle.append(attack.circleCenter.distance(to: home) / radius)
      errors.average.append(attack.average.distance(to: home) / radius)
      errors.intersection.append(
        HomeAttack(on: survey.filter(hidden.contains)).average.distance(to: home) / radius)
      errors.guess.append(zone.center.distance(to: home) / radius)
    }
    let all = [errors.circle, errors.average, errors.intersection]
    let median = count / 2
    circle = errors.circle.sorted()[median]
    average = errors.average.sorted()[median]
    intersection = errors.intersection.sorted()[median]
    guess = errors.guess.sorted()[median]
    found = all.map { Double($0.count { $0 < 0.1 }) / Double(count) }.max() ?? 1
  }

  /// Whether no attack is better than a guess at the middle of the zone, and that guess is far away.
  package var revealsNothing: Bool {
    guess > 0.7 && found < 0.1
      && [circle, average, intersection].allSatisfy { $0 > 0.9 * guess }
  }

  package var description: String {
    "circle \(circle), average \(average), intersection \(intersection), guess \(guess), found \(found)"
  }
}
