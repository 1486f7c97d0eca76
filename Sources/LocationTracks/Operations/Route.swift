public import LocationReplay

/// A planned route: places in their order. Nobody says that a receiver was there.
public struct Route: Hashable, Sendable {
  /// The name of the route, and a text about it.
  public var title: TrackTitle
  /// The places.
  public var points: [TrackMark]

  /// Makes a route.
  public init(title: TrackTitle = TrackTitle(), points: [TrackMark] = []) {
    self.title = title
    self.points = points
  }
}
