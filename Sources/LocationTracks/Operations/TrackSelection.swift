public import LocationCore
import LocationReplay

/// A selection of places by time and area. Every condition that is set must hold.
public struct TrackSelection: Hashable, Sendable {
  /// All places up to a distance from a center.
  public struct Circle: Hashable, Sendable {
    /// The center, WGS 84.
    public var center: Coordinate
    /// Meters over the WGS 84 ellipsoid.
    public var radius: Double

    /// Makes a circle.
    public init(center: Coordinate, radius: Double) {
      self.center = center
      self.radius = radius
    }
  }

  /// The first instant; `nil` for no limit.
  public var from: Date?
  /// The instant after the last one; `nil` for no limit.
  public var until: Date?
  /// The area between two parallels and two meridians; `nil` for no limit.
  public var box: CoordinateBox?
  /// The area around a place; `nil` for no limit.
  public var circle: Circle?

  /// Makes a selection without any condition.
  public init() {}

  /// Whether a place at a time is selected. A place without a time is not selected by a time.
  public func contains(_ place: Coordinate, at time: Date?) -> Bool {
    if from != nil || until != nil {
      guard let time else { return false }
      if let from, time < from { return false }
      if let until, time >= until { return false }
    }
    if let box, !box.contains(place) { return false }
    if let circle, circle.center.distance(to: place) > circle.radius { return false }
    return true
  }
}

extension Track {
  /// The selected fixes. A new segment begins where fixes in between are left out.
  public func cropped(to selection: TrackSelection) -> Track {
    keeping { selection.contains($0.coordinate, at: $0.timestamp) }
  }

  /// The points that a closure accepts. A new segment begins where points in between are left out.
  func keeping(_ isKept: (TrackPoint) -> Bool) -> Track {
    mapSegments { points in
      var parts: [[TrackPoint]] = [[]]
      for point in points {
        if isKept(point) {
          parts[parts.count - 1].append(point)
        } else if parts.last?.isEmpty == false {
          parts.append([])
        }
      }
      return parts
    }
  }
}

extension TrackCollection {
  /// The selected fixes, waypoints and route points. Tracks and routes without any are left out.
  public func cropped(to selection: TrackSelection) -> TrackCollection {
    func isSelected(_ mark: TrackWaypoint) -> Bool {
      selection.contains(mark.coordinate, at: mark.timestamp)
    }
    return TrackCollection(
      tracks: tracks.map { $0.cropped(to: selection) }.filter { !$0.isEmpty },
      waypoints: waypoints.filter(isSelected),
      routes: routes.map { PlannedRoute(title: $0.title, points: $0.points.filter(isSelected)) }
        .filter { !$0.points.isEmpty })
  }
}
