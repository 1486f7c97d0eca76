/// Knows the date of each instant of a stream in which most sentences have none.
///
/// A date stated by RMC or ZDA holds while time advances in steps of up to a minute, and at midnight
/// the next day begins. A time that steps back by up to a minute comes from sentences out of order.
/// After a longer step, forward or back, the receiver may have been off for a day or its clock may
/// have been set, so the date is unknown until it is stated again. It still holds if the first sentence
/// of the next epoch states the same date. The host's clock is never used.
///
/// If the caller knows the date of the first time, the date is never unknown again: after a longer
/// step it is the last known date, or the next day if the time of day stepped back by more than twelve
/// hours.
struct DateKeeper {
  /// The earliest possible day of the data; see ``EpochAssembler/init(notBefore:firstDate:emitsEarly:)``.
  let notBefore: CalendarDate?
  /// The date of the first time, if the caller knows it.
  let first: CalendarDate?
  private var date: CalendarDate?
  private var last: TimeOfDay?

  init(notBefore: CalendarDate?, first: CalendarDate?) {
    self.notBefore = notBefore
    self.first = first
  }

  /// The date of an epoch.
  ///
  /// - Parameters:
  ///   - stated: the date that its sentences state.
  ///   - next: the date and time that the first sentence of the next epoch states.
  mutating func date(
    of time: TimeOfDay?, stated: CalendarDate?, next: (time: TimeOfDay, date: CalendarDate)?
  ) -> CalendarDate? {
    guard let time else { return nil }
    defer { last = time }
    if let stated {
      date = rolled(stated)
      return date
    }
    guard let last, let known = date else {
      date = first
      return first
    }
    var step = time.nanoseconds - last.nanoseconds
    var days = 0
    if step < -TimeOfDay.day / 2 {
      (step, days) = (step + TimeOfDay.day, 1)
    } else if step > TimeOfDay.day / 2 {
      (step, days) = (step - TimeOfDay.day, -1)
    }
    let probable = known.adding(days: days)
    if abs(step) <= Self.longestStep || confirms(next, probable, at: time) {
      date = probable
    } else {
      date = first == nil ? nil : days < 0 ? known : probable
    }
    return date
  }

  private func confirms(
    _ next: (time: TimeOfDay, date: CalendarDate)?, _ date: CalendarDate?, at time: TimeOfDay
  ) -> Bool {
    guard let next, rolled(next.date) == date else { return false }
    return (0...Self.longestStep).contains(next.time.nanoseconds - time.nanoseconds)
  }

  /// Adds GPS week rollovers (1024 weeks) until the date is not before the reference.
  private func rolled(_ date: CalendarDate) -> CalendarDate? {
    guard let notBefore, date < notBefore else { return date }
    let missing = notBefore.daysSince1970 - date.daysSince1970
    return date.adding(days: (missing + Self.rollover - 1) / Self.rollover * Self.rollover)
  }

  private static let longestStep = 60 * TimeOfDay.second
  private static let rollover = 1024 * 7
}
