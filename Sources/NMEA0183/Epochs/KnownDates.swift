/// What a caller knows about the dates of a stream.
public struct KnownDates: Hashable, Sendable {
  /// The date of the first time of day, for a receiver that states no dates. Then every epoch with a time has a date.
  /// Midnight is counted forward from it, and a stated date replaces it. `nil` leaves unknown dates `nil`.
  public var first: CalendarDate?
  /// The earliest possible day of the data, for example the receiver's year of manufacture. A stated date before it is
  /// moved forward by as many GPS week rollovers (1024 weeks) as necessary. `nil` takes dates as they are.
  public var notBefore: CalendarDate?

  /// Makes knowledge of nothing, or of these dates.
  public init(first: CalendarDate? = nil, notBefore: CalendarDate? = nil) {
    self.first = first
    self.notBefore = notBefore
  }
}

/// A time of day and its date.
package struct DatedTime: Hashable, Sendable {
  package var time: TimeOfDay
  package var date: CalendarDate

  package init(_ time: TimeOfDay, on date: CalendarDate) { (self.time, self.date) = (time, date) }
}

extension TimeOfDay {
  /// The nanoseconds to another time, at most twelve hours forward or back, and the days to its date.
  package func step(to next: TimeOfDay) -> (nanoseconds: Int, days: Int) {
    let step = next.nanoseconds - nanoseconds
    if step < -Self.day / 2 { return (step + Self.day, 1) }
    if step > Self.day / 2 { return (step - Self.day, -1) }
    return (step, 0)
  }

  /// Whether the date goes on over such a step.
  package static func keepsDate(_ nanoseconds: Int) -> Bool { abs(nanoseconds) <= 60 * second }
}
