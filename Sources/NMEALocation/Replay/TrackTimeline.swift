import NMEA0183

/// Computes positions on a log's track, the time since its first epoch with a time, from times of
/// day and, if there are any, dates.
///
/// A position never decreases. A time of day that is more than twelve hours before the last belongs
/// to the next day; if it is less, the receiver set its clock back, and the position stays. If both
/// epochs have a date, a forward step may be days long; otherwise it is less than a day.
struct TrackTimeline {
  private static let day = Duration.seconds(86_400)
  private var last: (time: TimeOfDay, day: Int?)?
  private(set) var position: Duration

  /// Starts at a position, which is that of the first epoch.
  init(at position: Duration = .zero) { self.position = position }

  /// Moves to the epoch with this time of day and this date, in days since any fixed one, and returns its
  /// position.
  @discardableResult
  mutating func move(to time: TimeOfDay, day: Int?) -> Duration {
    defer { last = (time, day) }
    guard let last else { return position }
    // Two days of nanoseconds fit.
    let nanoseconds = time.nanoseconds - last.time.nanoseconds
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var step = Duration(
      secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest) * 1_000_000_000)
    if let from = last.day, let to = day {
      if from != to { step += Self.day * (to - from) }
    } else if step < .zero - Self.day / 2 {
      step += Self.day
    }
    position += max(step, .zero)
    return position
  }
}
