import LocationCore

/// Passes every waypoint of a route at its own time, at a constant speed from one to the next.
struct Passing: Mover {
  private let path: RoutePath
  /// The start time of each piece of the path, and the end time of the last one, in seconds.
  private let times: [Double]
  private(set) var hasArrived = false

  init(_ route: Route) {
    var straight = route
    straight.turnRate = nil
    let lap = Self.lap(of: route)
    path = RoutePath(straight, topSpeed: 0)
    times = lap
  }

  /// The times of the waypoints, and of the way back to the first.
  private static func lap(of route: Route) -> [Double] {
    // Places that repeat the previous one make no leg; the last of their times counts.
    var stops: [(waypoint: Waypoint, time: Double)] = []
    for waypoint in route.waypoints {
      let time = waypoint.time?.seconds ?? 0
      if stops.last?.waypoint.isSamePlace(as: waypoint) == true {
        stops[stops.count - 1].time = time
      } else {
        stops.append((waypoint, time))
      }
    }
    var times = stops.map(\.time)
    switch route.ending {
    case .stop: break
    case .return:
      for index in stride(from: times.count - 1, to: 0, by: -1) {
        times.append((times.last ?? 0) + times[index] - times[index - 1])
      }
    case .loop:
      // The way back to the first waypoint takes as long as its length at the mean speed so far.
      let legs = zip(stops, stops.dropFirst())
      let length = legs.reduce(0) { sum, leg in
        sum + leg.0.waypoint.coordinate.distance(to: leg.1.waypoint.coordinate)
      }
      let back = stops[stops.count - 1].waypoint.coordinate
        .distance(to: stops[0].waypoint.coordinate)
      let last = times[times.count - 1]
      if back > 0 { times.append(last + back * last / length) }
    }
    return times
  }

  mutating func point(at time: Duration) -> GroundTruth {
    let end = times[times.count - 1]
    var seconds = time.seconds
    if path.isClosed { seconds.formTruncatingRemainder(dividingBy: end) }
    hasArrived = !path.isClosed && seconds >= end
    let leg = min(lastTime(notAfter: seconds), path.pieces.count - 1)
    let span = times[leg + 1] - times[leg]
    let share = min(max(0, (seconds - times[leg]) / span), 1)
    let piece = path.pieces[leg]
    return piece.point(at: share * piece.length, speed: hasArrived ? 0 : piece.length / span)
  }
  private func lastTime(notAfter seconds: Double) -> Int {
    var (low, high) = (0, times.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= seconds { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
