/// The planned speed of a simulated vehicle. Limits, corners and stops may make it slower.
public enum SpeedPlan: Hashable, Sendable {
  /// A constant speed in m/s.
  case constant(Double)
  /// Changes of speed at moments of the track. Before the first change, its speed applies too.
  case profile([Change])

  /// A new speed in a ``profile(_:)``.
  public struct Change: Hashable, Sendable {
    /// The time of the change, in track time.
    public var time: Duration
    /// The speed in m/s from that time on.
    public var speed: Double

    /// Makes a change.
    public init(at time: Duration, speed: Double) {
      self.time = time
      self.speed = speed
    }
  }

  /// The planned speed at a moment of the track.
  func speed(at time: Duration) -> Double {
    switch self {
    case .constant(let speed): speed
    case .profile(let changes):
      changes.last { $0.time <= time }?.speed ?? changes.first?.speed ?? 0
    }
  }

  /// What is wrong with the plan; `nil` if nothing is.
  var problem: String? {
    switch self {
    case .constant(let speed):
      return speed > 0 && speed.isFinite ? nil : "a speed is a positive number of m/s, not \(speed)"
    case .profile(let changes):
      if changes.isEmpty { return "a speed profile needs at least one change of speed" }
      if let bad = changes.first(where: { !($0.speed >= 0 && $0.speed.isFinite) }) {
        return "a speed is a number of m/s, not \(bad.speed)"
      }
      if changes.allSatisfy({ $0.speed == 0 }) { return "a speed profile needs a speed above 0" }
      let isOrdered = zip(changes, changes.dropFirst()).allSatisfy { $0.time < $1.time }
      return isOrdered ? nil : "the changes of speed are not in the order of their times"
    }
  }
}
