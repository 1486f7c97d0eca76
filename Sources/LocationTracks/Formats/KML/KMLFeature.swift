import LocationCore
import LocationReplay

/// A `Placemark` of a KML file, while its elements are read. Lines and tracks in it are not kept.
struct KMLFeature {
  var name: String?
  var note: String?
  /// The positions of its points, which become waypoints when its name is known.
  var points: [KMLPosition] = []
  /// Whether ``KMLWriter`` wrote it for a planned route.
  var isRoute = false
  /// Whether it has a line or a track.
  var hasTrack = false
  /// The instant of a `TimeStamp`.
  var time: Date?
  /// The ends of a `TimeSpan`.
  var begin: Date?
  var end: Date?

  var title: TrackTitle { TrackTitle(name: name, note: note) }

  /// Whether it is a point of a recorded track, as loggers write one placemark for each: with a time, and without a name.
  var isRecord: Bool { points.count == 1 && time != nil && !hasTrack && name == nil && note == nil }

  /// The waypoints.
  ///
  /// A `TimeSpan` says how long something was there. It is an instant only if its ends are equal.
  var marks: [TrackWaypoint] {
    let time = time ?? (begin == end ? begin : nil)
    return points.map { point in
      TrackWaypoint(
        point.coordinate, altitude: point.altitude, timestamp: time, name: name, note: note)
    }
  }
}
