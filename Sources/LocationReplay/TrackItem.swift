public import LocationCore

/// One item of a track, and its place on the track.
public struct TrackItem: Hashable, Sendable {
  /// The kinds of items.
  public enum Content: Hashable, Sendable {
    /// A fix, a sky view, a lost fix or a changed authorization.
    case update(LocationUpdate)
    /// A place that somebody saved beside the track.
    indirect case waypoint(TrackWaypoint)
    /// A planned route begins. Its route points follow.
    indirect case routeStart(TrackTitle)
    /// A place of a planned route.
    indirect case routePoint(TrackWaypoint)
    /// A track begins. It was not recorded without interruption after the track before it.
    indirect case trackStart(TrackTitle)
    /// A new segment of the same track begins: the track was interrupted before it.
    case segmentStart
  }

  /// The content; `nil` for bytes that hold no item, such as damaged sentences at the end.
  public var content: Content?
  /// The name of the track point that the update is; `nil` if it has none, as most track points. A waypoint
  /// and a route point have their names in the content.
  public var name: String?
  /// What sensors measured at the track point that the update is; empty for most tracks.
  public var sensors: SensorValues
  /// The text of the track point that the update is; `nil` unless the reader was asked for it. Whoever changes the
  /// update removes it.
  package var original: OriginalElement?
  /// Whether no receiver's bytes hold the update, so that a server makes sentences from it. The item has no bytes then.
  package var needsSentences = false
  /// The time since the start of the track; `nil` if the track has given no time so far. From item
  /// to item it never decreases.
  public var position: Duration?
  /// The original bytes after the previous item, up to and including this one. Empty if the reader
  /// does not keep them, and if the previous item came in the same bytes.
  public var bytes: [UInt8]

  /// Makes an item.
  public init(
    _ content: Content?, name: String? = nil, sensors: SensorValues = SensorValues(),
    position: Duration? = nil, bytes: [UInt8] = []
  ) {
    self.content = content
    self.name = name
    self.sensors = sensors
    self.position = position
    self.bytes = bytes
  }

  /// The update, if the item is one.
  public var update: LocationUpdate? {
    if case .update(let update) = content { update } else { nil }
  }
}

/// What a file says about a whole track or a whole route.
public struct TrackTitle: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// A text about it, of one or more lines.
  public var note: String?
  /// The kind of the journey, such as the sport, in the words of the file: `running`, `Biking`.
  public var type: String?

  /// Makes a title.
  public init(name: String? = nil, note: String? = nil, type: String? = nil) {
    self.name = name
    self.note = note
    self.type = type
  }
}
