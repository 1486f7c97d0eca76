import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct CivilDayTests {
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2001, 1, 1, 11_323),
    (1, 1, 1, -719_162), (0, 3, 1, -719_468), (-1, 12, 31, -719_529), (9999, 12, 31, 2_932_896),
  ])
  func aDayHasANumberAndTheNumberHasTheDay(year: Int, month: Int, day: Int, number: Int) throws {
    let civil = try #require(CivilDay(year: year, month: month, day: day))
    #expect(civil.daysSince1970 == number)
    #expect(CivilDay(daysSince1970: number) == civil)
  }

  @Test(arguments: [
    (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1),
    (2024, 1, 0), (2024, 1, 32),
  ])
  func aDayThatTheCalendarDoesNotHaveIsNil(year: Int, month: Int, day: Int) {
    #expect(CivilDay(year: year, month: month, day: day) == nil)
  }
}
