import Synchronization

/// Applies a ``LocationFilter`` to updates in their order. It reads no clock.
package struct UpdateSelection: Sendable {
  /// What is known of a receiver.
  private struct Receiver {
    var device: String?
    var outliers = OutlierDetection()
    var stay = StayDetection()
    /// The time of the fix that passed last.
    var lastTime: Date?
    /// Whether the last fix passed.
    var isPassing = true
  }

  /// More receivers than a source has, so that a server that invents names cannot fill the memory.
  private static let maximumReceivers = 64

  private let filter: LocationFilter
  private let criteria: LocationCriteria
  private var distances: FixFilter
  private var receivers: [Receiver] = []

  /// Makes a selection that starts with the next update.
  package init(_ filter: LocationFilter) {
    self.filter = filter
    criteria = LocationCriteria(accuracy: filter.accuracy)
    distances = FixFilter(distance: filter.distance, accuracy: nil)
  }

  /// Whether an update passes.
  package mutating func passes(_ update: LocationUpdate) -> Bool {
    switch update {
    case .fixLost, .authorization: return true
    case .sky(let sky):
      return receivers.first { $0.device == sky.source.device }?.isPassing ?? true
    case .fix(let fix):
      let index = index(of: fix.source.device)
      var receiver = receivers[index]
      receiver.isPassing = passes(fix, &receiver)
      receivers[index] = receiver
      return receiver.isPassing
    }
  }

  private mutating func index(of device: String?) -> Int {
    if let index = receivers.firstIndex(where: { $0.device == device }) { return index }
    if receivers.count == Self.maximumReceivers { receivers.removeFirst() }
    receivers.append(Receiver(device: device))
    return receivers.count - 1
  }

  private mutating func passes(_ fix: Fix, _ receiver: inout Receiver) -> Bool {
    let time = fix.timestamp ?? fix.receivedAt
    guard criteria.isMet(by: fix) else { return false }
    if let limits = filter.outliers, receiver.outliers.isOutlier(fix, at: time, limits) {
      return false
    }
    if let limits = filter.stationary, receiver.stay.isStaying(fix, at: time, limits) {
      return false
    }
    if let interval = filter.interval, let time, let last = receiver.lastTime {
      // A millisecond for times that a receiver rounds.
      let elapsed = Duration.seconds(time.timeIntervalSince(last)) + .milliseconds(1)
      // A clock that was set back must not stop the stream.
      if elapsed >= .zero, elapsed < interval { return false }
    }
    guard distances.passes(fix) else { return false }
    receiver.lastTime = time
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
