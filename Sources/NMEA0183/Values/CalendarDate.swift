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
    guard (1900...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(in: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Days since 1970-01-01.
  public var daysSince1970: Int {
    // The year is counted from March, so that the leap day comes last.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date so many days later, or earlier for a negative number; `nil` outside the years of this type.
  public func adding(days: Int) -> CalendarDate? {
    guard (-4_000_000...4_000_000).contains(days) else { return nil }
    let total = daysSince1970 + days + 719_468
    guard total >= 0 else { return nil }
    let era = total / 146_097
    let dayOfEra = total - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return CalendarDate(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * part + 2) / 5 + 1)
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
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
    guard (0...99).contains(yearOfCentury),
      CalendarDate(year: Self.year(yearOfCentury), month: month, day: day) != nil
    else { return nil }
    self.day = day
    self.month = month
    self.yearOfCentury = yearOfCentury
  }

  /// The date with its whole year: 80 … 99 mean 1980 … 1999, since GPS time begins in 1980, and
  /// 00 … 79 mean 2000 … 2079.
  public var calendarDate: CalendarDate? {
    CalendarDate(year: Self.year(yearOfCentury), month: month, day: day)
  }

  private static func year(_ yearOfCentury: Int) -> Int {
    yearOfCentury >= 80 ? 1900 + yearOfCentury : 2000 + yearOfCentury
  }
}

extension ShortDate: CustomStringConvertible {
  /// The date with its whole year, as `2025-03-01`.
  public var description: String { calendarDate?.description ?? "\(day).\(month).\(yearOfCentury)" }
}
