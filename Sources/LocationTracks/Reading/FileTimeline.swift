import LocationCore

/// Computes positions on the track of a file: the time since the first update that has a time.
///
/// If the first update has only a time of day, the times of day of the others count. A time of day that is
/// twelve hours or more before the last one belongs to the next day.
struct FileTimeline {
  /// The position of the last update; `nil` before the first time. It never decreases.
  private(set) var position: Duration?

  private var start: (seconds: Double, isTimeOfDay: Bool)?
  private var lastTimeOfDay = 0.0
  private var midnights = 0.0

  /// Moves to an update. An update without a time does not move.
  mutating func move(to update: LocationUpdate) {
    switch update {
    case .fix(let fix): move(to: fix.timestamp, timeOfDay: fix.timeOfDay)
    case .sky(let sky): move(to: sky.timestamp, timeOfDay: nil)
    case .fixLost(let loss): move(to: loss.timestamp, timeOfDay: loss.timeOfDay)
    case .authorization: break
    }
  }

  private mutating func move(to timestamp: Date?, timeOfDay: Double?) {
    if let timestamp {
      move(to: timestamp.timeIntervalSinceReferenceDate, isTimeOfDay: false)
    } else if let timeOfDay {
      if timeOfDay <= lastTimeOfDay - 43_200 { midnights += 1 }
      lastTimeOfDay = timeOfDay
      move(to: midnights * 86_400 + timeOfDay, isTimeOfDay: true)
    }
  }

  private mutating func move(to seconds: Double, isTimeOfDay: Bool) {
    let start = start ?? (seconds, isTimeOfDay)
    self.start = start
    guard start.isTimeOfDay == isTimeOfDay else { return }
    // Rounded, because a `Date` has no exact milliseconds.
    let elapsed = Duration.milliseconds(
      Int64((min(max(seconds - start.seconds, 0), 1e12) * 1000).rounded()))
    position = max(position ?? .zero, elapsed)
  }
}
