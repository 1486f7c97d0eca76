import LocationCore

/// The state machine of one device at all places.
struct WatchedDevice: Sendable {
  /// A fix that is older than the last one by more seconds begins a new timeline.
  private static let newTimeline = 60.0

  private let id: DeviceID
  private let thresholds: MonitorThresholds
  /// The states of the places, in the order of the regions.
  private var watched: [WatchedPlace]
  /// Whether the device is known to be outside of a place, and no fix said otherwise.
  private var isIdleOutside: [Bool]
  /// The indexes of the places in which the device is.
  private var inside: [Int]
  /// The time of the last fix.
  private(set) var lastTime: Date?

  init(
    _ id: DeviceID, _ regions: WatchedRegions, _ thresholds: MonitorThresholds,
    state: MonitorState.Device?
  ) {
    self.id = id
    self.thresholds = thresholds
    let watched = regions.places.map { WatchedPlace(state?.places[$0.id]) }
    self.watched = watched
    isIdleOutside = watched.map(\.isIdleOutside)
    inside = watched.indices.filter { watched[$0].isInside }
    lastTime = state?.time
  }

  func state(_ regions: WatchedRegions) -> MonitorState.Device {
    var state = MonitorState.Device(time: lastTime)
    for (place, watched) in zip(regions.places, watched) {
      state.places[place.id] = watched.state
    }
    return state
  }

  /// Takes a fix, and returns the events that it causes.
  mutating func update(with fix: Fix, at time: Date, _ regions: inout WatchedRegions)
    -> [PlaceEvent]
  {
    var gap = 0.0
    if let lastTime {
      gap = time.timeIntervalSince(lastTime)
      if gap <= 0, gap >= -Self.newTimeline { return [] }
      if fix.isLate(after: lastTime, at: fix.receivedAt ?? time) { return [] }
      if gap < 0 { restart(at: time) }
    }
    lastTime = time
    let moment = Moment(
      fix: fix, time: time, isLate: gap > thresholds.lateAfter / .seconds(1),
      accuracy: fix.horizontalAccuracy ?? thresholds.assumedAccuracy)
    let position = GeocentricPoint(fix.coordinate)
    var events: [PlaceEvent] = []
    // Most places are far away and known to be so. They need nothing but this comparison.
    for index in watched.indices
    where !isIdleOutside[index] || regions.bounds[index].contains(position) {
      update(index, moment, position, &regions, &events)
    }
    guard events.count > 1 else { return events }
    return events.filter { $0.kind == .left } + events.filter { $0.kind != .left }
  }

  /// Lets time pass without a fix, and returns the stays that end.
  mutating func advance(to time: Date, _ regions: WatchedRegions) -> [PlaceEvent] {
    guard let lastTime, time > lastTime else { return [] }
    return inside.compactMap { stay(at: $0, time, nil, regions) }
  }

  private mutating func update(
    _ index: Int, _ moment: Moment, _ position: GeocentricPoint, _ regions: inout WatchedRegions,
    _ events: inout [PlaceEvent]
  ) {
    let wasInside = watched[index].isInside
    let bound = regions.bounds[index]
    // Never above the true distance to the border. Far away it is enough.
    let lowest = position.chord(to: bound.center) - bound.reach
    let clear = max(
      1_000, thresholds.distance, thresholds.settlingDistance,
      thresholds.accuracyShare * moment.accuracy)
    let distance =
      lowest > clear
      ? lowest : regions.places[index].region.borderDistance(from: moment.fix.coordinate)
    let change = watched[index].update(
      distance: distance, depth: regions.depth(of: index), moment, thresholds)
    if let change, let event = event(of: change, at: regions.places[index], moment.fix) {
      events.append(event)
    }
    if watched[index].isInside != wasInside {
      if wasInside { inside.removeAll { $0 == index } } else { inside.append(index) }
    }
    isIdleOutside[index] = watched[index].isIdleOutside
    if let stay = stay(at: index, moment.time, moment.fix, regions) { events.append(stay) }
  }

  /// The event of a change; `nil` if the place does not report it.
  private func event(of change: WatchedPlace.Change, at place: Place, _ fix: Fix) -> PlaceEvent? {
    switch change {
    case .found(let isInside, let since):
      return PlaceEvent(
        .initial(isInside: isInside), place: place, device: id, time: since, fix: fix)
    case .crossed(let isInside, let since, let isLate):
      let options = place.monitoring
      guard isInside ? options.reportsEntering : options.reportsLeaving else { return nil }
      return PlaceEvent(
        isInside ? .entered : .left, place: place, device: id, time: since, isLate: isLate, fix: fix
      )
    }
  }

  private mutating func stay(
    at index: Int, _ time: Date, _ fix: Fix?, _ regions: WatchedRegions
  ) -> PlaceEvent? {
    let place = regions.places[index]
    guard let stay = place.monitoring.stay, let due = watched[index].takeStay(stay, at: time)
    else { return nil }
    return PlaceEvent(
      .stayed(stay), place: place, device: id, time: due,
      isLate: time.timeIntervalSince(due) > thresholds.lateAfter / .seconds(1), fix: fix)
  }

  /// Continues with a time before the last one.
  private mutating func restart(at time: Date) {
    for index in watched.indices {
      watched[index].restart(at: time)
      isIdleOutside[index] = watched[index].isIdleOutside
    }
  }
}
