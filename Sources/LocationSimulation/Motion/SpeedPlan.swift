/// The planned speed of a simulated vehicle. Limits, corners and stops may make it slower.
///
/// A ``Route`` refuses a plan with an invalid number.
public enum SpeedPlan: Hashable, Sendable {
  /// A constant speed in m/s, above 0, up to 100,000.
  case constant(Double)
  /// Changes of speed at moments of the track, at least one, in the order of their times. Before the
  /// first change, its speed applies too.
  case profile([Change])

  /// A new speed in a ``profile(_:)``.
  public struct Change: Hashable, Sendable {
    /// The time of the change, in track time.
    public var time: Duration
    /// The speed in m/s from that time on, 0 … 100,000. One speed of a profile must be above 0.
    public var speed: Double

    /// Makes a change.
    public init(at time: Duration, speed: Double) {
      self.time = time
      self.speed = speed
    }
  }

  private static let highest = 100_000.0

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
      return speed > 0 && speed <= Self.highest
        ? nil : "a speed is a positive number of m/s up to 100000, not \(speed)"
    case .profile(let changes):
      if changes.isEmpty { return "a speed profile needs at least one change of speed" }
      if let bad = changes.first(where: { !(0...Self.highest).contains($0.speed) }) {
        return "a speed is a number of m/s within 0...100000, not \(bad.speed)"
      }
      if changes.allSatisfy({ $0.speed == 0 }) { return "a speed profile needs a speed above 0" }
      let isOrdered = zip(changes, changes.dropFirst()).allSatisfy { $0.time < $1.time }
      return isOrdered ? nil : "the changes of speed are not in the order of their times"
    }
  }
}
