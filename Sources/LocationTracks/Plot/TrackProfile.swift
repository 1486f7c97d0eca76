import LocationCore
import LocationReplay

/// What a plot shows: tracks, routes and waypoints on a map, and altitude and speed of the tracks over the
/// distance, or the errors of a comparison over the time.
struct TrackProfile: Sendable {
  struct Point: Sendable {
    let place: Coordinate
    /// Meters from the start of the first track; the way between two segments does not count.
    let distance: Double
    /// Meters above mean sea level, or above the ellipsoid.
    let altitude: Double?
    /// Meters per second.
    let speed: Double?
  }

  /// The points of each segment of all tracks.
  let segments: [[Point]]
  let routes: [[Coordinate]]
  /// The places that somebody saved.
  let waypoints: [TrackWaypoint]
  /// The box around everything.
  let box: CoordinateBox
  /// Numbers about all tracks together.
  let numbers: TrackStatistics
  /// The comparison whose errors the charts show, instead of altitude and speed; `nil` if there is none.
  var comparison: TrackComparison?

  /// Prepares a plot; `nil` if there is no point, no route and no waypoint.
  init?(_ tracks: TrackCollection) {
    let numbers = TrackStatistics(Track(segments: tracks.tracks.flatMap(\.segments)))
    let segments = tracks.tracks.flatMap(\.segments).map { $0.map(\.fix) }
    waypoints = tracks.waypoints
    routes = tracks.routes.map { $0.points.map(\.coordinate) }.filter { !$0.isEmpty }
    var bounds = CoordinateBounds()
    for segment in segments { for fix in segment { bounds.add(fix.coordinate) } }
    for place in routes.lazy.joined() { bounds.add(place) }
    for mark in waypoints { bounds.add(mark.coordinate) }
    guard let box = bounds.box else { return nil }
    self.box = box
    self.numbers = numbers
    var distance = 0.0
    var profile: [[Point]] = []
    for segment in segments {
      profile.append(
        Self.points(
          of: segment, from: &distance, isEllipsoidal: numbers.isEllipsoidal,
          isSpeedDerived: numbers.isMaximumSpeedDerived))
    }
    self.segments = profile
  }

  /// Whether the speeds come from positions and times.
  var isSpeedDerived: Bool { numbers.isMaximumSpeedDerived }

  private static func points(
    of segment: [Fix], from distance: inout Double, isEllipsoidal: Bool, isSpeedDerived: Bool
  ) -> [Point] {
    var points: [Point] = []
    var speeds = DerivedSpeeds()
    for fix in segment {
      if let last = points.last { distance += last.place.distance(to: fix.coordinate) }
      let derived = isSpeedDerived ? speeds.speed(at: distance, fix.timestamp) : nil
      points.append(
        Point(
          place: fix.coordinate, distance: distance,
          altitude: isEllipsoidal ? fix.ellipsoidalAltitude : fix.altitude,
          speed: isSpeedDerived ? derived : fix.speed))
    }
    return points
  }
}

/// Speeds from positions and times, over some seconds: the positions of a receiver jump by meters.
private struct DerivedSpeeds {
  private static let window = 5.0

  private var moments: [(distance: Double, time: Date)] = []
  /// The index of the moment from which the next speed counts.
  private var start = 0

  /// The average speed of the last seconds in meters per second; `nil` for the first point.
  mutating func speed(at distance: Double, _ time: Date?) -> Double? {
    guard let time else { return nil }
    defer { moments.append((distance, time)) }
    guard !moments.isEmpty else { return nil }
    while start + 1 < moments.count,
      time.timeIntervalSince(moments[start + 1].time) >= Self.window
    { start += 1 }
    let seconds = time.timeIntervalSince(moments[start].time)
    return seconds > 0 ? (distance - moments[start].distance) / seconds : nil
  }
}
