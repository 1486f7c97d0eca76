package import LocationCore
package import LocationPlaces
import LocationReplay
package import LocationSimulation

/// A simulated receiver near the straight border of a large place, and what a monitor makes of it.
///
/// The border runs from west to east through ``origin``. The place is to the north of it.
package struct BorderRun: Sendable {
  /// How the receiver moves.
  package enum Way: Hashable, Sendable {
    /// Along the border for ten minutes, at 1.4 m/s.
    case along
    /// Across the border at a right angle, at a speed in m/s, after two minutes.
    case across(speed: Double)
  }

  /// How long a receiver moves before it crosses the border.
  private static let approach = 120.0

  private let origin: Coordinate
  private let place: Place

  package init() throws {
    origin = try Coordinate(latitude: 48.1, longitude: 11.5)
    let east = origin.destination(bearing: 90, distance: 5_000)
    let west = origin.destination(bearing: 270, distance: 5_000)
    let corners = [
      west, east, east.destination(bearing: 0, distance: 5_000),
      west.destination(bearing: 0, distance: 5_000),
    ]
    place = try Place(name: "north", region: .polygon(PolygonRegion(corners: corners)))
  }

  /// The fixes of one receiver, once a second.
  package func fixes(
    _ way: Way, seed: UInt64, environment: ReceiverEnvironment = .city
  ) throws -> [(offset: Double, fix: Fix)] {
    let (start, bearing, speed, duration): (Coordinate, Double, Double, Double)
    switch way {
    case .along:
      (start, bearing, speed, duration) = (
        origin.destination(bearing: 270, distance: 420), 90, 1.4, 600
      )
    case .across(let given):
      // Half of the receivers enter, and half leave.
      bearing = seed.isMultiple(of: 2) ? 0 : 180
      start = origin.destination(bearing: bearing + 180, distance: given * Self.approach)
      (speed, duration) = (given, Self.approach + 90)
    }
    let end = start.destination(bearing: bearing, distance: speed * (duration + 10))
    var scenario = Scenario(
      name: "border",
      motion: .route(try Route([Waypoint(start), Waypoint(end)], speed: .constant(speed))))
    scenario.environment = environment
    scenario.duration = .seconds(duration)
    // Each receiver sees other satellites.
    let time = Scenario.defaultStart.addingTimeInterval(Double(seed) * 617)
    var reader = SimulatedTrackReader(scenario: scenario, seed: seed, start: time)
    var fixes: [(offset: Double, fix: Fix)] = []
    while let item = try reader.next() {
      guard case .update(.fix(let fix)) = item.content else { continue }
      fixes.append(((item.position ?? .zero) / .seconds(1), fix))
    }
    return fixes
  }

  /// The events that a monitor reports, each with the offset of the fix that caused it.
  package func events(
    of fixes: [(offset: Double, fix: Fix)], _ thresholds: MonitorThresholds
  ) -> [(offset: Double, event: PlaceEvent)] {
    var monitor = PlaceEventDetector(places: [place], thresholds: thresholds)
    return fixes.flatMap { offset, fix in
      monitor.update(with: fix).map { (offset, $0) }
    }
  }

  /// Whether a place was entered and left, or left and entered, within a minute.
  package func isFlapping(_ events: [(offset: Double, event: PlaceEvent)]) -> Bool {
    let times = events.filter { $0.event.kind == .entered || $0.event.kind == .left }
      .map(\.event.time)
    return zip(times, times.dropFirst()).contains { $1.timeIntervalSince($0) < 60 }
  }

  /// The seconds from the crossing of the border to the event that reports it; `nil` if no event does.
  package func delay(_ events: [(offset: Double, event: PlaceEvent)]) -> Double? {
    events.last { $0.event.kind == .entered || $0.event.kind == .left }
      .map { $0.offset - Self.approach }
  }
}
