/// How fast a simulated vehicle wants to go; its limits, corners and stops may hold it back.
public enum SpeedPlan: Hashable, Sendable {
  /// Always so many m/s.
  case constant(Double)
  /// From one moment of the track to the next: the speed in m/s that is wanted from then on. Before
  /// the first moment it is the first one's.
  case profile([Change])

  /// A new speed in a ``profile(_:)``.
  public struct Change: Hashable, Sendable {
    /// When, in track time.
    public var time: Duration
    /// The speed in m/s from then on.
    public var speed: Double

    /// Makes a change.
    public init(at time: Duration, speed: Double) {
      self.time = time
      self.speed = speed
    }
  }

  /// The speed that is wanted at a moment of the track.
  func speed(at time: Duration) -> Double {
    switch self {
    case .constant(let speed): speed
    case .profile(let changes):
      changes.last { $0.time <= time }?.speed ?? changes.first?.speed ?? 0
    }
  }

  /// What is wrong with it.
  var problem: String? {
    switch self {
    case .constant(let speed):
      return speed > 0 && speed.isFinite ? nil : "a speed is a positive number of m/s, not \(speed)"
    case .profile(let changes):
      if changes.isEmpty { return "a speed profile needs one change of speed at least" }
      if let bad = changes.first(where: { !($0.speed >= 0 && $0.speed.isFinite) }) {
        return "a speed is a number of m/s, not \(bad.speed)"
      }
      if changes.allSatisfy({ $0.speed == 0 }) { return "with no speed it would never arrive" }
      let isOrdered = zip(changes, changes.dropFirst()).allSatisfy { $0.time < $1.time }
      return isOrdered ? nil : "the changes of speed are not in the order of their times"
    }
  }
}
