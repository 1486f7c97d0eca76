import LocationCore
import LocationReplay
import NMEA0183

/// Finds the waypoints of a log: the places of its WPL sentences.
///
/// Plotters repeat their waypoints every few seconds, so each is found once. After many different ones, only the
/// first of them are known again.
package struct LogWaypoints {
  private static let mostKnown = 4096

  private var known: Set<TrackWaypoint> = []

  package init() {}

  /// Whether none was found.
  package var isEmpty: Bool { known.isEmpty }

  /// The waypoint of a good frame; `nil` for other kinds, and if the waypoint was found before.
  package mutating func take(
    _ frame: borrowing SentenceFrame, of kind: SentenceKind
  ) -> TrackWaypoint? {
    guard kind == .wpl, let wpl = try? WPL(frame),
      let latitude = wpl.latitude, let longitude = wpl.longitude,
      let place = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let waypoint = TrackWaypoint(place, name: wpl.name.map { "\($0)" })
    guard !known.contains(waypoint) else { return nil }
    if known.count < Self.mostKnown { known.insert(waypoint) }
    return waypoint
  }
}
