public import LocationCore
public import LocationReplay

extension SimulatedLocationProvider {
  /// Makes a provider that travels a route under an open sky; see ``TravelMode``.
  ///
  /// ```swift
  /// let provider = try SimulatedLocationProvider(route: [home, school], by: .walk)
  /// ```
  ///
  /// - Parameters:
  ///   - route: the places, at least two different ones. Their times are ignored. `Waypoint.waypoints(of:)` in
  ///     LocationSources reads them from a file.
  ///   - mode: the limits of acceleration and turns.
  ///   - speed: the highest speed in m/s, positive, up to 100,000; `nil` for the usual one of `mode`.
  ///   - pace: as fast as the track's time, faster, slower, or as fast as the consumer takes it.
  ///   - start: the receiver's time at the start; `nil` for ``Scenario/defaultStart``.
  ///   - loops: whether to start over at the end of the route.
  ///   - clock: keeps the pace, and dates `receivedAt`.
  /// - Throws: ``ScenarioError`` if there are not two different places, or a number is out of range.
  public convenience init(
    route: [Waypoint], by mode: TravelMode = .drive, speed: Double? = nil,
    pace: ReplayPace = .recorded, start: Date? = nil, loops: Bool = false,
    clock: any LocationClock = SystemClock()
  ) throws(ScenarioError) {
    let route = try Route(route, by: mode, speed: speed)
    self.init(
      scenario: Scenario(name: "route", motion: .route(route)), pace: pace, start: start,
      loops: loops, clock: clock)
  }

  /// Makes a provider that travels from place to place; see ``init(route:by:speed:pace:start:loops:clock:)``.
  public convenience init(
    route: [Coordinate], by mode: TravelMode = .drive, speed: Double? = nil,
    pace: ReplayPace = .recorded, start: Date? = nil, loops: Bool = false,
    clock: any LocationClock = SystemClock()
  ) throws(ScenarioError) {
    try self.init(
      route: route.map { Waypoint($0) }, by: mode, speed: speed, pace: pace, start: start,
      loops: loops, clock: clock)
  }
}
