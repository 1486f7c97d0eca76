import LocationCore

/// The line of a route: legs along geodesics, joined by circles at rounded corners.
struct RoutePath: Sendable {
  /// A part of the line.
  struct Piece: Sendable {
    enum Shape: Sendable {
      /// Along the geodesic from a place in a direction, beginning some meters after that place.
      case line(from: Coordinate, bearing: Double, to: Coordinate, offset: Double)
      /// Round a center, from a direction seen from the center, by an angle in degrees, positive to
      /// the right. The radius may change a little, because the Earth is not flat.
      case arc(center: Coordinate, radii: (from: Double, to: Double), from: Double, by: Double)
    }

    var shape: Shape
    /// Meters from the start of the line.
    var start: Double
    var length: Double
    /// Meters above mean sea level at both ends.
    var altitudes: (from: Double, to: Double)
    /// The highest speed that the turn rate allows, in m/s.
    var topSpeed: Double
    /// The change of direction at the end of the piece, in degrees, if no circle follows. The
    /// vehicle has to stop for it.
    var turnAtEnd: Double?
  }

  private(set) var pieces: [Piece] = []
  private(set) var length = 0.0
  /// Whether the path ends at its start.
  let isClosed: Bool

  /// A leg from one waypoint to the next, and the parts of its ends that belong to circles.
  private struct Leg {
    var from: Waypoint
    var to: Waypoint
    var bearing: Double
    var arrival: Double
    var length: Double
    var cutAtStart = 0.0
    var cutAtEnd = 0.0
    var altitudes: (from: Double, to: Double)

    func altitude(at distance: Double) -> Double {
      length > 0
        ? altitudes.from + (altitudes.to - altitudes.from) * distance / length : altitudes.from
    }
  }

  /// Smaller angles are no corners.
  private static let slightTurn = 0.5
  /// At larger angles the vehicle brakes, so that its circle passes near the corner.
  private static let hairpin = 150.0
  /// At larger angles the vehicle halts and turns.
  private static let reversal = 175.0
  /// The greatest distance of a hairpin's circle from its corner, in meters.
  private static let hairpinCut = 40.0

  /// - Parameter topSpeed: the highest speed on the route. It determines the size of the circles.
  init(_ route: Route, topSpeed: Double) {
    isClosed = route.ending != .stop
    var legs = Self.legs(of: route)
    let corners = legs.indices.map { index -> (turn: Double, radius: Double) in
      let next = (index + 1) % legs.count
      guard isClosed || index + 1 < legs.count else { return (0, 0) }
      let turn = turn(from: legs[index].arrival, to: legs[next].bearing)
      guard let rate = route.turnRate, abs(turn) > Self.slightTurn, abs(turn) < Self.reversal
      else { return (turn, 0) }
      let tangent = tangent(degrees: abs(turn) / 2)
      let room = min(legs[index].length, legs[next].length) / 2
      var radius = min(topSpeed / (rate * .pi / 180), room / tangent)
      if abs(turn) > Self.hairpin {
        let reach = (1 + tangent * tangent).squareRoot() - 1
        radius = min(radius, Self.hairpinCut / reach)
      }
      legs[index].cutAtEnd = radius * tangent
      legs[next].cutAtStart = radius * tangent
      return (turn, radius)
    }
    for (index, leg) in legs.enumerated() {
      append(leg)
      let (turn, radius) = corners[index]
      if radius > 0, let rate = route.turnRate {
        let next = legs[(index + 1) % legs.count]
        append(turn, radius, from: leg, to: next, topSpeed: rate * .pi / 180 * radius)
      } else if abs(turn) >= Self.reversal {
        pieces[pieces.count - 1].turnAtEnd = abs(turn)
      }
    }
  }

  private mutating func append(_ leg: Leg) {
    let end = leg.length - leg.cutAtEnd
    pieces.append(
      Piece(
        shape: .line(
          from: leg.from.coordinate, bearing: leg.bearing, to: leg.to.coordinate,
          offset: leg.cutAtStart),
        start: length, length: max(0, end - leg.cutAtStart),
        altitudes: (leg.altitude(at: leg.cutAtStart), leg.altitude(at: end)),
        topSpeed: .infinity))
    length += max(0, end - leg.cutAtStart)
  }

  private mutating func append(
    _ turn: Double, _ radius: Double, from leg: Leg, to next: Leg, topSpeed: Double
  ) {
    let entry = leg.from.coordinate.destination(
      bearing: leg.bearing, distance: leg.length - leg.cutAtEnd)
    let exit = next.from.coordinate.destination(bearing: next.bearing, distance: next.cutAtStart)
    // The direction toward the corner. If the corner is too near for an exact direction, the
    // direction of arrival.
    let course = entry.bearing(to: leg.to.coordinate) ?? leg.arrival
    let center = entry.destination(bearing: course + (turn > 0 ? 90 : -90), distance: radius)
    guard let from = center.bearing(to: entry), let to = center.bearing(to: exit) else { return }
    let radii = (from: radius, to: center.distance(to: exit))
    let angle = LocationSimulation.turn(from: from, to: to)
    let arc = (radii.from + radii.to) / 2 * abs(angle) * .pi / 180
    pieces.append(
      Piece(
        shape: .arc(center: center, radii: radii, from: from, by: angle),
        start: length, length: arc,
        altitudes: (
          leg.altitude(at: leg.length - leg.cutAtEnd), next.altitude(at: next.cutAtStart)
        ),
        topSpeed: topSpeed))
    length += arc
  }

  private static func legs(of route: Route) -> [Leg] {
    var stops = route.waypoints
    fillAltitudes(of: &stops)
    switch route.ending {
    case .stop: break
    case .loop: stops.append(stops[0])
    case .return: stops += stops.dropLast().reversed()
    }
    return zip(stops, stops.dropFirst()).compactMap { one, other in
      guard let bearing = one.coordinate.bearing(to: other.coordinate),
        let back = other.coordinate.bearing(to: one.coordinate)
      else { return nil }
      return Leg(
        from: one, to: other, bearing: bearing, arrival: wrapped(degrees: back + 180),
        length: one.coordinate.distance(to: other.coordinate),
        altitudes: (one.altitude ?? 0, other.altitude ?? 0))
    }
  }

  /// Gives waypoints without an altitude the altitude of the last waypoint that has one, else of
  /// the next.
  private static func fillAltitudes(of stops: inout [Waypoint]) {
    var last = stops.lazy.compactMap(\.altitude).first
    for index in stops.indices {
      last = stops[index].altitude ?? last
      stops[index].altitude = last
    }
  }

  /// The piece at a distance from the start.
  func piece(at distance: Double) -> Int {
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].start <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension RoutePath.Piece {
  /// The point at a distance in meters after the start of this piece, at a speed.
  func point(at distance: Double, speed: Double) -> GroundTruth {
    let (place, course) = position(at: distance)
    let share = length > 0 ? distance / length : 0
    let rise = altitudes.to - altitudes.from
    return GroundTruth(
      coordinate: place, altitude: altitudes.from + rise * share, speed: speed, course: course,
      climb: length > 0 ? rise / length * speed : 0)
  }

  private func position(at distance: Double) -> (place: Coordinate, course: Double) {
    switch shape {
    case .line(let from, let bearing, let to, let offset):
      let place = from.destination(bearing: bearing, distance: offset + distance)
      // If both places are very near, the direction between them would be noise.
      if place.distance(to: to) > 1, let course = place.bearing(to: to) { return (place, course) }
      return (place, to.bearing(to: from).map { wrapped(degrees: $0 + 180) } ?? bearing)
    case .arc(let center, let radii, let from, let by):
      let share = length > 0 ? distance / length : 0
      let radius = radii.from + (radii.to - radii.from) * share
      let place = center.destination(bearing: from + by * share, distance: radius)
      let side = by > 0 ? -90.0 : 90
      return (place, wrapped(degrees: (place.bearing(to: center) ?? from + 180) + side))
    }
  }
}
