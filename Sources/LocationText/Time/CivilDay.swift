/// The calendar conversion: a day of the proleptic Gregorian calendar, and its number.
///
/// All conversions between dates and counted days in this package use it.
public struct CivilDay: Hashable, Sendable {
  /// The year, astronomical: 0 is 1 BC. The month, 1 … 12, and the day of the month, from 1.
  public let year, month, day: Int

  /// Makes a day; `nil` when the calendar does not have it. Any year is allowed.
  @inlinable
  public init?(year: Int, month: Int, day: Int) {
    guard month >= 1, month <= 12, day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  // A year that begins in March has its leap day at its end. 400 such years, an era, have 146,097
  // days, 100 have 36,524 and four have 1461. The lengths of the months from March repeat
  // 31, 30, 31, 30, 31. Era 0 begins on 0000-03-01, 719,468 days before 1970.

  /// The day with a number; any number of ten million years is allowed.
  public init(daysSince1970 days: Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
    let century = min(dayOfEra / 36_524, 3)
    let dayOfCentury = dayOfEra - century * 36_524
    let leapCycle = dayOfCentury / 1461
    let dayOfCycle = dayOfCentury - leapCycle * 1461
    let yearOfCycle = min(dayOfCycle / 365, 3)
    let dayOfYear = dayOfCycle - yearOfCycle * 365
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + century * 100 + leapCycle * 4 + yearOfCycle + (month < 3 ? 1 : 0)
  }

  /// How many days it is after 1970-01-01; negative before.
  public var daysSince1970: Int { Self.daysSince1970(year: year, month: month, day: day) }

  /// The number of a day that the calendar has.
  public static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let yearFromMarch = month > 2 ? year : year - 1
    let (era, yearOfEra) = floorDivide(yearFromMarch, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// How many days a month has.
  ///
  /// - Parameter month: 1 … 12.
  @inlinable
  public static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// Divides and rounds down, so that the rest is never negative.
@inlinable
public func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
  let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
}
