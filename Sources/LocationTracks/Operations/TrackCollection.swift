public import LocationCore
public import LocationReplay

/// Everything that a track file contains: tracks, waypoints and routes.
///
///     let file = try TrackFileReader(FileByteSource(path: "walk.gpx"))
///     let walk = try await TrackCollection(reading: file)
///     print(walk.tracks.map { $0.simplified(tolerance: 5).count })
public struct TrackCollection: Hashable, Sendable {
  /// The tracks, in the order of the file.
  public var tracks: [Track]
  /// The places that somebody saved beside the tracks.
  public var waypoints: [TrackWaypoint]
  /// The planned routes.
  public var routes: [PlannedRoute]

  /// Makes a collection.
  public init(tracks: [Track] = [], waypoints: [TrackWaypoint] = [], routes: [PlannedRoute] = []) {
    self.tracks = tracks
    self.waypoints = waypoints
    self.routes = routes
  }

  /// Reads a track to its end.
  ///
  /// A lost fix and a segment start begin a new segment. Satellites have no place in a collection.
  ///
  /// - Parameters:
  ///   - reader: gives the items.
  ///   - tolerance: in meters; each track is simplified to it while it is read, as
  ///     ``Track/simplified(tolerance:)`` does, and the memory of the other fixes is saved. `nil` keeps all fixes.
  /// - Throws: what the reader throws.
  public nonisolated(nonsending) init(
    reading reader: some TrackReader, simplifiedTo tolerance: Double? = nil
  ) async throws(UserLocationError) {
    var collector = TrackCollector(tolerance: tolerance)
    try await collector.read(reader)
    self = collector.collection
  }

  /// The number of fixes of all tracks.
  public var count: Int { tracks.reduce(0) { $0 + $1.count } }

  /// Whether there is no fix, no waypoint and no route.
  public var isEmpty: Bool {
    waypoints.isEmpty && routes.isEmpty && tracks.allSatisfy(\.isEmpty)
  }

  /// The items of a file with this content, for a ``TrackWriter``: waypoints, routes, then tracks.
  public func forEachItem<Failure>(
    _ body: (TrackItem) throws(Failure) -> Void
  ) throws(Failure) {
    for mark in waypoints { try body(TrackItem(.waypoint(mark))) }
    for route in routes {
      try body(TrackItem(.routeStart(route.title)))
      for mark in route.points { try body(TrackItem(.routePoint(mark))) }
    }
    for track in tracks where !track.isEmpty {
      try body(TrackItem(.trackStart(track.title)))
      var isFirst = true
      for segment in track.segments where !segment.isEmpty {
        if !isFirst { try body(TrackItem(.segmentStart)) }
        isFirst = false
        for point in segment { try body(point.item) }
      }
    }
  }
}

/// A planned route: places in their order. Nobody says that a receiver was there.
public struct PlannedRoute: Hashable, Sendable {
  /// The name of the route, and a text about it.
  public var title: TrackTitle
  /// The places.
  public var points: [TrackWaypoint]

  /// Makes a route.
  public init(title: TrackTitle = TrackTitle(), points: [TrackWaypoint] = []) {
    self.title = title
    self.points = points
  }
}
