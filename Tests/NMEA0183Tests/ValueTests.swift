import NMEA0183
import TestTurns
import Testing

@Suite(.inTurn) struct ValueTests {
  @Test func daysAreCountedBothWays() {
    for days in stride(from: -25_567, through: 80_000, by: 1) {
      let date = CalendarDate(year: 1970, month: 1, day: 1)?.adding(days: days)
      #expect(date?.daysSince1970 == days)
    }
    #expect(CalendarDate(year: 2000, month: 2, day: 29)?.daysSince1970 == 11_016)
    #expect(CalendarDate(year: 2100, month: 2, day: 29) == nil)
    #expect(CalendarDate(year: 9999, month: 12, day: 31)?.adding(days: 1) == nil)
  }

  @Test(arguments: [(80, 1980), (99, 1999), (0, 2000), (79, 2079)])
  func twoDigitsMeanOneCentury(digits: Int, year: Int) {
    #expect(ShortDate(day: 1, month: 1, yearOfCentury: digits)?.calendarDate?.year == year)
  }

  @Test func secondSixtyIsAccepted() {
    let inside = TimeOfDay(hour: 12, minute: 34, second: 60)
    #expect(inside?.description == "12:35:00")
    let leap = TimeOfDay(hour: 23, minute: 59, second: 60, nanosecond: 500_000_000, decimals: 1)
    #expect(leap?.description == "23:59:60.5")
    #expect(leap?.isLeapSecond == true)
  }

  @Test func aResidualIsInRangeOrAbsent() {
    var residuals = GRS().residuals
    for value in [Double.nan, .infinity, -.infinity, 1.5] { residuals.append(value) }
    #expect((0..<4).map { residuals[$0] } == [nil, 99_999, -99_999, 1.5])
  }

  @Test(arguments: SatelliteSystem.allCases)
  func anyNumberOfASatelliteCanBeWritten(system: SatelliteSystem) throws {
    for id in [Int.min, Int.max] {
      var satellite = EpochSatellite(
        number: id, identity: SatelliteIdentity(system: system, id: id))
      satellite.isUsed = true
      var bytes: [UInt8] = []
      try? EpochEncoder().encode(NavigationEpoch(), satellites: [satellite], into: &bytes)
      #expect(!bytes.contains(UInt8(ascii: "-")))
    }
  }

  struct Number {
    var number: Int
    var talker: Talker
    var systemID: UInt8?
    var system: SatelliteSystem
    var id: Int
    var prn: Int
  }

  private static let numbers: [Number] = [
    Number(number: 5, talker: .gps, systemID: nil, system: .gps, id: 5, prn: 5),
    Number(number: 46, talker: .gps, systemID: nil, system: .sbas, id: 133, prn: 46),
    Number(number: 46, talker: .combined, systemID: 1, system: .sbas, id: 133, prn: 46),
    Number(number: 133, talker: .gps, systemID: nil, system: .sbas, id: 133, prn: 46),
    Number(number: 152, talker: .gps, systemID: nil, system: .sbas, id: 152, prn: 152),
    Number(number: 70, talker: .glonass, systemID: nil, system: .glonass, id: 6, prn: 70),
    Number(number: 70, talker: .combined, systemID: nil, system: .glonass, id: 6, prn: 70),
    Number(number: 6, talker: .combined, systemID: 2, system: .glonass, id: 6, prn: 70),
    Number(number: 89, talker: .glonass, systemID: nil, system: .glonass, id: 25, prn: 89),
    Number(number: 7, talker: .combined, systemID: 3, system: .galileo, id: 7, prn: 307),
    Number(number: 307, talker: .combined, systemID: nil, system: .galileo, id: 7, prn: 307),
    Number(number: 102, talker: .galileo, systemID: nil, system: .galileo, id: 2, prn: 302),
    Number(number: 33, talker: .galileo, systemID: nil, system: .galileo, id: 33, prn: 333),
    Number(number: 14, talker: .beidou, systemID: nil, system: .beidou, id: 14, prn: 414),
    Number(number: 214, talker: .beidouOld, systemID: nil, system: .beidou, id: 14, prn: 414),
    Number(number: 208, talker: .combined, systemID: 4, system: .beidou, id: 8, prn: 408),
    Number(number: 5, talker: .quectelBeidou, systemID: nil, system: .beidou, id: 5, prn: 405),
    Number(number: 2, talker: .qzssOld, systemID: nil, system: .qzss, id: 2, prn: 194),
    Number(number: 193, talker: .gps, systemID: nil, system: .qzss, id: 1, prn: 193),
    Number(number: 3, talker: .navic, systemID: nil, system: .navic, id: 3, prn: 503),
  ]

  @Test(arguments: numbers)
  func everyNumberingLeadsToOne(expected: Number) {
    let identity = SatelliteIdentity(
      number: expected.number, talker: expected.talker, systemID: expected.systemID)
    #expect(identity?.system == expected.system)
    #expect(identity?.id == expected.id)
    #expect(identity?.prn == expected.prn)
  }

  @Test(arguments: [0, 100, 180, 270, 999])
  func aNumberOfNoSatelliteIsNone(number: Int) {
    #expect(SatelliteIdentity(number: number, talker: .combined) == nil)
  }

  /// Copies of larger values take twice the instructions.
  @Test func noPayloadIsLargerThan256Bytes() {
    #expect(MemoryLayout<Sentence.Payload>.size <= 256)
  }
}
