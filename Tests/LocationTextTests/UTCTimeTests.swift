import Foundation
import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct UTCTimeTests {
  private func utc(_ date: Date) -> UTCTime? {
    UTCTime(secondsSince2001: date.timeIntervalSinceReferenceDate)
  }

  private func written(_ date: Date) -> String? {
    guard let time = utc(date) else { return nil }
    var text = ByteText()
    text.write(time)
    return text.string
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"),
    (951_782_399.999, "2000-02-28T23:59:59.999Z"),
    (951_782_400, "2000-02-29T00:00:00.000Z"),
    (951_868_800, "2000-03-01T00:00:00.000Z"),
    (1_735_689_599.9996, "2025-01-01T00:00:00.000Z"),
    (-0.001, "1969-12-31T23:59:59.999Z"),
    (4_107_542_400, "2100-03-01T00:00:00.000Z"),
    (4_107_542_399, "2100-02-28T23:59:59.000Z"),
    (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
    (253_402_300_799, "9999-12-31T23:59:59.000Z"),
  ])
  func writesKnownInstants(secondsSince1970: Double, expected: String) {
    #expect(written(Date(timeIntervalSince1970: secondsSince1970)) == expected)
  }

  @Test(arguments: [-62_135_596_801.0, 253_402_300_800, .infinity, .nan])
  func refusesYearsThatISO8601CanNotWrite(secondsSince1970: Double) {
    #expect(utc(Date(timeIntervalSince1970: secondsSince1970)) == nil)
  }

  @Test func agreesWithTheCalendarOnEveryDayOfFourCenturies() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let start = Date(timeIntervalSince1970: -11_670_912_000)  // 1600-02-29
    for day in stride(from: 0, through: 146_098, by: 1) {
      let date = start.addingTimeInterval(Double(day) * 86_400)
      let time = try #require(utc(date))
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      guard time.year == parts.year, time.month == parts.month, time.day == parts.day else {
        Issue.record("\(date): \(time)")
        return
      }
      let civil = try #require(CivilDay(year: time.year, month: time.month, day: time.day))
      #expect(Double(civil.daysSince1970) * 86_400 == date.timeIntervalSince1970)
    }
  }
}
