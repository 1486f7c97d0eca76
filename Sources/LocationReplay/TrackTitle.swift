/// What a file says about a whole track or a whole route.
public struct TrackTitle: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// A text about it, of one or more lines.
  public var note: String?

  /// Makes a title.
  public init(name: String? = nil, note: String? = nil) {
    self.name = name
    self.note = note
  }
}
