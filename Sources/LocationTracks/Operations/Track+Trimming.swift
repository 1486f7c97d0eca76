import LocationCore
import LocationReplay

extension Track {
  /// The track without the fixes near a private place, with a random cut distance.
  ///
  /// A new segment begins where fixes in between are removed.
  ///
  /// - Parameters:
  ///   - zone: the zone around the place.
  ///   - generator: chooses the cut distance, once for the track.
  public func trimmed(
    around zone: PrivacyZone, using generator: inout some RandomNumberGenerator
  ) -> Track {
    let radius = zone.cutRadius(using: &generator)
    return keeping { zone.center.distance(to: $0.coordinate) > radius }
  }
}

extension TrackCollection {
  /// All tracks without the fixes near a private place. Waypoints and route points near it are removed
  /// too, and empty tracks and routes.
  ///
  /// - Parameters:
  ///   - zone: the zone around the place.
  ///   - generator: chooses a cut distance for each track, and one for all waypoints and routes.
  public func trimmed(
    around zone: PrivacyZone, using generator: inout some RandomNumberGenerator
  ) -> TrackCollection {
    var kept: [Track] = []
    for track in tracks {
      let trimmed = track.trimmed(around: zone, using: &generator)
      if !trimmed.isEmpty { kept.append(trimmed) }
    }
    let radius = zone.cutRadius(using: &generator)
    func isOutside(_ mark: TrackMark) -> Bool {
      zone.center.distance(to: mark.coordinate) > radius
    }
    return TrackCollection(
      tracks: kept, waypoints: waypoints.filter(isOutside),
      routes: routes.map { Route(title: $0.title, points: $0.points.filter(isOutside)) }
        .filter { !$0.points.isEmpty })
  }
}
