private import Foundation
package import LocationCore
package import LocationSimulation

/// Journeys between a home and its destinations, along roads with bends. The same roads are taken again and again.
package struct Journeys {
  /// Meters between two fixes, and the length of a road.
  private static let (spacing, length) = (20.0, 1_500.0)

  private let home: Coordinate
  private let roads: [[Coordinate]]

  /// Makes the roads.
  ///
  /// - Parameter destinations: the number of destinations, in random directions.
  package init(from home: Coordinate, destinations: Int, using random: inout RandomStream) {
    self.home = home
    // Every journey begins in the street of the home.
    let street = 360 * random.uniform()
    roads = (0..<destinations).map { _ in
      let target = 360 * random.uniform()
      let start = cosine(target - street) > 0 ? street : street + 180
      var road = [home]
      var bend = 0.0
      while Double(road.count) * Self.spacing < Self.length {
        // A bend lasts for about 200 m.
        bend = 0.9 * bend + 50 * (random.uniform() - 0.5)
        let bearing = Double(road.count) * Self.spacing < 100 ? start : target + bend
        road.append(road[road.count - 1].destination(bearing: bearing, distance: Self.spacing))
      }
      return road
    }
  }

  /// A journey to a destination, as a receiver with an error of some meters reports it.
  ///
  /// - Parameter number: odd ones lead home.
  package func journey(_ number: Int, using random: inout RandomStream) -> [Fix] {
    let road = roads[random.integer(below: roads.count)]
    return (number % 2 == 0 ? road : road.reversed()).enumerated().map { index, place in
      var fix = Fix(
        coordinate: place.destination(
          bearing: 360 * random.uniform(), distance: 5 * random.uniform()), source: .live)
      fix.timestamp = Date(timeIntervalSince1970: Double(86_400 * (number + 20_000) + index * 2))
      fix.errors.horizontal = 5
      return fix
    }
  }
}

private func cosine(_ degrees: Double) -> Double {
  // The sign is enough.
  abs(degrees.remainder(dividingBy: 360)) < 90 ? 1 : -1
}
