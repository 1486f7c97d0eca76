public import LocationCore
import LocationReplay

extension Track {
  /// The track without the fixes that zones hide.
  ///
  /// A new segment begins where fixes in between are removed. The fixes beside a cut have no speed, course,
  /// heading and climb, because these would tell where the track continues, even if its segments end there. No fix is
  /// moved or added.
  public func trimmed(hiding zones: [PrivacyZone]) -> Track {
    let isHidden = segments.joined().map { point in zones.contains { $0.hides(point.fix) } }
    func isHiddenFix(_ index: Int) -> Bool { isHidden.indices.contains(index) && isHidden[index] }
    var end = 0
    return mapSegments { segment in
      let start = end
      end += segment.count
      return (start..<end).split(whereSeparator: isHiddenFix).map { part in
        part.map { index in
          var point = segment[index - start]
          if isHiddenFix(index - 1) || isHiddenFix(index + 1) {
            point.fix = point.fix.withoutMotion
          }
          return point
        }
      }
    }
  }
}

extension TrackCollection {
  /// All tracks without the fixes that zones hide. Hidden waypoints and route points are removed too, and empty
  /// tracks and routes.
  public func trimmed(hiding zones: [PrivacyZone]) -> TrackCollection {
    func isOutside(_ mark: TrackWaypoint) -> Bool {
      !zones.contains { $0.contains(mark.coordinate) }
    }
    return TrackCollection(
      tracks: tracks.map { $0.trimmed(hiding: zones) }.filter { !$0.isEmpty },
      waypoints: waypoints.filter(isOutside),
      routes: routes.map { PlannedRoute(title: $0.title, points: $0.points.filter(isOutside)) }
        .filter { !$0.points.isEmpty })
  }
}
