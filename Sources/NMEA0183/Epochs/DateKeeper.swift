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
///
/// In a recording that never states a date, the times at which a gateway received the sentences do.
struct DateKeeper {
  private let known: KnownDates
  /// Whether the times of TAG blocks give dates.
  private let takesReceipts: Bool
  /// The time from which the first stated date is known.
  var start: DatedTime?
  private var date: CalendarDate?
  private var last: TimeOfDay?
  private var isStated = false

  init(_ known: KnownDates, takesReceipts: Bool) {
    self.known = known
    self.takesReceipts = takesReceipts
  }

  /// The date of an epoch.
  ///
  /// - Parameters:
  ///   - stated: the date that its sentences state.
  ///   - receipt: when a gateway received it, in milliseconds since 1970.
  ///   - next: the date and time that the first sentence of the next epoch states.
  mutating func date(
    of time: TimeOfDay?, stated: CalendarDate?, receipt: Int?,
    next: (time: TimeOfDay, date: CalendarDate)?
  ) -> CalendarDate? {
    guard let time else { return nil }
    defer { last = time }
    if let stated {
      isStated = true
      date = rolled(stated)
      return date
    }
    date = dateGoingOn(to: time, next) ?? dateAtStart(time) ?? date(of: time, receipt: receipt)
    return date
  }

  /// The date if it follows from that of the time before.
  private func dateGoingOn(
    to time: TimeOfDay, _ next: (time: TimeOfDay, date: CalendarDate)?
  ) -> CalendarDate? {
    guard let last, let date else { return known.first }
    let (step, days) = last.step(to: time)
    let probable = date.adding(days: days)
    if TimeOfDay.keepsDate(step) || confirms(next, probable, at: time) { return probable }
    return known.first == nil ? nil : days < 0 ? date : probable
  }

  private func dateAtStart(_ time: TimeOfDay) -> CalendarDate? {
    start?.time == time ? start?.date : nil
  }

  /// The date that is nearest to the time of receipt.
  private func date(of time: TimeOfDay, receipt: Int?) -> CalendarDate? {
    guard takesReceipts, !isStated, start == nil, let receipt else { return nil }
    let day = 86_400_000
    let sinceMidnight = time.nanoseconds / 1_000_000
    let days = Double(receipt - sinceMidnight) / Double(day)
    guard abs(days) < 100_000 else { return nil }
    return CalendarDate(year: 1970, month: 1, day: 1)?.adding(days: Int(days.rounded()))
  }

  private func confirms(
    _ next: (time: TimeOfDay, date: CalendarDate)?, _ date: CalendarDate?, at time: TimeOfDay
  ) -> Bool {
    guard let next, rolled(next.date) == date else { return false }
    let step = next.time.nanoseconds - time.nanoseconds
    return step >= 0 && TimeOfDay.keepsDate(step)
  }

  /// Adds GPS week rollovers (1024 weeks) until the date is not before the reference.
  private func rolled(_ date: CalendarDate) -> CalendarDate? {
    guard let notBefore = known.notBefore, date < notBefore else { return date }
    let missing = notBefore.daysSince1970 - date.daysSince1970
    return date.adding(days: (missing + Self.rollover - 1) / Self.rollover * Self.rollover)
  }

  private static let rollover = 1024 * 7
}
