import LocationCore
public import LocationIO
import LocationReplay
public import LocationSimulation
import LocationTracks

extension Waypoint {
  /// Reads the places of a GPX file: the points of its tracks, else of its routes, else its waypoints.
  ///
  /// Elevations become altitudes. If every point has a time and the times increase, the waypoints have
  /// times too, counted from the first. A `Route` without a speed then passes them as they were recorded.
  ///
  /// - Throws: `ScenarioError` with the line and the element, if the source cannot be read, is not GPX or
  ///   has no points.
  public static func waypoints(gpx source: any ByteSource) throws(ScenarioError) -> [Waypoint] {
    var places = GPXPlaces()
    do throws(UserLocationError) {
      try places.read(source)
    } catch {
      guard let cause = error.cause as? TrackFileError else {
        throw ScenarioError(source: source.name, problem: "cannot be read: \(error.detail)")
      }
      throw ScenarioError(
        source: source.name, line: cause.line, path: cause.element, problem: cause.problem)
    }
    guard let waypoints = places.waypoints else {
      throw ScenarioError(
        source: source.name, problem: "a GPX file without a track, a route or waypoints")
    }
    return waypoints
  }
}

/// The places of a GPX file by their kind.
private struct GPXPlaces {
  private var track: [TrackMark] = []
  private var route: [TrackMark] = []
  private var saved: [TrackMark] = []

  /// Reads all places. Reading may block.
  mutating func read(_ source: any ByteSource) throws(UserLocationError) {
    let reader = try GPXReader(source)
    while let item = try reader.blockingNext() {
      switch item.content {
      case .update(.fix(let fix)):
        track.append(
          TrackMark(fix.coordinate, altitude: fix.altitude, timestamp: fix.timestamp))
      case .routePoint(let mark): route.append(mark)
      case .waypoint(let mark): saved.append(mark)
      default: break
      }
    }
  }

  /// The places of the first kind that the file has; `nil` if it has none.
  var waypoints: [Waypoint]? {
    guard let marks = [track, route, saved].first(where: { !$0.isEmpty }) else { return nil }
    let times = marks.compactMap(\.timestamp)
    let isTimed =
      times.count == marks.count && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    return marks.map { mark in
      var waypoint = Waypoint(mark.coordinate, altitude: mark.altitude)
      if isTimed, let time = mark.timestamp, let first = times.first {
        waypoint.time = .milliseconds(Int((time.timeIntervalSince(first) * 1000).rounded()))
      }
      return waypoint
    }
  }
}
