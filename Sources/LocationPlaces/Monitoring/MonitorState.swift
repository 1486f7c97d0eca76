public import LocationCore

/// What a monitor knows about its places. With it, a monitor continues after a restart.
public struct MonitorState: Hashable, Sendable {
  /// Where the receiver is with respect to one place.
  public struct PlaceState: Hashable, Sendable {
    /// Whether the receiver is inside.
    public var isInside: Bool
    /// Since when, by the receiver's clock.
    public var since: Date
    /// Whether the stay of this visit was reported.
    public var hasStayed: Bool

    /// Makes a state.
    public init(isInside: Bool, since: Date, hasStayed: Bool = false) {
      self.isInside = isInside
      self.since = since
      self.hasStayed = hasStayed
    }
  }

  /// The state of each place by its ``Place/identity``. A place that is missing is not known yet.
  public var places: [String: PlaceState]
  /// The time of the last fix; `nil` before the first one.
  public var time: Date?

  /// Makes a state; the default is that nothing is known.
  public init(places: [String: PlaceState] = [:], time: Date? = nil) {
    self.places = places
    self.time = time
  }
}
