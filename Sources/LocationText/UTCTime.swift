/// An instant taken apart: the proleptic Gregorian calendar, UTC, to the millisecond.
package struct UTCTime: Hashable {
  package let year, month, day: Int
  package let hour, minute, second, millisecond: Int

  /// Takes an instant apart, in seconds since 2001-01-01T00:00:00Z, rounded to the nearest millisecond; `nil` outside the years
  /// 1 … 9999, which ISO 8601 can not write without an agreement.
  package init?(secondsSince2001 seconds: Double) {
    guard seconds.magnitude < 1e12 else { return nil }
    // 2001-01-01 is day 730 791 of an era that begins on 0000-03-01.
    let milliseconds = Int((seconds * 1000).rounded())
    let (days, rest) = Self.floorDivide(milliseconds, by: 86_400_000)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000

    // Years that begin in March have their leap day at the end: 400 of them are 146 097 days, 100
    // are 36 524, four are 1461, and the months from March repeat 31, 30, 31, 30, 31.
    let (era, dayOfEra) = Self.floorDivide(days + 730_791, by: 146_097)
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
    guard (1...9999).contains(year) else { return nil }
  }

  private static func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
