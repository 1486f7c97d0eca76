/// The date and the time of day of an instant: the proleptic Gregorian calendar, UTC, to the
/// millisecond.
public struct UTCTime: Hashable, Sendable {
  /// The year, 1 … 9999, the month, 1 … 12, and the day of the month, from 1.
  public let year, month, day: Int
  /// The hour, 0 … 23, the minute and the second, 0 … 59, and the millisecond, 0 … 999.
  public let hour, minute, second, millisecond: Int

  /// Converts an instant, rounded to the nearest millisecond; `nil` outside the years 1 … 9999,
  /// which ISO 8601 cannot write without an agreement.
  ///
  /// - Parameter seconds: seconds since 2001-01-01T00:00:00Z.
  public init?(secondsSince2001 seconds: Double) {
    guard seconds.magnitude < 1e12 else { return nil }
    let milliseconds = Int((seconds * 1000).rounded())
    let (days, rest) = floorDivide(milliseconds, by: 86_400_000)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
    // 2001-01-01 is 11,323 days after 1970-01-01.
    let date = CivilDay(daysSince1970: days + 11_323)
    guard (1...9999).contains(date.year) else { return nil }
    (year, month, day) = (date.year, date.month, date.day)
  }
}
