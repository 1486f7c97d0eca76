import NMEA0183
import TestTurns
import TestValues
import Testing

@Suite(.inTurn) struct EpochAssemblerTests {
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
  private func gll(_ time: String) -> String { "GPGLL,\(place),\(time),A" }
  private let vtg = "GPVTG,84.4,T,,M,10.0,N,18.5,K"
  private let gsa = "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"

  @Test func sentencesOfOneInstantComeTogetherInAnyOrder() throws {
    let bodies = [
      rmc("123519"), gga("123519"), "GPGST,123519,,,,,3.0,4.0,5.0", "GPZDA,123519,01,03,2025,,",
    ]
    for (index, first) in bodies.enumerated() {
      var order = bodies
      order.remove(at: index)
      let seen = try epochs([first] + order + [rmc("123520")])
      #expect(seen.count == 2)
      #expect(seen[0].time?.description == "12:35:19")
      #expect(seen[0].altitude == 545.4)
      #expect(seen[0].speed == 10)
      #expect(seen[0].latitudeError == 3)
      #expect(seen[0].date == CalendarDate(year: 2025, month: 3, day: 1))
      #expect(seen[1].altitude == nil)
      #expect(seen[1].latitudeError == nil)
    }
  }

  @Test func rmcAheadOfItsGGAIsNotMixedWithTheOneBefore() throws {
    // Some receivers send the GGA of an instant after the RMC of the next one.
    let seen = try epochs([
      gga("123433"), rmc("123434", speed: "1.0"), gsa, gga("123434"), rmc("123435", speed: "2.0"),
      gsa,
      gga("123435"),
    ])
    #expect(seen.map(\.speed) == [nil, 1, 2])
    #expect(seen.map(\.altitude) == [545.4, 545.4, 545.4])
    #expect(seen[0].date == nil)
  }

  @Test func talkersOfOneInstantAreOneEpoch() throws {
    let seen = try epochs([
      gga("020935.000", used: "08"), gga("020935.000", used: "02", talker: "GL"),
      "GNGSA,A,3,15,17,30,28,01,19,24,11,,,,,1.8,0.9,1.5", "GNGSA,A,3,73,82,,,,,,,,,,,1.8,0.9,1.5",
      "GNRMC,020935.000,A,\(place),0.04,359.11,050219,,,A",
    ])
    #expect(seen.count == 1)
    #expect(seen[0].satellitesUsed == 10)
  }

  @Test func aTalkerWithoutAFixDoesNotVetoAnother() throws {
    let seen = try epochs([gga("020935"), gga("020935", quality: 0, talker: "GL")])
    #expect(seen.map(\.hasFix) == [true])
    #expect(seen[0].quality == .autonomous)
  }

  @Test(arguments: [
    ["GPRMC,123519,V,4807.038,N,01131.000,E,1.0,2.0,010325,,,N"],
    ["GPGGA,123519,4807.038,N,01131.000,E,0,08,0.9,545.4,M,46.9,M,,"],
    ["GPGGA,123519,4807.038,N,01131.000,E,1,00,3.3,545.4,M,46.9,M,,"],
    ["GNGNS,123519,4807.038,N,01131.000,E,NNN,08,0.9,545.4,46.9,,"],
    ["GPGLL,4807.038,N,01131.000,E,123519,V"], ["GPGLL,4807.038,N,01131.000,E,123519,A,N"],
    ["GPRMC,123519,A,4807.038,N,01131.000,E,1.0,2.0,010325,,,N"],
    // A simulator states quality 8 and status V in RMC. gpsd has no fix either.
    [
      "GPRMC,214350,V,4023.8600,N,00339.1630,W,10.8,0.0,140605,2.5,W,S",
      "GPGGA,214350,4023.8600,N,00339.1630,W,8,09,2.0,695.7,M,51.6,M,,",
    ],
  ])
  func aPositionThatIsDeclaredVoidIsNone(bodies: [String]) throws {
    let seen = try epochs(bodies)
    #expect(seen.count == 1)
    #expect(seen[0].hasFix == false)
    #expect(seen[0].latitude == nil && seen[0].altitude == nil && seen[0].speed == nil)
  }

  @Test func satellitesAloneDoNotTellWhetherThereIsAFix() throws {
    let seen = try epochs([gsa, "GPGSV,1,1,00", "GPZDA,123519,01,03,2025,,"])
    #expect(seen.map(\.hasFix) == [nil])
  }

  @Test func deadReckoningIsAPositionOfQualityEstimated() throws {
    let seen = try epochs([
      gga("123519", quality: 6, used: "00"),
      "GPRMC,123519,A,\(place),10.0,84.4,010325,,,E",
    ])
    #expect(seen.map(\.hasFix) == [true])
    #expect(seen[0].quality == .estimated)
    #expect(seen[0].mode == .estimated)
  }

  @Test func thePlaceWithMoreDecimalsWins() throws {
    let fine = "4807.03812,N,01131.00034,E"
    for bodies in [
      [rmc("123519", place: fine), gga("123519")], [gga("123519"), rmc("123519", place: fine)],
    ] {
      #expect(try epochs(bodies).map(\.latitude) == [2887.03812 / 60])
    }
  }

  @Test func twentyHertzAreTwentyEpochs() throws {
    let bodies = (0..<20).flatMap { tick in
      let time = "123519.\(tick * 5 < 10 ? "0" : "")\(tick * 5)"
      return [rmc(time), gga(time)]
    }
    let seen = try epochs(bodies)
    #expect(seen.count == 20)
    #expect(seen.last?.time?.description == "12:35:19.95")
  }

  @Test func timesThatDifferByTheirRoundingAreOneInstant() throws {
    let seen = try epochs([
      "GPGLL,\(place),120824.758,A", gga("120824.76"), rmc("120824.76"),
      "GPGLL,\(place),120825.523,A", gga("120825.52"),
    ])
    #expect(seen.map(\.time?.description) == ["12:08:24.76", "12:08:25.52"])
  }

  @Test func aLeapSecondIsASecond() throws {
    let seen = try epochs([
      rmc("235959", date: "311216"), rmc("235960", date: "311216"), rmc("000000", date: "010117"),
    ])
    #expect(seen.map(\.time?.description) == ["23:59:59", "23:59:60", "00:00:00"])
    #expect(seen.map(\.date?.description) == ["2016-12-31", "2016-12-31", "2017-01-01"])
  }

  @Test func withoutTimesARepeatedSentenceBeginsTheNextEpoch() throws {
    let bodies = [
      "GPRMC,,V,,,,,,,,,,N", "GPVTG,,,,,,,,,N", "GPGGA,,,,,,0,00,99.99,,,,,,", "GPGSV,1,1,00",
    ]
    let seen = try epochs(bodies + bodies + bodies)
    #expect(seen.count == 3)
    #expect(seen.allSatisfy { $0.hasFix == false && $0.horizontalDilution == nil })
  }

  @Test func aSentenceWithoutATimeThatRepeatsWaitsForTheNextInstant() throws {
    let one = "GPGSA,A,3,04,05,,,,,,,,,,,1.0,1.3,2.1"
    let two = "GPGSA,A,3,04,05,,,,,,,,,,,2.0,1.3,2.1"
    let seen = try epochs([one, gga("123519"), two, gga("123520")])
    #expect(seen.map(\.positionDilution) == [1, 2])
  }

  @Test func theSameTimeAtAnotherPlaceIsAnotherEpoch() throws {
    let seen = try epochs([
      rmc("123519"), rmc("123519", place: "4807.138,N,01131.000,E"),
      rmc("123519", place: "4807.138,N,01131.000,E"),
    ])
    #expect(seen.count == 2)
  }

  @Test(arguments: [false, true])
  func theSameTimeOnAnotherDateIsAnotherEpoch(emitsEarly: Bool) throws {
    let dates = ["010325", "020325", "030325", "040325", "050325"]
    let seen = try epochs(dates.map { rmc("123519", date: $0) }, emitsEarly: emitsEarly)
    #expect(seen.map(\.date?.day) == [1, 2, 3, 4, 5])
    #expect(seen.map(\.isUpdate) == [false, false, false, false, false])
  }

  @Test func twoReceiversOnOneBusKeepTheirInstantsApart() throws {
    let bodies = (10..<13).flatMap { second in
      [
        rmc("1235\(second).00", speed: "1.0"), gga("1235\(second).00"),
        "GNRMC,1235\(second).40,A,\(place),2.0,84.4,010325,,,A",
        gga("1235\(second).40", talker: "GN"),
      ]
    }
    let seen = try epochs(bodies)
    #expect(seen.map(\.speed) == [1, 2, 1, 2, 1, 2])
    #expect(seen.allSatisfy { $0.altitude == 545.4 })
  }

  @Test func twoDimensionsFromManySatellitesAreThree() throws {
    let two = "GNGSA,A,2,02,08,10,23,27,,,,,,,,1.6,1.3,0.9,1"
    #expect(try epochs([gga("123519", used: "14"), two]).map(\.dimension) == [.three])
    #expect(try epochs([gga("123519", used: "04"), two]).map(\.dimension) == [.two])
    #expect(
      try epochs([gga("123519", used: "14"), two.replacing("A,2", with: "M,2")]).map(\.dimension)
        == [.two])
  }

  @Test func garminsAltitudeStandsInWhereThereIsNoOther() throws {
    let errors = "PGRME,9.1,M,15.0,M,12.0,M"
    let seen = try epochs([
      rmc("225308"), errors, gll("225308"), "PGRMZ,48,f,3", rmc("225309"), gga("225309"), errors,
      gll("225309"), "PGRMZ,48,f,3", rmc("225310"), errors, gll("225310"), "PGRMZ,48,f,2",
    ])
    #expect(seen.map(\.altitude) == [48 * 0.3048, 545.4, nil])
  }

  @Test func anAltitudeAmongSentencesOfOneTimeMayBeOfAnotherReceiver() throws {
    #expect(
      try epochs([rmc("225308"), "PGRMZ,48,f,3", gll("225308")]).map(\.altitude) == [nil])
  }

  @Test func aRecordingThatIsCutInsideACycleHasItsPosition() throws {
    let cycles = (10...15).flatMap { [rmc("1235\($0)"), gga("1235\($0)"), gll("1235\($0)")] }
    // The end of the recording cuts one cycle, and a gap another.
    let cut = Array(cycles.dropLast(2))
    let spliced = cut + cycles.map { $0.replacing("1235", with: "1301") }
    for bodies in [cut, spliced] {
      let seen = try epochs(bodies, isEnded: true)
      let half = try #require(seen.first { $0.time?.description == "12:35:15" })
      #expect(half.hasFix == true)
      #expect(half.speed == 10 && half.altitude == nil)
    }
  }

  @Test func theOnlyFixIsKeptIfItsCycleIsCut() throws {
    let search = (10...15).flatMap {
      [gga("1235\($0)", quality: 0), "GPRMC,,V,,,,,,,,,,N", gsa, "GPGSV,1,1,00"]
    }
    let seen = try epochs(search + [gga("123516"), rmc("123516")], isEnded: true)
    #expect(seen.map(\.hasFix).filter { $0 == true }.count == 1)
    #expect(seen.last?.date?.description == "2025-03-01")
  }

  /// Live, the next sentences come soon.
  @Test func aLiveStreamThatStopsInsideACycleDropsTheHalf() throws {
    let cycles = (10...17).flatMap { [gga("1235\($0)"), rmc("1235\($0)"), gsa] }
    let zda = "GPZDA,123517,01,03,2025,,"
    let times = { (bodies: [String]) in
      Set(try epochs(bodies, emitsEarly: true, isEnded: true).map { $0.time?.second })
    }
    #expect(try times(cycles).count == 8)
    #expect(try times(cycles + [zda]).count == 8)
    #expect(try times(cycles.dropLast(2) + [zda]).count == 7)
  }

  private func motion(_ speed: Int) -> String { "GPVTG,84.4,T,,M,\(speed).0,N,,K" }

  @Test func sentencesWhoseTimeIsLostAreOfNoOtherEpoch() throws {
    let gsa = { (pdop: Int) in "GPGSA,A,3,04,05,,,,,,,,,,,\(pdop).5,1.3,2.1" }
    var bodies = (0...9).flatMap { [gga("12351\($0)"), motion($0), gsa($0)] }
    bodies.removeAll { $0.contains(",123515,") }
    let seen = try epochs(bodies)
    #expect(
      seen.map { $0.time?.second } == [10, 11, 12, 13, 14, nil, 16, 17, 18, 19])
    #expect(seen.map(\.positionDilution) == (0...9).map { Double($0) + 0.5 })
    #expect(seen.map(\.speed) == [nil, 1, 2, 3, nil, nil, 6, 7, 8, nil])
  }

  @Test func aLostSentenceInAStreamThatGoesOnLosesNoEpoch() throws {
    let bodies = (10..<20).flatMap { second in
      second == 16 ? [rmc("1235\(second)")] : [rmc("1235\(second)"), gga("1235\(second)")]
    }
    #expect(try epochs(bodies).count == 10)
  }

  @Test func anEpochComesWithItsLastSentenceOnceThatIsLearned() throws {
    var assembler = EpochAssembler(emitsEarly: true)
    var arrivals: [Int] = []
    var index = 0
    for second in 10..<20 {
      for body in [rmc("1235\(second)"), gga("1235\(second)"), vtg] {
        assembler.add(try decode(body)) { epoch, _ in
          arrivals.append(index)
          #expect(epoch.contents == [.rmc, .gga, .vtg])
        }
        index += 1
      }
    }
    assembler.flush { _, _ in arrivals.append(index) }
    // The first three cycles teach. From the fourth on an epoch comes with its own VTG.
    #expect(arrivals == [3, 6, 9, 11, 14, 17, 20, 23, 26, 29])
  }

  @Test func sentencesAfterAnEarlyEndAreNotLost() throws {
    let bodies = (10..<20).flatMap { second in
      [rmc("1235\(second)"), gga("1235\(second)")] + (second == 16 ? [vtg, gsa] : [])
    }
    let seen = try epochs(bodies, emitsEarly: true)
    #expect(seen.count == 11)
    let again = seen.filter { $0.time?.second == 16 }
    #expect(again.map(\.news) == [[.rmc, .gga], [.vtg, .gsa]])
    #expect(again.last?.contents == [.rmc, .gga, .vtg, .gsa])
  }

  /// A multiplexer passes on two receivers, and one of them states no time.
  @Test func aPlaceWithoutATimeThatIsElsewhereIsAnotherEpoch() throws {
    let bodies = (10..<14).flatMap {
      [
        "HDGLL,5506.80\($0),N,1344.55\($0),E,0915\($0),A,D",
        "GPRMC,,A,5738.76\($0),N,1142.57\($0),E,9.7,79.4,080526,,",
      ]
    }
    for bodies in [bodies, Array(bodies.dropFirst())] {
      let seen = try epochs(bodies)
      #expect(seen.count == bodies.count)
      #expect(seen.allSatisfy { ($0.time == nil) == ($0.latitude.map { $0 > 57 } ?? false) })
      #expect(seen.allSatisfy { ($0.speed != nil) == ($0.time == nil) })
    }
  }
}
