import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct ISO8601TimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0), ("2024-07-04T12:00:00.125Z", 1_720_094_400, 125_000_000),
    ("2024-07-04T14:00:00+02:00", 1_720_094_400, 0),
    ("2024-07-04T06:30:00-05:30", 1_720_094_400, 0),
    ("2016-12-31T23:59:60Z", 1_483_228_800, 0), ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
    ("1969-12-31T23:59:59.9Z", -1, 900_000_000),
    ("2024-07-04T12:00:00.1234567899Z", 1_720_094_400, 123_456_789),
    ("2024-07-03T24:00:00Z", 1_720_051_200, 0), ("2024-07-04T17:30:00+0530", 1_720_094_400, 0),
    ("2024-07-04T07:00:00-05", 1_720_094_400, 0),
  ])
  func anInstantIsReadExactly(text: String, seconds: Int, nanoseconds: Int) throws {
    let time = try #require(ISO8601Time(text))
    #expect(time.wholeSeconds == seconds)
    #expect(time.nanoseconds == nanoseconds)
    #expect(time.secondsSince1970 == Double(seconds) + Double(nanoseconds) / 1e9)
  }

  @Test(arguments: [
    "", "2024-07-04", "2024-07-04T12:00:00", "2024-07-04T12:00:00.Z", "2024-07-04T12:00:00.5",
    "2024-02-30T12:00:00Z", "2024-13-04T12:00:00Z", "2024-00-04T12:00:00Z", "2024-07-04T24:00:01Z",
    "2024-07-04T24:00:00.5Z", "2024-07-04T24:30:00Z", "2024-07-04T25:00:00Z",
    "2024-07-04T12:60:00Z", "2024-07-04T12:00:61Z", "2024-07-04 12:00:00Z", "2024-07-0xT12:00:00Z",
    "0000-01-01T00:00:00Z", "2024-07-04T12:00:00+02:", "2024-07-04T12:00:00+020",
    "2024-07-04T12:00:00+2400", "2024-07-04T12:00:00+24:00",
    "2024-07-04T12:00:00*02:00", "2024-07-04T12:00:00Zz", "2024-07-04T12:00:00z",
  ])
  func anythingElseIsNil(text: String) {
    #expect(ISO8601Time(text) == nil)
  }

  @Test(arguments: [
    ("2024-07-04T12:00:00", 1_720_094_400, 0),
    ("2024-07-04T12:00:00.5", 1_720_094_400, 500_000_000),
    ("2024-07-04T14:00:00+02:00", 1_720_094_400, 0),
  ])
  func aTimeWithoutAZoneMayCountAsUTC(text: String, seconds: Int, nanoseconds: Int) throws {
    let time = try #require(
      Array(text.utf8).withUnsafeBytes { ISO8601Time($0, assumesUTC: true) })
    #expect(time.wholeSeconds == seconds && time.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    "2024-07-04T12:00:00.", "2024-07-04T12:00", "2024-07-04", "2024-07-04T12:00:00+",
  ])
  func anIncompleteTimeIsNoInstantInUTC(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { ISO8601Time($0, assumesUTC: true) } == nil)
  }
}
