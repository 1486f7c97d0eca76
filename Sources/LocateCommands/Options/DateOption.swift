import ArgumentParser
import LocationSources
import NMEA0183

/// The option for NMEA without dates.
struct DateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The date of the first time in NMEA that states no dates, e.g. 2026-05-08.",
      discussion: "Midnight is counted forward from it. Dates in the NMEA replace it.",
      valueName: "date"),
    transform: CalendarDate.init(argument:))
  var date: CalendarDate?

  @Option(
    help: ArgumentHelp(
      "The earliest day, for NMEA that is 1024 weeks early.",
      discussion:
        "Earlier dates move forward by 1024 weeks, as often as necessary.",
      valueName: "date"),
    transform: CalendarDate.init(argument:))
  var notBefore: CalendarDate?
}

extension [SourceDescription] {
  /// The dates of `--date` and `--not-before`, if one of the sources can contain NMEA.
  func dates(_ option: DateOption) throws(CommandFailure) -> KnownDates {
    let known = KnownDates(first: option.date, notBefore: option.notBefore)
    guard known != KnownDates(), !contains(where: \.scheme.canLackDates) else { return known }
    let name = option.date == nil ? "--not-before" : "--date"
    throw CommandFailure(.usage, "\(names): \(name) is for NMEA, and this source states its dates")
  }
}

extension CalendarDate {
  /// Reads `2026-05-08`.
  init(argument: String) throws(InvalidOptionValue) {
    let text = Array(argument.utf8)
    func number(_ range: Range<Int>) -> Int? {
      let digits = text[range].filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return digits.count == range.count
        ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
    }
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let date = CalendarDate(year: year, month: month, day: day)
    else { throw InvalidOptionValue("a date is year-month-day, e.g. 2026-05-08") }
    self = date
  }
}
