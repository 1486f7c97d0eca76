public import LocationCore

/// One item of a track, and its place on the track.
public struct TrackItem: Hashable, Sendable {
  /// The kinds of items.
  public enum Content: Hashable, Sendable {
    /// A fix, a sky view, a lost fix or a changed authorization.
    case update(LocationUpdate)
    /// A place that somebody saved beside the track.
    indirect case waypoint(TrackMark)
    /// A place of a planned route.
    indirect case routePoint(TrackMark)
    /// A new segment begins: the track was interrupted before it.
    case segmentStart
  }

  /// The content; `nil` for bytes that hold no item, such as damaged sentences at the end.
  public var content: Content?
  /// The time since the start of the track; `nil` if the track has given no time so far. From item
  /// to item it never decreases.
  public var position: Duration?
  /// The original bytes after the previous item, up to and including this one. Empty if the reader
  /// does not keep them, and if the previous item came in the same bytes.
  public var bytes: [UInt8]

  /// Makes an item.
  public init(_ content: Content?, position: Duration? = nil, bytes: [UInt8] = []) {
    self.content = content
    self.position = position
    self.bytes = bytes
  }

  /// The update, if the item is one.
  public var update: LocationUpdate? {
    if case .update(let update) = content { update } else { nil }
  }
}
