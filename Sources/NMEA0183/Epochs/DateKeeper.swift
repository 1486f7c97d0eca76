/// Knows the date of each instant of a stream whose sentences mostly have none.
///
/// A date stated by RMC or ZDA holds while time advances, and at midnight the next day begins. A
/// time that steps back by up to a minute is the same stream out of order; one that steps back
/// further, but not across midnight, is a restart, and the date is unknown until stated again.
/// Nothing is ever taken from the host.
struct DateKeeper {
  /// A day the receiver can not have been before; see ``EpochAssembler/init(notBefore:emitsEarly:)``.
  let notBefore: CalendarDate?
  private var date: CalendarDate?
  private var last: TimeOfDay?

  init(notBefore: CalendarDate?) {
    self.notBefore = notBefore
  }

  /// The date of the next epoch, given what the epoch states of itself.
  mutating func date(of time: TimeOfDay?, stated: CalendarDate?) -> CalendarDate? {
    guard let time else { return nil }
    defer { last = time }
    if let stated {
      date = rolled(stated)
      return date
    }
    guard let last, let known = date else { return nil }
    let step = time.nanoseconds - last.nanoseconds
    if step < -Self.halfDay {
      date = known.adding(days: 1)
    } else if step > TimeOfDay.day - Self.disorder {
      date = known.adding(days: -1)
    } else if step < -Self.disorder {
      date = nil
    }
    return date
  }

  /// Adds GPS week rollovers (1024 weeks) until the date is not before the reference.
  private func rolled(_ date: CalendarDate) -> CalendarDate? {
    guard let notBefore, date < notBefore else { return date }
    let missing = notBefore.daysSince1970 - date.daysSince1970
    return date.adding(days: (missing + Self.rollover - 1) / Self.rollover * Self.rollover)
  }

  private static let halfDay = TimeOfDay.day / 2
  private static let disorder = 60 * TimeOfDay.second
  private static let rollover = 1024 * 7
}
