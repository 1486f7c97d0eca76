/// Adds up ascents and descents, and ignores changes below a threshold.
///
/// Altitudes of a GNSS receiver wander by some meters also at rest. A climb counts from the lowest point before
/// it to the highest point after it, if the difference is the threshold or more.
struct AltitudeChange: Hashable, Sendable {
  /// Meters.
  let threshold: Double
  private var up = 0.0
  private var down = 0.0
  /// The lowest and the highest altitude since the last counted turn; `nil` before the first altitude.
  private var range: ClosedRange<Double>?
  private var direction = Direction.unknown
  /// Whether there was any altitude.
  private(set) var hasValue = false

  private enum Direction {
    case unknown, up, down
  }

  init(threshold: Double) { self.threshold = threshold }

  /// Meters up, the present climb included.
  var ascent: Double { up + (direction == .up ? span : 0) }

  /// Meters down, the present descent included.
  var descent: Double { down + (direction == .down ? span : 0) }

  private var span: Double { range.map { $0.upperBound - $0.lowerBound } ?? 0 }

  /// Adds the next altitude in meters.
  mutating func add(_ altitude: Double) {
    hasValue = true
    guard let range else {
      range = altitude...altitude
      return
    }
    switch direction {
    case .unknown:
      let wider = min(range.lowerBound, altitude)...max(range.upperBound, altitude)
      self.range = wider
      if wider.upperBound - wider.lowerBound >= threshold {
        direction = altitude > range.upperBound ? .up : .down
      }
    case .up where altitude > range.upperBound: self.range = range.lowerBound...altitude
    case .down where altitude < range.lowerBound: self.range = altitude...range.upperBound
    case .up where range.upperBound - altitude >= threshold:
      up += span
      self.range = altitude...range.upperBound
      direction = .down
    case .down where altitude - range.lowerBound >= threshold:
      down += span
      self.range = range.lowerBound...altitude
      direction = .up
    case .up, .down: break
    }
  }

  /// Ends a climb: the next altitude is not compared with those before.
  mutating func interrupt() {
    (up, down) = (ascent, descent)
    range = nil
    direction = .unknown
  }
}
