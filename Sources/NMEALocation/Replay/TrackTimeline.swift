import NMEA0183

/// Where on its track a recording is: the time since its first epoch that had one, from times of
/// day and, where there are any, dates.
///
/// It never runs backwards. A time of day that is earlier than the last is the next day's when it
/// is more than twelve hours earlier; else the receiver set its clock back, and the track stands
/// still for that step. With dates on both sides a forward step is taken at its face value, be it
/// days; without, it is less than a day.
struct TrackTimeline {
  private static let day = Duration.seconds(86_400)
  private var last: (time: TimeOfDay, day: Int?)?
  private(set) var position = Duration.zero

  /// Moves to the epoch with this time of day and this date, in days since any fixed one.
  mutating func move(to time: TimeOfDay, day: Int?) {
    defer { last = (time, day) }
    guard let last else { return }
    // Less than two days of nanoseconds: there is room for them.
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
  }
}
