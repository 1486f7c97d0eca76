public import LocationCore

/// Tells when a receiver enters, leaves and stays at places. Fixes go in, events come out.
///
/// It is a value without a clock and without input or output: the time is that of the fixes, so a
/// recording gives the same events at any pace. ``PlaceMonitor`` connects it with a source.
///
/// The rules, with their defaults in ``MonitorThresholds``:
///
/// - A fix counts as inside or outside only if it is far enough beyond the border. How far depends on the
///   accuracy of the fix. For a small place, half of its depth is enough.
/// - A change needs at least two such fixes in a row. A single bad fix never causes an event.
/// - For a minute after a change, the opposite change needs a greater distance.
/// - A lost fix changes nothing. Time without fixes counts for a stay.
/// - Fixes without a time are ignored, and so are fixes up to a minute older than the last one. An older
///   one begins a new timeline, as when a recording starts over: the states stay.
public struct RegionMonitor: Sendable {
  /// A fix that is older than the last one by more seconds begins a new timeline.
  private static let newTimeline = 60.0

  /// The rules.
  public let thresholds: MonitorThresholds
  private var watched: [WatchedPlace] = []
  /// Where each watched place is, in an array of its own: with 100,000 places, the memory that is read
  /// for each fix decides the speed.
  private var bounds: [PlaceBound] = []
  /// The indexes of the places in which the receiver is.
  private var inside: [Int] = []
  private var lastTime: Date?

  /// Makes a monitor.
  ///
  /// - Parameters:
  ///   - places: the places. A place whose ``Place/monitoring`` is off is left out, and of two places
  ///     with the same ``Place/identity`` the second one.
  ///   - thresholds: the rules.
  ///   - state: the state of a former monitor. Its events are not reported again.
  public init(
    places: [Place], thresholds: MonitorThresholds = MonitorThresholds(),
    state: MonitorState = MonitorState()
  ) {
    self.thresholds = thresholds
    lastTime = state.time
    watch(places, state)
  }

  /// The places that are monitored.
  public var places: [Place] { watched.map(\.place) }

  /// Replaces the places. The state of those with a known ``Place/identity`` stays.
  public mutating func setPlaces(_ places: [Place]) { watch(places, state) }

  /// What the monitor knows now.
  public var state: MonitorState {
    var states: [String: MonitorState.PlaceState] = [:]
    for place in watched { states[place.place.identity] = place.state }
    return MonitorState(places: states, time: lastTime)
  }

  private mutating func watch(_ places: [Place], _ state: MonitorState) {
    var known: Set<String> = []
    let monitored = places.filter { $0.monitoring.isOn && known.insert($0.identity).inserted }
    watched = monitored.map { WatchedPlace($0, state.places[$0.identity]) }
    bounds = watched.map { PlaceBound($0.place.region, isOutside: $0.isIdleOutside) }
    inside = watched.indices.filter { watched[$0].isInside }
  }

  // MARK: Input

  /// Takes a fix, and returns the events that it causes: what the receiver left first, and then the
  /// others, in the order of the places.
  public mutating func update(with fix: Fix) -> [PlaceEvent] {
    // The time of receipt of a recorded fix depends on the speed of the replay.
    guard let time = fix.timestamp ?? (fix.isReplayed ? nil : fix.receivedAt) else { return [] }
    var gap = 0.0
    if let lastTime {
      gap = time.timeIntervalSince(lastTime)
      if gap <= 0, gap >= -Self.newTimeline { return [] }
      if gap < 0 { restart(at: time) }
    }
    lastTime = time
    let moment = Moment(
      fix: fix, time: time, isLate: gap > thresholds.lateAfter / .seconds(1),
      accuracy: fix.horizontalAccuracy ?? thresholds.assumedAccuracy)
    let position = GeocentricPoint(fix.coordinate)
    var events: [PlaceEvent] = []
    // Most places are far away and known to be so. They need nothing but this comparison.
    for index in bounds.indices where !bounds[index].isFarOutside(position) {
      update(index, moment, position, &events)
    }
    guard events.count > 1 else { return events }
    return events.filter { $0.kind == .left } + events.filter { $0.kind != .left }
  }

  /// Lets time pass without a fix, and returns the stays that end.
  ///
  /// - Parameter time: by the receiver's clock. An earlier time than before does nothing.
  public mutating func advance(to time: Date) -> [PlaceEvent] {
    guard let lastTime, time > lastTime else { return [] }
    var events: [PlaceEvent] = []
    for index in inside {
      if let event = watched[index].stay(at: time, thresholds, fix: nil) { events.append(event) }
    }
    return events
  }

  private mutating func update(
    _ index: Int, _ moment: Moment, _ position: GeocentricPoint, _ events: inout [PlaceEvent]
  ) {
    let wasInside = watched[index].isInside
    let bound = bounds[index]
    // Never above the true distance to the border. Far away it is enough.
    let lowest = position.chord(to: bound.center) - bound.reach
    let clear = max(
      1_000, thresholds.distance, thresholds.settlingDistance,
      thresholds.accuracyShare * moment.accuracy)
    let distance =
      lowest > clear
      ? lowest : watched[index].place.region.borderDistance(from: moment.fix.coordinate)
    let changed = watched[index].update(distance: distance, moment, thresholds)
    if let changed { events.append(changed) }
    if watched[index].isInside != wasInside {
      if wasInside { inside.removeAll { $0 == index } } else { inside.append(index) }
    }
    bounds[index].isOutside = watched[index].isIdleOutside
    if let stay = watched[index].stay(at: moment.time, thresholds, fix: moment.fix) {
      events.append(stay)
    }
  }

  /// Continues with a time before the last one.
  private mutating func restart(at time: Date) {
    for index in watched.indices {
      watched[index].restart(at: time)
      bounds[index].isOutside = watched[index].isIdleOutside
    }
  }
}

/// A fix, and what a monitor derives from it once for all places.
struct Moment {
  let fix: Fix
  let time: Date
  /// Whether there was no fix for long before this one.
  let isLate: Bool
  /// The estimated error in meters.
  let accuracy: Double
}

/// A sphere around a place.
struct PlaceBound {
  let center: GeocentricPoint
  /// In meters.
  let reach: Double
  /// Whether the receiver is known to be outside, and no fix said otherwise.
  var isOutside: Bool

  init(_ region: PlaceRegion, isOutside: Bool) {
    center = GeocentricPoint(region.center)
    reach = region.reach
    self.isOutside = isOutside
  }

  /// Whether a receiver at a position remains outside, without a closer look.
  func isFarOutside(_ position: GeocentricPoint) -> Bool {
    let (dx, dy, dz) = (position.x - center.x, position.y - center.y, position.z - center.z)
    return isOutside && dx * dx + dy * dy + dz * dz > reach * reach
  }
}
