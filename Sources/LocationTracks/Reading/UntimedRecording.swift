import LocationCore
import LocationIO

/// A recording with places to travel, but without times to play it by. It is the cause of a `UserLocationError`.
package struct UntimedRecording: Error, Hashable, Sendable {
  /// The path of the file; `nil` for standard input.
  package let path: String?

  /// The numbers of places that are not track points.
  struct Places {
    var waypoints = 0
    var routePoints = 0
  }

  /// The path as a shell reads it; `-` for standard input.
  package var argument: String { path.map(UnreadableRecording.quoted) ?? "-" }
}

extension UserLocationError {
  /// A recording without a track point, or without times if it has a track.
  ///
  /// - Parameter format: `nil` for NMEA 0183.
  init(
    withoutTimes format: FileFormat?, of source: any ByteSource, hasTrack: Bool,
    _ places: UntimedRecording.Places
  ) {
    self.init(withoutTrackPoint: format, of: source.name)
    if hasTrack { detail = "it is \((format ?? .nmea).title), and its track has no times" }
    guard format != nil, hasTrack || places.waypoints > 1 || places.routePoints > 1 else { return }
    cause = UntimedRecording(path: (source as? FileByteSource)?.path)
  }
}
