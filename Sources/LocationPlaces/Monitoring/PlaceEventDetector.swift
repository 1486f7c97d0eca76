public import LocationCore

/// Tells when devices enter, leave and stay at places. Fixes go in, events come out.
///
/// It is a value without a clock and without input or output: the time is that of the fixes, so a
/// recording gives the same events at any pace. ``PlaceMonitor`` connects it with a source.
///
/// A source may carry many devices. Each of them has its own state and its own time. Of more than 5,000, the one that
/// was silent for the longest time is forgotten; when it returns, its events begin anew.
///
/// The rules, with their defaults in ``MonitorThresholds``:
///
/// - A fix counts as inside or outside only if it is far enough beyond the border. How far depends on the
///   accuracy of the fix. For a small place, half of its depth is enough.
/// - A change needs at least two such fixes in a row. A single bad fix never causes an event.
/// - For a minute after a change, the opposite change needs a greater distance.
/// - A lost fix changes nothing. Time without fixes counts for a stay.
/// - Recorded fixes without a time are ignored and counted (``undatedFixes``); of a live receiver the time of receipt
///   counts. Fixes up to a minute older than the last one are ignored. An older one begins a new timeline, as when a recording starts over: the states stay.
public struct PlaceEventDetector: Sendable {
  /// The rules.
  public let thresholds: MonitorThresholds
  /// Whose locations the fixes are.
  public let identity: DeviceIdentity
  /// The greatest number of devices.
  static let deviceLimit = 5_000

  /// How many devices were forgotten, because there were more than 5,000.
  public private(set) var forgottenDevices = 0
  /// How many fixes were ignored because a recording gives them no time.
  public private(set) var undatedFixes = 0
  /// Whether a fix had a time.
  private(set) var hasDatedFix = false
  private var regions: WatchedRegions
  private var devices: [DeviceID: WatchedDevice] = [:]
  /// What is known about devices that this detector has not met yet.
  private var former: MonitorState

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - places: the places. A place whose ``Place/monitoring`` is off is left out, and of two places
  ///     with the same ``Place/id`` the second one.
  ///   - thresholds: the rules.
  ///   - identity: whose locations the fixes are.
  ///   - state: the state of a former detector. Its events are not reported again.
  public init(
    places: [Place], thresholds: MonitorThresholds = MonitorThresholds(),
    identity: DeviceIdentity = .each, state: MonitorState = MonitorState()
  ) {
    self.thresholds = thresholds
    self.identity = identity
    regions = WatchedRegions(places)
    former = state
  }

  /// The places that are monitored.
  public var places: [Place] { regions.places }

  /// Replaces the places. The state of those with a known ``Place/id`` stays.
  public mutating func setPlaces(_ places: [Place]) {
    former = state
    devices = [:]
    regions = WatchedRegions(places)
  }

  /// What the detector knows now.
  public var state: MonitorState {
    var state = former
    for (id, device) in devices { state.devices[id] = device.state(regions) }
    return state
  }

  /// Takes a fix, and returns the events that it causes: what its device left first, and then the
  /// others, in the order of the places.
  public mutating func update(with fix: Fix) -> [PlaceEvent] {
    // The time of receipt of a recorded fix depends on the speed of the replay.
    guard let time = fix.timestamp ?? (fix.isReplayed ? nil : fix.receivedAt) else {
      undatedFixes += 1
      return []
    }
    hasDatedFix = true
    let id = identity.id(of: fix.source)
    meet(id)
    return devices[id]?.update(with: fix, at: time, &regions) ?? []
  }

  /// Lets time pass without a fix of a device, and returns the stays that end.
  ///
  /// - Parameters:
  ///   - time: by the receiver's clock. An earlier time than before does nothing.
  ///   - source: the source of the device that was silent. One that never sent a fix does nothing.
  public mutating func advance(to time: Date, of source: FixSource) -> [PlaceEvent] {
    let id = identity.id(of: source)
    if former.devices[id] != nil { meet(id) }
    return devices[id]?.advance(to: time, regions) ?? []
  }

  /// Makes the state of a device, and room for it.
  private mutating func meet(_ id: DeviceID) {
    guard devices[id] == nil else { return }
    let known = former.devices.removeValue(forKey: id)
    while devices.count + former.devices.count >= Self.deviceLimit { forgetOldestDevice() }
    devices[id] = WatchedDevice(id, regions, thresholds, state: known)
  }

  private mutating func forgetOldestDevice() {
    let times =
      devices.map { ($0.key, $0.value.lastTime) } + former.devices.map { ($0.key, $0.value.time) }
    guard let oldest = times.min(by: { $0.1 ?? .distantPast < $1.1 ?? .distantPast }) else {
      return
    }
    devices[oldest.0] = nil
    former.devices[oldest.0] = nil
    forgottenDevices += 1
  }
}
