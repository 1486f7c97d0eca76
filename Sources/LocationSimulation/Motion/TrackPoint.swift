public import LocationCore

/// Where a simulated receiver truly is, and how it moves: what its positions are wrong about.
public struct TrackPoint: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// Meters above mean sea level.
  public var altitude: Double
  /// Over ground, in m/s.
  public var speed: Double
  /// Degrees from true north, 0 ..< 360; at a halt the way it would go on.
  public var course: Double
  /// m/s, up positive.
  public var climb: Double
}

/// Something that moves: makes the points of a track, in the order of their times.
protocol Mover: Sendable {
  /// The point at a time of the track, which is never earlier than the last one asked for.
  mutating func point(at time: Duration) -> TrackPoint
  /// Whether it has come to the end of its way.
  var hasArrived: Bool { get }
}

extension Mover {
  var hasArrived: Bool { false }
}

extension Motion {
  /// What moves so. A random walk is the one of the seed.
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

  /// Whether it comes to an end by itself.
  var isFinite: Bool {
    if case .route(let route) = self { route.ending == .stop } else { false }
  }
}

/// Stays where it is.
private struct Standing: Mover {
  let place: Coordinate
  let altitude: Double

  func point(at time: Duration) -> TrackPoint {
    TrackPoint(coordinate: place, altitude: altitude, speed: 0, course: 0, climb: 0)
  }
}

/// Goes round.
private struct Circling: Mover {
  let circle: Motion.Circle

  func point(at time: Duration) -> TrackPoint {
    let arc = circle.speed * time.seconds / circle.radius * 180 / .pi
    let direction = wrapped(degrees: circle.isClockwise ? arc : -arc)
    let place = circle.center.destination(bearing: direction, distance: circle.radius)
    return TrackPoint(
      coordinate: place, altitude: circle.altitude, speed: circle.speed,
      course: wrapped(degrees: direction + (circle.isClockwise ? 90 : -90)), climb: 0)
  }
}

extension Duration {
  /// As a number of seconds.
  var seconds: Double { self / .seconds(1) }
}
