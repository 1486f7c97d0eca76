import LocationCore

/// Where on its track a recording is: the time since its first epoch that had one, from times of
/// day and, where there are any, dates.
///
/// It never runs backwards. A time of day that is earlier than the last is the next day's when it
/// is more than twelve hours earlier; else the receiver set its clock back, and the track stands
/// still for that step. With dates on both sides a forward step is taken at its face value, be it
/// days; without, it is less than a day.
struct TrackTimeline {
  private struct Stamp {
    var timeOfDay: Duration
    var day: Int?
  }

  private static let day = Duration.seconds(86_400)
  private var last: Stamp?
  private(set) var position = Duration.zero

  /// Moves to the epoch with this time of day and this date, in days since any fixed one.
  mutating func move(to timeOfDay: Duration, day: Int?) {
    let stamp = Stamp(timeOfDay: timeOfDay, day: day)
    defer { last = stamp }
    guard let last else { return }
    var step = stamp.timeOfDay - last.timeOfDay
    if let from = last.day, let to = stamp.day {
      step += Self.day * (to - from)
    } else if step < .zero - Self.day / 2 {
      step += Self.day
    }
    position += max(step, .zero)
  }
}
