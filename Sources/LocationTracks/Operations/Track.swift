public import LocationCore
public import LocationReplay

/// A recorded track in memory: the fixes of a journey, in segments.
///
/// Operations on a track return a new track. They change nothing else, read no clock, and do no input and
/// output.
public struct Track: Hashable, Sendable {
  /// The name of the track, and a text about it.
  public var title: TrackTitle
  /// The fixes of each segment, in the order of the recording. The track was interrupted between two
  /// segments. Operations return no empty segments.
  public var segments: [[Fix]]

  /// Makes a track.
  public init(title: TrackTitle = TrackTitle(), segments: [[Fix]] = []) {
    self.title = title
    self.segments = segments
  }

  /// The number of fixes in all segments.
  public var count: Int { segments.reduce(0) { $0 + $1.count } }

  /// Whether the track has no fix.
  public var isEmpty: Bool { segments.allSatisfy(\.isEmpty) }

  /// The same title with the segments that a closure makes of each segment. Empty segments are left out.
  func mapSegments(_ transform: ([Fix]) -> [[Fix]]) -> Track {
    Track(title: title, segments: segments.flatMap(transform).filter { !$0.isEmpty })
  }
}
