import Synchronization

/// Applies a ``LocationFilter`` to updates in their order. It reads no clock.
package struct UpdateSelection: Sendable {
  /// What is known of a device.
  private struct Device {
    var outliers = OutlierDetection()
    var stay = StayDetection()
    /// The time and the place of the fix that passed last.
    var lastTime: Date?
    var lastPlace: Coordinate?
    /// Whether the last fix passed.
    var isPassing = true
  }

  /// More devices than a fleet has, so that a server that invents names cannot fill the memory.
  private static let deviceLimit = 100_000

  private let filter: LocationFilter
  private let criteria: LocationCriteria
  private var devices: [DeviceID: Device] = [:]

  /// Makes a selection that starts with the next update.
  package init(_ filter: LocationFilter) {
    self.filter = filter
    criteria = LocationCriteria(accuracy: filter.accuracy)
  }

  package mutating func passes(_ update: LocationUpdate) -> Bool {
    switch update {
    case .authorization: return true
    case .fixLost(let loss): return filter.until == nil || filter.isInTime(loss.timestamp)
    case .sky(let sky): return devices[sky.source.deviceID]?.isPassing ?? true
    case .fix(let fix):
      if devices.count > Self.deviceLimit { devices = [:] }
      return passes(fix, &devices[fix.source.deviceID, default: Device()])
    }
  }

  private func passes(_ fix: Fix, _ device: inout Device) -> Bool {
    device.isPassing = isSelected(fix, &device)
    return device.isPassing
  }

  private func isSelected(_ fix: Fix, _ device: inout Device) -> Bool {
    let time = fix.timestamp ?? fix.receivedAt
    guard filter.contains(fix.coordinate, at: fix.timestamp), criteria.isMet(by: fix) else {
      return false
    }
    if let limits = filter.outliers, device.outliers.isOutlier(fix, at: time, limits) {
      return false
    }
    if let limits = filter.stationary, device.stay.isStaying(fix, at: time, limits) {
      return false
    }
    if let interval = filter.interval, let time, let last = device.lastTime {
      // A millisecond for times that a receiver rounds.
      let elapsed = Duration.seconds(time.timeIntervalSince(last)) + .milliseconds(1)
      // A clock that was set back must not stop the stream.
      if elapsed >= .zero, elapsed < interval { return false }
    }
    if let distance = filter.distance, let last = device.lastPlace,
      last.distance(to: fix.coordinate) < distance
    {
      return false
    }
    device.lastTime = time
    device.lastPlace = fix.coordinate
    return true
  }
}

/// Finds fixes that cannot be true; see ``OutlierLimits``.
struct OutlierDetection: Sendable {
  /// So many outliers in a row that agree are no outliers.
  private static let patience = 3

  private var last: (fix: Fix, time: Date)?
  /// The last of the outliers that agree with each other.
  private var candidate: (fix: Fix, time: Date)?
  private var agreeing = 0

  init() {}

  mutating func isOutlier(_ fix: Fix, at time: Date?, _ limits: OutlierLimits) -> Bool {
    if let error = fix.horizontalAccuracy, error > limits.accuracy { return true }
    guard let time else { return false }
    guard let last, !Self.isPossible(last, (fix, time), limits) else {
      self.last = (fix, time)
      (candidate, agreeing) = (nil, 0)
      return false
    }
    if let candidate, Self.isPossible(candidate, (fix, time), limits) {
      agreeing += 1
    } else {
      agreeing = 1
    }
    candidate = (fix, time)
    guard agreeing > Self.patience else { return true }
    self.last = (fix, time)
    (candidate, agreeing) = (nil, 0)
    return false
  }

  /// Whether a receiver can have moved from one fix to the next.
  private static func isPossible(
    _ one: (fix: Fix, time: Date), _ next: (fix: Fix, time: Date), _ limits: OutlierLimits
  ) -> Bool {
    let seconds = next.time.timeIntervalSince(one.time)
    // Nothing is known of a receiver whose clock was set back.
    guard seconds >= 0 else { return true }
    let errors = (one.fix.horizontalAccuracy ?? 0) + (next.fix.horizontalAccuracy ?? 0)
    let distance = one.fix.coordinate.distance(to: next.fix.coordinate) - errors
    var speed = limits.speed
    if let first = one.fix.speed, let second = next.fix.speed {
      speed = min(speed, 2 * max(first, second) + limits.excessSpeed)
    }
    // Two fixes of the same instant may differ by what the receiver moves in a second.
    return distance <= speed * max(seconds, 1)
  }
}

/// Notices that a receiver stays at a place; see ``StationaryLimits``.
struct StayDetection: Sendable {
  private var stay: (place: Coordinate, since: Date)?

  init() {}

  mutating func isStaying(_ fix: Fix, at time: Date?, _ limits: StationaryLimits) -> Bool {
    guard let time else { return false }
    guard let stay, time >= stay.since,
      stay.place.distance(to: fix.coordinate) <= limits.radius
    else {
      stay = (fix.coordinate, time)
      return false
    }
    return Duration.seconds(time.timeIntervalSince(stay.since)) > limits.duration
  }
}

/// The selection of one sequence.
final class SharedSelection: Sendable {
  private let selection: Mutex<UpdateSelection>

  init(_ filter: LocationFilter) { selection = Mutex(UpdateSelection(filter)) }

  func passes(_ update: LocationUpdate) -> Bool { selection.withLock { $0.passes(update) } }
}
