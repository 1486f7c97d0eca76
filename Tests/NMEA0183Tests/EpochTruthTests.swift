import NMEA0183
import TestTurns
import Testing

/// Values of two instants are never mixed, and nothing is reported twice.
@Suite(.inTurn) struct EpochTruthTests {
  private let place = "4807.03800,N,01131.00000,E"
  private let elsewhere = "4807.13800,N,01131.00000,E"

  private func rmc(_ time: String, speed: String, place: String? = nil, talker: String = "GP")
    -> String
  {
    "\(talker)RMC,\(time),A,\(place ?? self.place),\(speed),84.4,010325,,,A"
  }
  private func gga(_ time: String, altitude: String, place: String? = nil, talker: String = "GP")
    -> String
  {
    "\(talker)GGA,\(time),\(place ?? self.place),1,08,0.9,\(altitude),M,46.9,M,,"
  }
  private func gll(_ time: String) -> String { "GPGLL,\(place),\(time),A,A" }
  private func vtg(_ speed: String, talker: String = "GP") -> String {
    "\(talker)VTG,84.4,T,,M,\(speed),N,,K,A"
  }

  @Test func aSpeedBetweenTwoStatementsOfOneTimeIsOfThatTime() throws {
    let seen = try epochs([
      gga("123519", altitude: "1.0"), vtg("1.0"), gll("123519"), gga("123520", altitude: "2.0"),
      vtg("2.0"), gll("123520"),
    ])
    #expect(seen.map(\.speed) == [1, 2])
    #expect(seen.map(\.course) == [84.4, 84.4])
  }

  @Test func aSpeedBetweenTwoTimesIsOfNeither() throws {
    let seen = try epochs([
      gga("123519", altitude: "1.0"), vtg("1.0"), gga("123520", altitude: "2.0"), vtg("2.0"),
    ])
    #expect(seen.map(\.speed) == [nil, nil])
    #expect(seen.map(\.altitude) == [1, 2])
  }

  @Test func aSpeedBetweenTwoPausesIsOfTheEpochBetweenThem() throws {
    for cycle in [[0, 1], [1, 0]] {
      var assembler = EpochAssembler(emitsEarly: true)
      var speeds: [Double?] = []
      for second in 10..<20 {
        let bodies = [gga("1235\(second)", altitude: "1.0"), vtg("\(second).0")]
        for index in cycle {
          assembler.add(try decode(bodies[index])) { epoch, _ in speeds.append(epoch.speed) }
        }
        assembler.flush { epoch, _ in speeds.append(epoch.speed) }
      }
      // What came before the first byte is not known.
      #expect(speeds == [nil, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    }
  }

  @Test func aSpeedOfAnotherTalkerIsNotThisReceivers() throws {
    let seen = try epochs([
      gga("123519", altitude: "1.0"), vtg("1.0", talker: "GN"), gll("123519"),
    ])
    #expect(seen.map(\.speed) == [nil])
    // The speed may be of the instant before, although its talker states this time afterwards.
    let next = try epochs([
      gga("123519", altitude: "1.0"), vtg("1.0", talker: "GN"),
      gga("123519", altitude: "1.0", talker: "GN"),
    ])
    #expect(next.map(\.speed) == [nil])
  }

  @Test func aLineThatTwoReceiversShareHasNoSpeedWithoutATime() throws {
    let seen = try epochs([
      gga("123519", altitude: "1.0"), gga("123519", altitude: "9.0", place: elsewhere),
      gga("123520", altitude: "2.0"), vtg("9.0"), gll("123520"),
    ])
    #expect(seen.map(\.speed) == [nil, nil, nil])
  }

  @Test func aSentenceThatRepeatsATimeAddsNothing() throws {
    // The clock was set back by a second while the receiver stood still.
    let seen = try epochs([
      rmc("123519", speed: "1.0"), gga("123519", altitude: "1.0"), rmc("123519", speed: "2.0"),
      gga("123519", altitude: "2.0"),
    ])
    #expect(seen.map(\.speed) == [1])
    #expect(seen.map(\.altitude) == [1])
    #expect(seen.map(\.satellitesUsed) == [8])
  }

  @Test func twoReceiversAtTheSameTimeAreNotMixed() throws {
    let seen = try epochs([
      rmc("123519", speed: "1.0"), gga("123519", altitude: "9.0", place: elsewhere, talker: "GN"),
      gga("123519", altitude: "1.0"),
      rmc("123519", speed: "9.0", place: elsewhere, talker: "GN"),
    ])
    for epoch in seen where epoch.latitude == 2887.038 / 60 {
      #expect(epoch.speed != 9 && epoch.altitude != 9)
    }
    for epoch in seen where epoch.latitude != 2887.038 / 60 {
      #expect(epoch.speed != 1 && epoch.altitude != 1)
    }
  }

  @Test func anInstantThatGoesOnAfterAnotherOneHasOneFix() throws {
    let seen = try epochs([
      rmc("123519.00", speed: "1.0"),
      rmc("123519.40", speed: "9.0", place: elsewhere, talker: "GN"),
      gga("123519.00", altitude: "1.0"),
      gga("123519.40", altitude: "9.0", place: elsewhere, talker: "GN"),
    ])
    #expect(seen.map(\.isUpdate) == [false, false, true, true])
    #expect(seen.map(\.hadFix) == [nil, nil, true, true])
  }

  /// A boat's autopilot sends it each second.
  @Test func aPositionAndATimeThatAreRepeatedAreOneFixAndCostNoDate() throws {
    let old = "APGLL,\(elsewhere),120000.00,A"
    let seen = try epochs(
      [rmc("123519", speed: "1.0"), old]
        + (20...24).flatMap { [rmc("1235\($0)", speed: "1.0"), old] }
        + [gga("123525", altitude: "1.0"), old, gga("123526", altitude: "1.0")])
    #expect(seen.count { $0.hadFix != true && $0.hasFix == true } == 9)
    #expect(
      seen.filter { $0.time?.hour == 12 && $0.time?.minute == 35 }.allSatisfy { $0.date != nil })
  }

  @Test func theFirstFixIsNotVoidBecauseOfASentenceBeforeItWithoutATime() throws {
    let seen = try epochs([
      "GPRMC,,V,,,,,,,,,,N", gga("123519", altitude: "1.0"), "GPRMC,123520,V,,,,,,,,,,N",
      gga("123520", altitude: "1.0"),
    ])
    #expect(seen.map(\.hasFix) == [true, false])
  }

  @Test func withoutTimesAFixHasTheValuesOfOneSentence() throws {
    let seen = try epochs([rmc("", speed: "1.0"), gga("", altitude: "1.0")])
    #expect(seen.map(\.altitude) == [1])
    #expect(seen.map(\.speed) == [nil])
  }

  @Test func anInstantThatIsFirstReportedWithoutItsTimeHasOneFix() throws {
    // VTG is sent between RMC, which leaves out its time, and GNS. The other VTG is of a cycle that
    // lost its times.
    let seen = try epochs([
      vtg("1.0"), rmc("", speed: "2.0"), vtg("2.0"),
      "GNGNS,123520,\(place),AA,08,0.9,545.4,46.9,,,S",
    ])
    #expect(seen.map(\.hasFix) == [true, true])
    #expect(seen.map(\.isUpdate) == [false, true])
    #expect(seen.map(\.hadFix) == [nil, true])
  }

  @Test func aSentenceThatLeavesOutItsTimeAddsNoValuesToAnEpochThatHasOne() throws {
    let seen = try epochs([gga("123519", altitude: "1.0"), rmc("", speed: "2.0")])
    #expect(seen.map(\.speed) == [nil])
    #expect(seen.map(\.date) == [nil])
    #expect(
      try epochs([rmc("", speed: "2.0"), gga("123519", altitude: "1.0")]).map(\.speed) == [nil])
  }

  @Test func aGapOfMoreThanAMinuteForgetsTheDate() throws {
    let seen = try epochs([
      rmc("123519", speed: "1.0"), gga("123619", altitude: "1.0"), gga("123720", altitude: "1.0"),
    ])
    #expect(seen.map(\.date?.day) == [1, 1, nil])
  }

  @Test func aPlaceInFewerDecimalsIsTheSamePlace() throws {
    let seen = try epochs([
      gga("123519", altitude: "1.0"), rmc("123519", speed: "1.0", place: "4807.04,N,01131.00,E"),
    ])
    #expect(seen.map(\.latitude) == [2887.038 / 60])
    #expect(seen.map(\.speed) == [1])
  }

  /// A receiver that sends ZDA only with every second epoch. The recording does not begin with a cycle.
  private func cycles(_ seconds: ClosedRange<Int>) -> [String] {
    ["GPGSV,1,1,00"]
      + seconds.flatMap { second in
        let cycle = [gga("1235\(second)", altitude: "1.0"), vtg("\(second).0")]
        return second.isMultiple(of: 2) ? cycle + ["GPZDA,1235\(second),01,03,2025,00,00"] : cycle
      }
  }

  @Test func aSpeedBetweenTwoTimesIsPlacedByTheLearnedOrder() throws {
    let seen = try epochs(cycles(10...20))
    // ZDA comes with every second epoch, but VTG always follows GGA.
    #expect(seen.map(\.speed) == [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  }

  @Test func aSpeedIsOfNoEpochIfSentencesMayBeMissing() throws {
    var bodies = cycles(10...20)
    // The speed of 17 and the GGA of 18 are lost, and the ZDA of 18.
    bodies.removeAll { $0.contains("VTG,84.4,T,,M,17.0") || $0.contains(",123518,") }
    let seen = try epochs(bodies)
    #expect(seen.map(\.speed) == [10, 11, 12, 13, 14, 15, 16, nil, 19, 20])
  }

  @Test func epochsThatAreLostInTurnDoNotMakeThePeriodLonger() throws {
    // Nothing shows that the last speeds before the gaps are not of the lost epochs.
    let bodies = cycles(10...15) + cycles(17...17) + cycles(19...20)
    let seen = try epochs(bodies)
    #expect(seen.map(\.speed) == [10, 11, 12, 13, 14, nil, nil, 19, 20])
  }

  private func garmin(_ second: Int, feet: Int) -> [String] {
    [
      rmc("1235\(second)", speed: "1.0"), "PGRME,9.1,M,15.0,M,12.0,M", gll("1235\(second + 1)"),
      "PGRMZ,\(feet),f,3",
    ]
  }

  @Test func garminsAltitudeIsThatOfItsGLL() throws {
    let seen = try epochs(garmin(10, feet: 100) + garmin(12, feet: 200))
    let altitudes: [Double?] = [nil, 100 * 0.3048, nil, 200 * 0.3048]
    #expect(seen.map(\.altitude) == altitudes)
  }

  @Test func garminsAltitudeIsOfNoEpochIfACycleMayBeMissing() throws {
    let all = garmin(10, feet: 100) + garmin(12, feet: 200) + garmin(14, feet: 300)
    let seen = try epochs(Array(all[..<3] + all[7...]))
    #expect(seen.map(\.altitude) == [nil, nil, nil, 300 * 0.3048])
  }

  @Test func theNextSentenceMayConfirmTheDateAfterAGap() throws {
    let confirmed = [rmc("123519", speed: "1.0"), gga("125519", altitude: "1.0")]
    #expect(
      try epochs(confirmed + [rmc("125520", speed: "1.0")]).map(\.date?.day) == [1, 1, 1])
    #expect(
      try epochs(confirmed + [rmc("130520", speed: "1.0")]).map(\.date?.day) == [1, nil, 1])
  }

  @Test func placesThatDifferByTheFilterOfTheirSentencesAreOneEpoch() throws {
    let seen = try epochs([
      rmc("123519", speed: "1.0", place: "4807.03800,N,01131.00712,E"),
      gga("123519", altitude: "1.0"),
    ])
    #expect(seen.map(\.speed) == [1])
    #expect(seen.map(\.altitude) == [1])
  }

  /// The solution of GPS alone, that of GLONASS, and that of both, nine meters apart.
  @Test func theSolutionOfAllSystemsWinsWhole() throws {
    let bodies = [
      gga("123519", altitude: "500.0"), rmc("123519", speed: "1.0"),
      gga("123519", altitude: "520.0", place: "4807.04300,N,01131.00000,E", talker: "GL"),
      gga("123519", altitude: "505.0", place: "4807.04000,N,01131.00000,E", talker: "GN"),
      rmc("123519", speed: "5.0", place: "4807.04000,N,01131.00000,E", talker: "GN"),
      "GPGST,123519,,,,,30.0,40.0,50.0",
    ]
    for shift in bodies.indices {
      let order = Array(bodies[shift...] + bodies[..<shift])
      for order in [order, order.reversed()] {
        let seen = try epochs(order)
        #expect(seen.map(\.altitude) == [505])
        #expect(seen.map(\.speed) == [5])
        #expect(seen.map(\.latitude) == [2887.04 / 60])
        #expect(seen.map(\.satellitesUsed) == [8])
        #expect(seen.map(\.date?.day) == [1])
      }
    }
  }

  @Test func talkersThatStateOnePlaceCompleteEachOther() throws {
    let seen = try epochs([
      gga("123519", altitude: "1.0"), rmc("123519", speed: "2.0", talker: "GN"),
    ])
    #expect(seen.map(\.altitude) == [1])
    #expect(seen.map(\.speed) == [2])
  }
}
