public import LocationCore
public import LocationReplay

/// A recorded track in memory: the points of a journey, in segments.
///
/// Operations on a track return a new track. They change nothing else, read no clock, and do no input and
/// output.
public struct Track: Hashable, Sendable {
  /// The name of the track, and a text about it.
  public var title: TrackTitle
  /// The points of each segment, in the order of the recording. The track was interrupted between two
  /// segments. Operations return no empty segments.
  public var segments: [[TrackPoint]]

  /// Makes a track.
  public init(title: TrackTitle = TrackTitle(), segments: [[TrackPoint]] = []) {
    self.title = title
    self.segments = segments
  }

  /// Makes a track of fixes.
  public init(title: TrackTitle = TrackTitle(), fixes: [[Fix]]) {
    self.init(title: title, segments: fixes.map { $0.map { TrackPoint($0) } })
  }

  /// The number of points in all segments.
  public var count: Int { segments.reduce(0) { $0 + $1.count } }

  /// Whether the track has no point.
  public var isEmpty: Bool { segments.allSatisfy(\.isEmpty) }

  /// The same title with the segments that a closure makes of each segment. Empty segments are left out.
  func mapSegments(_ transform: ([TrackPoint]) -> [[TrackPoint]]) -> Track {
    Track(title: title, segments: segments.flatMap(transform).filter { !$0.isEmpty })
  }
}
