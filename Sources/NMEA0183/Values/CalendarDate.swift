import LocationText

/// A day of the Gregorian calendar.
public struct CalendarDate: Hashable, Sendable {
  /// The year, four digits.
  public let year: Int
  /// The month, 1 … 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a date of the years 1900 … 9999; `nil` if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard let civil = CivilDay(year: year, month: month, day: day) else { return nil }
    self.init(civil)
  }

  /// Takes the parts of a day that the calendar has.
  fileprivate init(valid year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  private init?(_ civil: CivilDay) {
    guard (1900...9999).contains(civil.year) else { return nil }
    (year, month, day) = (civil.year, civil.month, civil.day)
  }

  /// Days since 1970-01-01.
  public var daysSince1970: Int {
    CivilDay.daysSince1970(year: year, month: month, day: day)
  }

  /// The date this many days later, or earlier for a negative number; `nil` outside the years of this
  /// type.
  public func adding(days: Int) -> CalendarDate? {
    guard (-4_000_000...4_000_000).contains(days) else { return nil }
    return CalendarDate(CivilDay(daysSince1970: daysSince1970 + days))
  }
}

extension CalendarDate: Comparable {
  /// Whether one day comes before another.
  public static func < (one: CalendarDate, other: CalendarDate) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// As `2025-03-01`.
  public var description: String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}

/// A date with a year of two digits, as in RMC.
public struct ShortDate: Hashable, Sendable {
  /// The day of the month, 1 … 31.
  public let day: Int
  /// The month, 1 … 12.
  public let month: Int
  /// The last two digits of the year, 0 … 99.
  public let yearOfCentury: Int

  /// Makes a date; `nil` if there is no such day in the century of ``calendarDate``.
  public init?(day: Int, month: Int, yearOfCentury: Int) {
    // Every month has 28 days.
    guard (0...99).contains(yearOfCentury),
      (1...12).contains(month) && (1...28).contains(day)
        || CalendarDate(year: Self.year(yearOfCentury), month: month, day: day) != nil
    else { return nil }
    self.day = day
    self.month = month
    self.yearOfCentury = yearOfCentury
  }

  /// The date with its whole year. GPS time begins in 1980, so 80 … 99 mean 1980 … 1999, and 00 … 79
  /// mean 2000 … 2079.
  public var calendarDate: CalendarDate? {
    CalendarDate(valid: Self.year(yearOfCentury), month, day)
  }

  private static func year(_ yearOfCentury: Int) -> Int {
    yearOfCentury >= 80 ? 1900 + yearOfCentury : 2000 + yearOfCentury
  }
}

extension ShortDate: CustomStringConvertible {
  /// The date with its whole year, as `2025-03-01`.
  public var description: String { calendarDate?.description ?? "\(day).\(month).\(yearOfCentury)" }
}
