import LocationCore

/// Moves: makes the points of a track, in the order of their times.
protocol Mover: Sendable {
  /// The point at a time of the track. Times never decrease from call to call.
  mutating func point(at time: Duration) -> GroundTruth
  /// Whether it has reached the end of its way.
  var hasArrived: Bool { get }
}

extension Mover {
  var hasArrived: Bool { false }
}

extension Motion {
  /// The mover of this motion. The seed determines a random walk.
  func mover(seed: UInt64) -> any Mover {
    switch self {
    case .standing(let place, let altitude): Standing(place: place, altitude: altitude)
    case .circle(let circle): Circling(circle: circle)
    case .randomWalk(let walk): Walking(walk, seed: seed)
    case .route(let route):
      if let speed = route.speed {
        Driving(route, speed: speed)
      } else {
        Passing(route)
      }
    }
  }

  /// Whether the motion ends by itself.
  var isFinite: Bool {
    if case .route(let route) = self { route.ending == .stop } else { false }
  }
}

/// Stays where it is.
private struct Standing: Mover {
  let place: Coordinate
  let altitude: Double

  func point(at time: Duration) -> GroundTruth {
    GroundTruth(coordinate: place, altitude: altitude, speed: 0, course: 0, climb: 0)
  }
}

/// Goes round a circle.
private struct Circling: Mover {
  let circle: Motion.Circle

  func point(at time: Duration) -> GroundTruth {
    let arc = circle.speed * time.seconds / circle.radius * 180 / .pi
    let direction = wrapped(degrees: circle.isClockwise ? arc : -arc)
    let place = circle.center.destination(bearing: direction, distance: circle.radius)
    return GroundTruth(
      coordinate: place, altitude: circle.altitude, speed: circle.speed,
      course: wrapped(degrees: direction + (circle.isClockwise ? 90 : -90)), climb: 0)
  }
}

extension Duration {
  /// The number of seconds.
  var seconds: Double { self / .seconds(1) }
}
