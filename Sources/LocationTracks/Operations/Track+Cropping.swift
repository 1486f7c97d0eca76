public import LocationCore
import LocationReplay

extension Track {
  /// The fixes that a filter passes. A new segment begins where fixes in between are left out.
  public func cropped(to filter: LocationFilter) -> Track {
    var selection = UpdateSelection(filter)
    return mapSegments { $0.split { !selection.passes(.fix($0.fix)) }.map(Array.init) }
  }
}

extension TrackCollection {
  /// The time of the first point that has one; without any, that of the first waypoint or route point.
  package var startTime: Date? {
    for point in tracks.lazy.flatMap(\.segments).joined() {
      if let time = point.fix.timestamp { return time }
    }
    return (waypoints + routes.flatMap(\.points)).lazy.compactMap(\.timestamp).first
  }

  /// The fixes that a filter passes, and the waypoints and route points in its time and area. Tracks and routes
  /// without any are left out.
  public func cropped(to filter: LocationFilter) -> TrackCollection {
    func isSelected(_ mark: TrackWaypoint) -> Bool {
      filter.contains(mark.coordinate, at: mark.timestamp)
    }
    return TrackCollection(
      tracks: tracks.map { $0.cropped(to: filter) }.filter { !$0.isEmpty },
      waypoints: waypoints.filter(isSelected),
      routes: routes.map { PlannedRoute(title: $0.title, points: $0.points.filter(isSelected)) }
        .filter { !$0.points.isEmpty })
  }
}
