import NMEA0183
import TestTurns
import TestValues
import Testing

/// The dates of epochs.
@Suite(.inTurn) struct EpochDateTests {
  private let place = "4807.038,N,01131.000,E"

  private func rmc(
    _ time: String, _ status: String = "A", date: String = "010325", speed: String = "10.0",
    place: String? = nil
  ) -> String {
    "GPRMC,\(time),\(status),\(place ?? self.place),\(speed),84.4,\(date),,,\(status == "A" ? "A" : "N")"
  }
  private func gga(_ time: String, quality: Int = 1, used: String = "08", talker: String = "GP")
    -> String
  {
    "\(talker)GGA,\(time),\(place),\(quality),\(used),0.9,545.4,M,46.9,M,,"
  }

  @Test func theDateGoesOnAcrossMidnight() throws {
    let seen = try epochs([
      rmc("235958", date: "281224"), gga("235959"), gga("000000"), gga("000001"),
      rmc("000002", date: "291224"),
    ])
    #expect(
      seen.map(\.date?.description) == [
        "2024-12-28", "2024-12-28", "2024-12-29", "2024-12-29", "2024-12-29",
      ])
  }

  @Test func theDateGoesOnAcrossTheEndOfTheYear() throws {
    let seen = try epochs([rmc("235959", date: "311299"), gga("000000")])
    #expect(seen.map(\.date?.description) == ["1999-12-31", "2000-01-01"])
  }

  @Test func disorderAroundMidnightKeepsBothDays() throws {
    let seen = try epochs([rmc("000000", date: "010325"), gga("235959"), gga("000001")])
    #expect(seen.map(\.date?.description) == ["2025-03-01", "2025-02-28", "2025-03-01"])
  }

  @Test func aRestartForgetsTheDate() throws {
    let seen = try epochs([
      rmc("123519"), gga("103000"), gga("103001"), rmc("103002", date: "020325"),
    ])
    #expect(seen.map(\.date?.description) == ["2025-03-01", nil, nil, "2025-03-02"])
  }

  @Test func withoutADateThereIsNone() throws {
    #expect(try epochs([gga("235959"), gga("000000")]).map(\.date) == [nil, nil])
  }

  private let may8 = CalendarDate(year: 2026, month: 5, day: 8)

  @Test func aGivenDateIsThatOfTheFirstTimeAndGoesOn() throws {
    // Midnight, gaps of hours, and a clock that was set back.
    let times = ["235959", "000000", "060000", "113000", "010000"]
    #expect(
      try epochs(times.map { gga($0) }, firstDate: may8).map(\.date?.description) == [
        "2026-05-08", "2026-05-09", "2026-05-09", "2026-05-09", "2026-05-09",
      ])
    // Midnight within a gap.
    let late = ["120000", "233000", "010000"]
    #expect(
      try epochs(late.map { gga($0) }, firstDate: may8).map(\.date?.description) == [
        "2026-05-08", "2026-05-08", "2026-05-09",
      ])
  }

  @Test func aStatedDateReplacesTheGivenOne() throws {
    let seen = try epochs([gga("120000"), rmc("120001"), gga("150000")], firstDate: may8)
    #expect(seen.map(\.date?.description) == ["2026-05-08", "2025-03-01", "2025-03-01"])
  }

  @Test func theDateMayComeFromZDAOnly() throws {
    let seen = try epochs([
      gga("123518"), "GPZDA,123519,01,03,2025,00,00", gga("123519"), gga("123520"),
    ])
    #expect(seen.map(\.date?.description) == [nil, "2025-03-01", "2025-03-01"])
  }

  @Test func aWeekRolloverIsPutRightByAReferenceOnly() throws {
    // A GPS-320FW states 22 August 1999 just after the rollover of April 2019.
    let bodies = [rmc("000345.03", date: "220899")]
    let reference = CalendarDate(year: 2018, month: 1, day: 1)
    #expect(try epochs(bodies).map(\.date?.description) == ["1999-08-22"])
    #expect(try epochs(bodies, notBefore: reference).map(\.date?.description) == ["2019-04-07"])
  }

  /// A rollover takes 1024 weeks, so that 1 March 2025 was 16 July 2005.
  @Test(arguments: [
    ("010325", "2025-03-01"), ("160705", "2025-03-01"), ("150705", "2044-10-14"),
    ("170705", "2025-03-02"), ("280225", "2044-10-14"),
  ])
  func aDateIsMovedByNoMoreRolloversThanNecessary(stated: String, date: String) throws {
    let reference = CalendarDate(year: 2025, month: 3, day: 1)
    let seen = try epochs([rmc("123519", date: stated)], notBefore: reference)
    #expect(seen.map(\.date?.description) == [date])
  }

  private func tagged(_ times: [(receipt: String, body: String)], emitsEarly: Bool) -> [String?] {
    var assembler = EpochAssembler(emitsEarly: emitsEarly)
    var framer = SentenceFramer()
    var dates: [String?] = []
    for (receipt, body) in times {
      let text = "\\\(tagSealed("c:\(receipt)"))\\\(sealed(body))\r\n"
      framer.push(Array(text.utf8).span) { frame in
        try? assembler.add(frame) { epoch, _ in dates.append(epoch.date?.description) }
      }
    }
    assembler.finish { epoch, _ in dates.append(epoch.date?.description) }
    return dates
  }

  private func tagSealed(_ text: String) -> String {
    let sum = text.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return text + "*" + (digits.count == 1 ? "0" : "") + digits
  }

  @Test func theTimesOfAGatewayDateARecordingThatStatesNoDate() {
    // Seconds, milliseconds, and a sentence that arrives after midnight.
    let times = [
      ("1533752499", gga("182139")), ("1533752500000", gga("182140")),
      ("1533772801", gga("235959")),
    ]
    #expect(tagged(times, emitsEarly: false) == ["2018-08-08", "2018-08-08", "2018-08-08"])
    #expect(tagged(times, emitsEarly: true) == [nil, nil, nil])
  }

  @Test func aStatedDateCountsMoreThanThatOfAGateway() {
    let times = [
      ("1533752499", rmc("182139")), ("1533752500", gga("182140")), ("1533759700", gga("202140")),
    ]
    #expect(tagged(times, emitsEarly: false) == ["2025-03-01", "2025-03-01", nil])
  }
}
