import NMEA0183
import TestTurns
import Testing

/// What makers' own sentences, and those of vessels, add to an epoch.
@Suite(.inTurn) struct MakersSentenceTests {
  private let gga = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"

  @Test func skyTraqsPositionMakesAFix() throws {
    let seen = try epochs([
      "PSTI,030,033010.000,A,2447.0895508,N,12100.5234656,E,94.615,3.0,4.0,0.5,111219,R,0.999,3.724",
      "PSTI,030,033011.000,V,2447.0895508,N,12100.5234656,E,94.615,3.0,4.0,0.5,111219,N,,",
    ])
    #expect(seen.map(\.hasFix) == [true, false])
    let latitude = 24 + 47.0895508 / 60
    #expect(seen[0].latitude == latitude)
    #expect(seen[0].altitude == 94.615)
    let knots = try #require(seen[0].speed)
    #expect(abs(knots - 5 * 3600 / 1852) < 1e-9)
    #expect(seen[0].climb == 0.5)
    #expect(seen[0].mode == .rtkFixed)
    #expect(seen[0].date?.description == "2019-12-11")
    #expect(seen[1].latitude == nil && seen[1].climb == nil)
  }

  @Test func garminsPositionMakesAFix() throws {
    let seen = try epochs([
      "PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,18.52,226,2,1",
      "PGRMV,1.0,2.0,-0.5",
      "PGRMF,290,293896,160305,093803,13,,,,,A,0,,,,",
    ])
    #expect(seen.map(\.hasFix) == [true, false])
    #expect(seen[0].latitude == 52 + 13.1439 / 60)
    let knots = try #require(seen[0].speed)
    #expect(abs(knots - 10) < 1e-9)
    #expect(seen[0].course == 226)
    #expect(seen[0].climb == -0.5)
    #expect(seen[0].dimension == .three)
    #expect(seen[0].positionDilution == 2)
    #expect(seen[0].date?.description == "2005-03-16")
  }

  @Test func theSpeedOfAVelocityIsTheLengthOfItsHorizontalPart() throws {
    let seen = try epochs([gga, "PGRMV,3.0,-4.0,0.3"])
    #expect(seen.count == 1)
    let knots = try #require(seen[0].speed)
    #expect(abs(knots - 5 * 3600 / 1852) < 1e-9)
    #expect(seen[0].climb == 0.3)
    let stated = try epochs([
      gga, "GPVTG,84.4,T,,M,22.4,N,41.5,K,A", "PGRMV,3.0,-4.0,0.3", "GPZDA,123519,01,03,2025,,",
    ])
    #expect(stated.map(\.speed) == [22.4])
  }

  @Test func receiversStateTheirAccuracy() throws {
    let seen = try epochs([gga, "PSRFEPE,123519,A,1.2,5.77,12.97,1.3,18.0"])
    #expect(seen.map(\.horizontalError) == [5.77])
    #expect(seen.map(\.altitudeError) == [12.97])
    #expect(seen.map(\.speedError) == [1.3])
    #expect(seen.map(\.courseError) == [18])
    #expect(try epochs([gga, "PORZD,A,022.9"]).map(\.horizontalError) == [22.9])
    #expect(try epochs([gga, "PORZD,V,999.9"]).map(\.horizontalError) == [nil])
    #expect(try epochs([gga, "PSRFEPE,123519,V,,,,,"]).map(\.horizontalError) == [nil])
  }

  @Test func quectelsErrorsAreThoseOfTheRunningEpoch() throws {
    let epe = "PQTMEPE,2,1.000,1.100,2.000,1.486,2.491"
    let seen = try epochs([gga, epe])
    #expect(seen.map { [$0.latitudeError, $0.longitudeError] } == [[1, 1.1]])
    #expect(seen.map { [$0.horizontalError, $0.altitudeError] } == [[1.486, 2]])
    #expect(seen.map(\.sphericalError) == [2.491])
    // GST states one sigma.
    let gst = "GPGST,123519,1.8,6.1,4.2,91.5,1.7,1.3,2.2"
    for order in [[gga, epe, gst], [gga, gst, epe]] {
      let epoch = try epochs(order)[0]
      #expect([epoch.latitudeError, epoch.longitudeError, epoch.altitudeError] == [1.7, 1.3, 2.2])
    }
    // Version 1 has another form.
    #expect(try decode("PQTMEPE,1,1.000,1.100,2.000,1.486,2.491").payload == .unknown)
  }

  @Test func quectelsPositionMakesAFix() throws {
    let pvt =
      "PQTMPVT,1,31075000,20221225,083737.000,,3,09,18,31.12738291,-117.26372910,34.212,5.267,3.212,2.928,0.238,"
      + "5.0,34.12,2.16,4.38"
    let seen = try epochs([
      pvt, "PQTMPVT,1,31076000,20221225,083738.000,,0,00,,,,,,,,,,,99.99,99.99",
    ])
    #expect(seen.map(\.hasFix) == [true, false])
    #expect(seen[0].latitude == 31.12738291 && seen[0].longitude == -117.2637291)
    #expect(seen[0].altitude == 34.212 && seen[0].geoidSeparation == 5.267)
    #expect(seen[0].dimension == .three && seen[0].course == 34.12 && seen[0].climb == -0.238)
    let knots = try #require(seen[0].speed)
    #expect(abs(knots - 5 * 3600 / 1852) < 1e-9)
    #expect(seen[0].horizontalDilution == 2.16 && seen[0].positionDilution == 4.38)
    #expect(seen.map { $0.date?.description } == ["2022-12-25", "2022-12-25"])
    // Its satellites are those of all talkers.
    let gga = "GNGGA,083737.000,3107.642975,N,11715.823746,W,1,09,2.16,34.212,M,5.267,M,,"
    for order in [[pvt, gga], [gga, pvt]] {
      #expect(try epochs(order).map(\.satellitesUsed) == [9])
    }
  }

  @Test func aGyroscopeMakesNoEpoch() throws {
    let gyro =
      "GYOACC,090624,000653.10,0.004960,-0.001510,0.005386,100,-3.3,-8.1,4.4,100,35,0,100,0"
    #expect(try epochs([gyro]).isEmpty)
    #expect(try epochs([gga, gyro]) == epochs([gga]))
  }

  @Test func uBloxsDateIsTheEpochs() throws {
    let seen = try epochs([
      "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,1.852,77.52,-0.5,,0.92,1.19,0.77,9,0,0",
      "PUBX,04,081350.00,091202,113851.00,1196,15,1930035,-2660.664,43",
    ])
    #expect(seen.map { $0.date?.description } == ["2002-12-09"])
  }

  private func satellites(_ bodies: [String]) throws -> [EpochSatellite] {
    var seen: [EpochSatellite] = []
    var assembler = EpochAssembler()
    for body in bodies { assembler.add(try decode(body)) { _, _ in } }
    assembler.flush { _, satellites in seen = satellites }
    return seen
  }

  @Test func uBloxsSatellitesAreThoseOfTheSky() throws {
    let pubx = "PUBX,03,03,23,U,189,61,39,026,40,-,301,04,,000,222,e,,,18,005"
    let seen = try satellites([gga, pubx])
    #expect(seen.map { $0.identity?.system } == [.gps, .beidou, .galileo])
    #expect(seen.map { $0.identity?.id } == [23, 13, 12])
    #expect(seen.map(\.isUsed) == [true, false, false])
    #expect(seen.map(\.azimuth) == [189, 301, nil])
    #expect(seen.map(\.elevation) == [61, 4, nil])
    #expect(seen.map(\.signalStrength) == [39, nil, 18])
    // The same satellites twice are one list.
    let gsv = "GPGSV,1,1,01,23,61,189,39"
    #expect(try satellites([gga, pubx, gsv]).count == 1)
    #expect(try satellites([gga, gsv, pubx]).count == 1)
  }

  @Test func aListOfSatellitesHoldsAllItsValues() {
    var list = UBloxSatelliteList()
    var wanted: [UBloxSatellite] = []
    for index in 0..<60 {
      var satellite = UBloxSatellite(
        number: UInt8(255 - index), use: [.used, .unused, .available][index % 3])
      satellite.azimuth = index % 5 == 0 ? nil : index * 7 % 361
      satellite.elevation = index % 7 == 0 ? nil : index * 5 % 181 - 90
      satellite.signalStrength = index % 4 == 0 ? nil : index % 100
      list.append(satellite)
      wanted.append(satellite)
    }
    #expect((0..<list.count).map { list[$0] } == Array(wanted.prefix(48)))
  }

  @Test func aVesselsHeadingAndSpeedOverGroundAreTaken() throws {
    let seen = try epochs([
      gga, "VWVHW,245.1,T,245.5,M,5.5,N,10.2,K", "VDVBW,-5.1,0.2,A,3.0,-4.0,A",
    ])
    #expect(seen.map(\.heading) == [245.1])
    // Speed through the water is not speed over ground.
    #expect(seen.map(\.speed) == [5])
    #expect(try epochs([gga, "VDVBW,-5.1,0.2,A,3.0,-4.0,V"]).map(\.speed) == [nil])
    #expect(try epochs([gga, "VWVHW,,T,245.5,M,5.5,N,10.2,K"]).map(\.heading) == [nil])
  }

  @Test func aLogFasterThanTheReceiverDoesNotSplitEpochs() throws {
    var bodies: [String] = []
    for second in 10..<13 {
      bodies.append("GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
      bodies += (0..<10).map { "VDVBW,,,,\(second).\($0),0.0,A" }
      bodies.append("GPRMC,1235\(second),A,4807.038,N,01131.000,E,,84.4,010325,,,A")
    }
    #expect(try epochs(bodies).map(\.speed) == [10, 11, 12])
  }

  @Test func aQueryIsNoEpoch() throws {
    #expect(try epochs(["CCGPQ,GGA", "PUBX,00", "PUBX,03", "PUBX,04"]).isEmpty)
    guard case .query(let query) = try decode("CCGPQ,GGA").payload else {
      Issue.record("no query")
      return
    }
    #expect(query.listener == .gps)
    #expect(query.requested == ShortName("GGA"))
    #expect(try decode("GPQ,GGA").payload == .unknown)
    #expect(try decode("PMTKQ,GGA").payload == .unknown)
    #expect(try decode("CCGPQ,GGA,1").payload == .unknown)
  }
}
