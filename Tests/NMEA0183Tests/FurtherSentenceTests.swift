import NMEA0183
import TestTurns
import Testing

@Suite(.inTurn) struct FurtherSentenceTests {
  private static let table: [(body: String, says: String)] = [
    (
      "GPDTM,W72,A,0.5,S,0.25,W,-2.0,W84",
      "datum=W72 subdivision=A latitudeOffsetMinutes=-0.5 longitudeOffsetMinutes=-0.25 "
        + "altitudeOffsetMeters=-2.0 reference=W84"
    ),
    ("HEHDT,274.07,T", "heading=274.07"), ("IIHDM,274.07,M", "magneticHeading=274.07"),
    ("HCHDG,98.3,0.5,E,12.6,W", "sensorHeading=98.3 deviation=0.5 magneticVariation=-12.6"),
    ("GNTHS,77.52,E", "heading=77.52 mode=estimated"),
    ("TIROT,-0.5,A", "rateDegreesPerMinute=-0.5 status=active"),
    ("GPGRS,150119.000,1,-0.33,,3.03", "time=15:01:19.000 mode=1 residualsMeters=[-0.33,-,3.03]"),
    (
      "GPGRS,150119.000,1,-0.33,,3.03,,,,,,,,,,,",
      "time=15:01:19.000 mode=1 residualsMeters=[-0.33,-,3.03]"
    ),
    ("GPGRS,150119.000,1,,,,,,,,,,,,", "time=15:01:19.000 mode=1"),
    (
      "GPTXT,01,01,02,u-blox ag, www.u-blox.com",
      "groupSize=1 groupIndex=1 identifier=2 text=u-blox ag, www.u-blox.com"
    ),
    ("GPTXT,TELIT SW Version", "text=TELIT SW Version"),
    (
      "WIMWV,214.8,R,0.1,K,A",
      "angle=214.8 reference=relative speed=0.1 speedUnit=kilometersPerHour status=active"
    ),
    ("SDDBT,7.7,f,2.3,M,1.3,F", "depthFeet=7.7 depthMeters=2.3 depthFathoms=1.3"),
    ("SDDPT,2.3,-0.5,100", "depthMeters=2.3 offsetMeters=-0.5 maximumRangeMeters=100.0"),
    ("YXMTW,17.75,C", "temperatureCelsius=17.75"),
    (
      "GPXTE,A,V,0.67,L,N,D",
      "status=active lockStatus=void errorNauticalMiles=0.67 steer=left mode=differential"
    ),
    (
      "GPBOD,097.0,T,103.2,M,POINTB,POINTA",
      "bearing=97.0 magneticBearing=103.2 destination=POINTB origin=POINTA"
    ),
    (
      "GPRMB,A,0.66,R,003,004,4917.24,S,12309.57,W,001.3,052.5,-0.5,V,A",
      "status=active crossTrackErrorNauticalMiles=0.66 steer=right origin=003 destination=004 "
        + "latitude=-49.287333333333336 longitude=-123.1595 rangeNauticalMiles=1.3 bearing=52.5 "
        + "closingSpeedKnots=-0.5 arrival=void mode=autonomous"
    ),
    (
      "GPWPL,4807.038,N,01131.000,E,WPTNME",
      "latitude=48.1173 longitude=11.516666666666667 name=WPTNME"
    ),
    (
      "GPRTE,2,1,c,0,W3IWI,DRIVWY,32CEDR",
      "groupSize=2 groupIndex=1 kind=complete name=0 waypoints=W3IWI,DRIVWY,32CEDR"
    ),
    (
      "PGRME,15.0,M,22.5,M,27.0,M",
      "horizontalErrorMeters=15.0 verticalErrorMeters=22.5 sphericalErrorMeters=27.0"
    ),
    ("PGRMZ,2282,f,3", "altitudeFeet=2282.0 dimension=three"),
    (
      "PASHR,085335.000,224.19,T,-01.26,+00.83,+00.00,0.101,0.113,0.267,1,0",
      "time=08:53:35.000 heading=224.19 roll=-1.26 pitch=0.83 heaveMeters=0.0 rollError=0.101 "
        + "pitchError=0.113 headingError=0.267"
    ),
    (
      "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,-0.5,,0.92,1.19,0.77,9,0,0",
      "time=08:13:50.00 latitude=47.28522016666667 longitude=8.565253116666666 "
        + "ellipsoidalAltitudeMeters=546.589 status=three horizontalErrorMeters=2.1 verticalErrorMeters=2.0 "
        + "speedKilometersPerHour=0.007 course=77.52 verticalVelocityDownMetersPerSecond=-0.5 horizontalDilution=0.92 "
        + "verticalDilution=1.19 timeDilution=0.77 satellitesUsed=9"
    ),
    (
      "PASHR,POS,3,10,151858.00,4717.960848,N,00130.499487,W,82.972,SITE,77.3,0.459,-0.1,2.0,1.1,1.7,1.3,G010",
      "solution=3 satellitesUsed=10 time=15:18:58.00 latitude=47.29934746666667 longitude=-1.5083247833333333 "
        + "ellipsoidalAltitudeMeters=82.972 course=77.3 speedKnots=0.459 verticalVelocity=-0.1 "
        + "positionDilution=2.0 horizontalDilution=1.1 verticalDilution=1.7 timeDilution=1.3"
    ),
    (
      "PUBX,03,03,23,U,189,61,39,026,40,-,301,04,,000,222,e,,,18,005,0",
      "satellitesTracked=3 satellites=[{number=23 use=used azimuth=189 elevation=61 signalStrengthDBHz=39},"
        + "{number=40 use=unused azimuth=301 elevation=4},{number=222 use=available signalStrengthDBHz=18}]"
    ),
    (
      "PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43",
      "time=07:37:31.00 date=2002-12-09 weekSeconds=113851.0 week=1196 leapSeconds=15 "
        + "areLeapSecondsDefault=true clockBiasNanoseconds=1930035.0 clockDriftNanosecondsPerSecond=-2660.664 pulseGranularityNanoseconds=43.0"
    ),
    (
      "PSTI,030,033010.000,A,2447.0895508,S,12100.5234656,W,94.615,0.5,-0.01,0.04,111219,R,0.999,3.724",
      "time=03:30:10.000 status=active latitude=-24.784825846666667 longitude=-121.00872442666666 "
        + "altitudeMeters=94.615 eastVelocityMetersPerSecond=0.5 northVelocityMetersPerSecond=-0.01 upVelocityMetersPerSecond=0.04 date=2019-12-11 "
        + "mode=rtkFixed differentialAgeSeconds=0.999 ambiguityRatio=3.724"
    ),
    (
      "PSRFEPE,053232.438,A,1.2,5.77,12.97,1.3,180.0",
      "time=05:32:32.438 status=active horizontalDilution=1.2 horizontalErrorMeters=5.77 verticalErrorMeters=12.97 "
        + "speedErrorMetersPerSecond=1.3 courseError=180.0"
    ), ("PORZD,A,022.9", "status=active horizontalErrorMeters=22.9"),
    (
      "PQTMEPE,2,1.000,1.100,2.000,1.486,2.491",
      "northErrorMeters=1.0 eastErrorMeters=1.1 verticalErrorMeters=2.0 horizontalErrorMeters=1.486 "
        + "sphericalErrorMeters=2.491"
    ), ("PQTMEPE,2,,,,,", ""),
    (
      "PQTMPVT,1,31075000,20221225,083737.000,,3,09,18,31.12738291,-117.26372910,34.212,5.267,3.212,2.928,0.238,4.346,34.12,2.16,4.38",
      "date=20221225 time=08:37:37.000 dimension=three satellitesUsed=9 leapSeconds=18 "
        + "latitude=31.12738291 longitude=-117.2637291 altitudeMeters=34.212 geoidSeparationMeters=5.267 "
        + "northVelocityMetersPerSecond=3.212 eastVelocityMetersPerSecond=2.928 downVelocityMetersPerSecond=0.238 "
        + "speedMetersPerSecond=4.346 course=34.12 horizontalDilution=2.16 positionDilution=4.38"
    ),
    (
      "PQTMPVT,1,1000,20221225,163355.000,,0,00,,,,,,,,,,,99.99,99.99",
      "date=20221225 time=16:33:55.000 satellitesUsed=0 horizontalDilution=99.99 "
        + "positionDilution=99.99"
    ),
    (
      "GYOACC,090624,000653.10,0.004960,-0.001510,0.005386,100,-3.358145,-8.120926,4.427577,100,35,0,100,0",
      "date=2024-06-09 time=00:06:53.10 angularVelocityXRadiansPerSecond=0.00496 angularVelocityYRadiansPerSecond=-0.00151 "
        + "angularVelocityZRadiansPerSecond=0.005386 accelerationXMetersPerSecondSquared=-3.358145 accelerationYMetersPerSecondSquared=-8.120926 "
        + "accelerationZMetersPerSecondSquared=4.427577 temperatureCelsius=35.0"
    ),
    (
      "PGRMV,-2.5,1.1,0.3",
      "eastVelocityMetersPerSecond=-2.5 northVelocityMetersPerSecond=1.1 upVelocityMetersPerSecond=0.3"
    ),
    (
      "PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,18.5,226,2,1",
      "week=290 weekSeconds=293895 date=2005-03-16 time=09:38:02 leapSeconds=13 "
        + "latitude=52.219065 longitude=21.010851666666667 selection=automatic dimension=three "
        + "speedKilometersPerHour=18.5 course=226.0 positionDilution=2.0 timeDilution=1.0"
    ), ("PGRMM,NAD27 CONUS", "datum=NAD27 CONUS"),
    (
      "VWVHW,245.1,T,245.5,M,5.5,N,10.2,K",
      "heading=245.1 magneticHeading=245.5 speedKnots=5.5 speedKilometersPerHour=10.2"
    ),
    (
      "VDVLW,47702.775,N,46487.665,N",
      "totalWaterDistanceNauticalMiles=47702.775 waterDistanceNauticalMiles=46487.665"
    ),
    (
      "VDVLW,,N,0.5,N,47690.1,N,12,K",
      "waterDistanceNauticalMiles=0.5 totalGroundDistanceNauticalMiles=47690.1"
    ),
    (
      "VDVBW,-5.1,0.2,A,5.0,-0.3,V,0.1,A,-0.2,V",
      "waterSpeedKnots=-5.1 transverseWaterSpeedKnots=0.2 waterStatus=active groundSpeedKnots=5.0 "
        + "transverseGroundSpeedKnots=-0.3 groundStatus=void sternWaterSpeedKnots=0.1 sternWaterStatus=active "
        + "sternGroundSpeedKnots=-0.2 sternGroundStatus=void"
    ), ("CCGPQ,GGA", "listener=GP requested=GGA"), ("PUBX,00", "requested=00"), ("CCGPX,GGA", ""),
    (
      "GNGNS,213712.000,,,,,AND,13,,,,,,V",
      "time=21:37:12.000 modes=[autonomous,invalid,differential] satellitesUsed=13 navigationStatus=notProvided"
    ),
    (
      "GPGSA,A,3,,21,,06,,,,,,,,,2.3,,",
      "selection=automatic dimension=three satellites=[21,6] positionDilution=2.3"
    ),
    (
      "GAGSV,1,1,01,02,28,,40,7",
      "groupSize=1 groupIndex=1 satellitesInView=1 satellites=[{number=2 elevation=28.0 signalStrengthDBHz=40.0}] signalID=7"
    ),
    ("GPRMC,,V,,,,,,,010325,,,N", "status=void date=2025-03-01 mode=invalid"), ("GPXYZ,1", ""),
  ]

  @Test(arguments: table)
  func everythingASentenceSaysHasANameWithItsUnit(body: String, says: String) throws {
    let said = try decode(body).properties.map { "\($0.name)=\(text($0.value))" }
    #expect(said.joined(separator: " ") == says)
  }

  private func text(_ value: SentenceValue?) -> String {
    switch value {
    case nil: "-"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): value
    case .boolean(let value): "\(value)"
    case .list(let values): "[" + values.map { text($0) }.joined(separator: ",") + "]"
    case .object(let properties):
      "{" + properties.map { "\($0.name)=\(text($0.value))" }.joined(separator: " ") + "}"
    }
  }

  @Test func textIsCutNotOverrun() throws {
    let long = String(repeating: "abcdefgh", count: 20)
    guard case .txt(let txt) = try decode("GPTXT,01,01,02,\(long)").payload,
      case .wpl(let wpl) = try decode("GPWPL,,,,,\(long)").payload
    else {
      Issue.record("not the types they are")
      return
    }
    #expect(txt.text.description == String(long.prefix(64)))
    #expect(wpl.name?.description == String(long.prefix(16)))
    #expect(txt.text == ShortText(long))
  }

  @Test func uBloxsOwnPositionMakesAFix() throws {
    let seen = try epochs([
      "PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,1.852,77.52,-0.5,,0.92,1.19,0.77,9,0,0",
      "PUBX,00,081351.00,4717.113210,N,00833.915187,E,546.589,NF,2.1,2.0,1.852,77.52,-0.5,,0.92,1.19,0.77,9,0,0",
    ])
    #expect(seen.map(\.hasFix) == [true, false])
    #expect(seen[0].ellipsoidalAltitude == 546.589)
    #expect(seen[0].horizontalError == 2.1)
    #expect(seen[0].speed == 1)
    #expect(seen[0].climb == 0.5)
    #expect(seen[0].dimension == .three)
    #expect(seen[1].ellipsoidalAltitude == nil && seen[1].horizontalError == nil)
  }

  /// u-blox 7 states 0.000 for each height below the ellipsoid.
  @Test func theTwoHeightsOfAFixAgree() throws {
    let gga = { (separation: String) in
      "GPGGA,175425.00,2500.76260,N,08000.44680,W,1,09,1.03,6.8,M,\(separation),M,,"
    }
    let pubx = { (height: String) in
      "PUBX,00,175425.00,2500.76260,N,08000.44680,W,\(height),G3,0.7,2.0,0.362,332.47,-0.2,,1.03,2.08,1.35,9,0,0"
    }
    let heights = { (bodies: [String]) in try epochs(bodies).map(\.ellipsoidalAltitude) }
    #expect(try heights([pubx("0.000"), gga("-26.7")]) == [nil])
    #expect(try heights([gga("-26.7"), pubx("0.000")]) == [nil])
    #expect(try heights([pubx("0.000")]) == [nil])
    #expect(try heights([pubx("0.000"), gga("-6.8")]) == [0])
    #expect(try heights([pubx("-19.942"), gga("-26.7")]) == [-19.942])
    #expect(try heights([pubx("-17.1"), gga("-26.7")]) == [nil])
  }

  @Test func ashtechsOwnPositionMakesAFix() throws {
    let seen = try epochs([
      "PASHR,POS,3,10,151858.00,4717.960848,N,00130.499487,W,82.972,,77.3,0.459,-0.1,2.0,1.1,1.7,1.3,G010",
      "PASHR,POS,,,151859.00,,,,,,,,,,,,,,G010", "PASHR,ACK",
    ])
    #expect(seen.map(\.hasFix) == [true, false])
    #expect(seen[0].ellipsoidalAltitude == 82.972)
    #expect(seen[0].quality == .rtkFixed)
    #expect(seen[0].speed == 0.459)
    #expect(seen[0].satellitesUsed == 10)
    // Meters a second by one manual, decimeters by another.
    #expect(seen[0].climb == nil)
    #expect(seen[1].ellipsoidalAltitude == nil && seen[1].latitude == nil)
  }

  @Test func headingsFasterThanPositionsDoNotSplitEpochs() throws {
    let gga = { (second: Int) in
      "GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
    }
    let rmc = { (second: Int) in "GPRMC,1235\(second),A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A"
    }
    var bodies: [String] = []
    for second in 10..<13 {
      bodies.append(gga(second))
      bodies += (0..<5).map { "HEHDT,\(second)\($0).0,T" }
      bodies.append(rmc(second))
      bodies += (5..<10).map { "HEHDT,\(second)\($0).0,T" }
    }
    let seen = try epochs(bodies)
    #expect(seen.filter { $0.hasFix == true }.map(\.speed) == [10, 10, 10])
    #expect(seen.filter { $0.hasFix == true }.map(\.heading) == [104, 114, 124])
  }
}
