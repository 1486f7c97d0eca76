import NMEA0183
import TestTurns
import Testing

/// Sentences of real receivers that differ from the standard.
@Suite(.inTurn) struct UnusualSentenceTests {
  @Test(arguments: [
    (body: "GPGGA,161405.680,37.352387,N,121.953086,W,1,10,0.9,20.1,M,-29.0,M,,", field: 2),
    (body: "GPGGA,161405.680,3721.1432,N,121.953086,W,1,10,0.9,20.1,M,-29.0,M,,", field: 4),
    (body: "GPRMC,161405.680,A,89.1432,N,12157.1852,W,0.1,90.0,010325,,,A", field: 3),
    (body: "GPRMC,161405.680,A,045.1432,N,12157.1852,W,0.1,90.0,010325,,,A", field: 3),
    (body: "GPGLL,3721.1432,N,131.1852,W,161405.680,A,A", field: 3),
    (body: "GPGLL,3721.1432,N,31.1852,W,161405.680,A,A", field: 3),
    (body: "GPGLL,3721.1432,N,131,W,161405.680,A,A", field: 3),
  ])
  func whatMayBeDecimalDegreesIsNoPosition(body: String, field: Int) {
    #expect(throws: SentenceError(field: field, reason: .malformed)) { try decode(body) }
  }

  /// Multiplexers and gateways, where the degrees have fewer than two or three digits.
  @Test(arguments: [
    (place: "5506.8070,N,1344.5510,E", latitude: 55.113_45, longitude: 13.742_516_666_666_667),
    (place: "807.038,S,807.038,W", latitude: -8.117_3, longitude: -8.117_3),
    (place: "807,S,10030,E", latitude: -8.116_666_666_666_667, longitude: 100.5),
    (place: "807.0,N,0131.0,E", latitude: 8.116_666_666_666_667, longitude: 1.516_666_666_666_667),
    (place: "0007.5,N,0059.25,W", latitude: 0.125, longitude: -0.9875),
  ])
  func degreesMayLackTheirLeadingZeros(place: String, latitude: Double, longitude: Double) throws {
    guard case .gll(let gll) = try decode("GPGLL,\(place),,A").payload else { return wrongType() }
    #expect(abs((gll.latitude ?? 99) - latitude) < 1e-12)
    #expect(abs((gll.longitude ?? 999) - longitude) < 1e-12)
  }

  @Test func aSignMayRepeatTheLetterAndNeverContradictIt() throws {
    let place = "-0807.5,S,-00130.75,W"
    guard case .gll(let gll) = try decode("GPGLL,\(place),,A").payload else { return wrongType() }
    #expect(gll.latitude == -8.125 && gll.longitude == -1.5125)
    for place in ["-0807.5,N,00130.75,W", "0807.5,N,-00130.75,E"] {
      #expect(throws: SentenceError.self) { try decode("GPGLL,\(place),,A") }
    }
  }

  /// Inertial Sense's receivers, simulators and multiplexers write directions from −180 to 180 degrees.
  @Test(arguments: [
    ("GPRMC,091502,A,4807.1006,N,01131.2006,E,9.4,-13.0,080526,,", "course=347.0"),
    ("GPVTG,-0.1,T,-180,M,9.4,N,17.4,K,A", "course=359.9 magneticCourse=180.0"),
    ("WIMWV,-29,R,5.5,N,A", "angle=331.0"), ("HEHDT,-90.25,T", "heading=269.75"),
    ("IIVHW,-1,T,-2.5,M,5.5,N,,K", "heading=359.0 magneticHeading=357.5"),
    ("GPVTG,-0.0,T,,M,9.4,N,17.4,K,A", "course=0.0"),
  ])
  func aNegativeDirectionIsToTheLeftOfNorth(body: String, says: String) throws {
    let (sentence, leftOut) = try decodeWithErrors(body)
    let words = sentence.properties.filter {
      $0.name.lowercased().contains("course") || $0.name.lowercased().contains("heading")
        || $0.name == "angle"
    }
    .map { property in
      if case .number(let value) = property.value { "\(property.name)=\(value)" } else { "" }
    }
    #expect(words.joined(separator: " ") == says)
    #expect(leftOut.isEmpty)
  }

  @Test(arguments: [
    (
      "GPGGA,110126.00,4700.0000,N,00800.0000,E,1,08,0.9,1", 9,
      "GPGGA,110126.00,4700.0000,N,00800.0000,E,1,08,0.9"
    ),
    (
      "GPGGA,110126.00,4700.0000,N,00800.0000,E,1,08,0.9,545.4,M,-2", 11,
      "GPGGA,110126.00,4700.0000,N,00800.0000,E,1,08,0.9,545.4,M"
    ),
    (
      "GPRMC,110127.00,A,4700.0010,N,00800.0000,E,5.0,1", 8,
      "GPRMC,110127.00,A,4700.0010,N,00800.0000,E,5.0"
    ),
    (
      "GPRMC,110127.00,A,4700.0010,N,00800.0000,E,5.0,184.4,0801", 9,
      "GPRMC,110127.00,A,4700.0010,N,00800.0000,E,5.0,184.4"
    ),
    ("GPRMC,110127.00,A,4700.0010,N,00800.0", 5, "GPRMC,110127.00,A,4700.0010,N"),
    ("GPRMC,11012", 1, "GPRMC"), ("GPVTG,184.4,T,,M,1", 5, "GPVTG,184.4,T,,M"),
    ("GPZDA,110127,08,05,20", 4, "GPZDA,110127,08,05"),
    ("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.", 16, "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5"),
    ("GPGSA,A,3,04,05,,0", 6, "GPGSA,A,3,04,05,"),
    ("PGRME,15.0,M,2", 3, "PGRME,15.0,M"),
  ])
  func theLastFieldOfACutSentenceIsNotWhole(body: String, field: Int, whole: String) throws {
    let (sentence, leftOut) = try decodeWithErrors(body, hasChecksum: false)
    #expect(leftOut == [SentenceError(field: field, reason: .cut)])
    #expect(leftOut.first?.description == "field \(field) cut off")
    #expect(sentence.properties == (try decode(whole)).properties)
    // A checksum shows that nothing is missing.
    #expect((try? decodeWithErrors(body).leftOut) != leftOut)
  }

  @Test(arguments: [
    "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W",
    "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K",
    "GPGLL,4916.45,N,12311.12,W", "GPGLL,4916.45,N,12311.12,W,225444,A", "HEHDT,84.5", "IIDPT,2.3",
    "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPGGA,,,,,,0,,,,",
    "GPGSV,1,1,01,02,17,084,31",
  ])
  func aWholeSentenceWithoutAChecksumIsRead(body: String) throws {
    let (sentence, leftOut) = try decodeWithErrors(body, hasChecksum: false)
    #expect(leftOut.isEmpty)
    #expect(sentence == (try decode(body)))
  }

  @Test func gsaMayEndWithADilutionOfTime() throws {
    guard
      case .gsa(let gsa) = try decode(
        "GPGSA,A,3,10,12,25,29,31,32,,,,,,,5.1,1.3,4.9,3.3"
      ).payload
    else { return wrongType() }
    #expect(gsa.positionDilution == 5.1)
    #expect(gsa.horizontalDilution == 1.3)
    #expect(gsa.verticalDilution == 4.9)
    #expect(gsa.timeDilution == 3.3)
    #expect(gsa.systemID == nil && !gsa.hasSystemID)
    #expect(gsa.satellites.count == 12 && gsa.satellites[5] == 32)
  }

  @Test func quectelsBeiDouSatellitesAreUsedWhateverTheSystemID() {
    for systemID in [nil, 4, 5] as [UInt8?] {
      let identity = SatelliteIdentity(number: 7, talker: .quectelBeidou, systemID: systemID)
      #expect(identity == SatelliteIdentity(system: .beidou, id: 7))
    }
    var assembler = EpochAssembler()
    var used = 0
    for body in [
      "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "PQGSV,1,1,03,02,20,116,40,05,34,137,41,07,06,045,,0",
      "PQGSA,A,3,02,05,,,,,,,,,,,1.9,1.1,1.5,5",
    ] {
      do { assembler.add(try decode(body)) { _, _ in } } catch { Issue.record("\(body): \(error)") }
    }
    assembler.flush { _, satellites in used = satellites.count { $0.isUsed == true } }
    #expect(used == 2)
  }

  @Test func gbsMayStateNegativeErrors() throws {
    guard
      case .gbs(let gbs) = try decode("GPGBS,015509.00,-0.031,-0.186,0.219,19,0.0,-0.4,6.9").payload
    else { return wrongType() }
    #expect(gbs.latitudeError == -0.031)
    #expect(gbs.longitudeError == -0.186)
    #expect(gbs.altitudeError == 0.219)
    let seen = try epochs([
      "GPGGA,015509.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPGBS,015509.00,-0.031,-0.186,0.219,19,0.0,-0.4,6.9",
    ])
    #expect(seen.count == 1)
    #expect(seen.first?.latitudeError == nil && seen.first?.altitudeError == nil)
  }

  @Test(arguments: [
    "GPRMC,104503.00,V,36000.0000,N,72000.0000,E,0.0,0.0,010325,,,N",
    "GPRMC,104503.00,V,0.0,N,0.0,E,0.0,0.0,010325,,,N",
  ])
  func withoutAFixAPlaceOffTheEarthLosesNothingElse(body: String) throws {
    guard case .rmc(let rmc) = try decode(body).payload else { return wrongType() }
    #expect(rmc.status == .void)
    #expect(rmc.time?.description == "10:45:03.00")
    #expect(rmc.date?.description == "2025-03-01")
    #expect(rmc.latitude == nil && rmc.longitude == nil && rmc.minuteDecimals.count == 0)
    #expect(try epochs([body]).map(\.hasFix) == [false])
  }

  @Test func withoutAFixEveryPositionSentenceMayHaveAPlaceOffTheEarth() throws {
    for body in [
      "GPGGA,104503.00,36000.0000,N,72000.0000,E,0,00,99.9,,M,,M,,",
      "GNGNS,104503.00,36000.0000,N,72000.0000,E,NN,00,99.9,,,,,V",
      "GPGLL,36000.0000,N,72000.0000,E,104503.00,V,N",
      "PUBX,00,104503.00,36000.0000,N,72000.0000,E,0.0,NF,,,,,,,,,,0,0,0",
    ] {
      let seen = try epochs([body])
      #expect(seen.map(\.hasFix) == [false], "\(body)")
      #expect(seen.first?.time?.description == "10:45:03.00", "\(body)")
    }
    #expect(throws: SentenceError(field: 3, reason: .outOfRange)) {
      try decode("GPRMC,104503.00,A,36000.0000,N,72000.0000,E,0.0,0.0,010325,,,A")
    }
  }

  @Test(arguments: [
    (end: "A,A", status: DataStatus.active, mode: PositioningMode?.some(.autonomous)),
    (end: "A,D", status: .active, mode: .differential),
    (end: "D,A", status: .active, mode: .differential),
    (end: "N,V", status: .void, mode: .invalid), (end: "A,V", status: .void, mode: .autonomous),
    (end: "V,A", status: .void, mode: .autonomous), (end: "V,N", status: .void, mode: .invalid),
    (end: "A", status: .active, mode: nil), (end: "A,", status: .active, mode: nil),
  ])
  func gllMayHaveStatusAndModeSwapped(
    end: String, status: DataStatus, mode: PositioningMode?
  ) throws {
    guard case .gll(let gll) = try decode("GPGLL,4807.038,N,01131.000,E,123519,\(end)").payload
    else { return wrongType() }
    #expect(gll.status == status)
    #expect(gll.mode == mode)
    #expect(gll.latitude == 48.1173)
  }

  @Test(arguments: ["2208-1", "320125", "290225", "1234567", "ddmmyy"])
  func anUnreadableDateLosesNothingElse(date: String) throws {
    guard
      case .rmc(let rmc) = try decode(
        "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,\(date),3.1,W,A"
      ).payload
    else { return wrongType() }
    #expect(rmc.date == nil)
    #expect(rmc.latitude == 48.1173)
    #expect(rmc.speed == 22.4)
    #expect(rmc.magneticVariation == -3.1)
    #expect(rmc.mode == .autonomous)
  }

  @Test(arguments: [
    "YXMTW,17.9,F", "HEHDT,274.07,X", "HEHDT,274.07,M", "HCHDM,274.07,T", "GPXTE,,,0.67,,K",
    "GPBOD,097.0,X,103.2,X", "SDDBT,7.7,M,2.3,f,1.3,M", "GPVTG,77.5,M,76.1,T,0.04,K,0.08,N",
    "PGRMZ,2282,M", "PGRME,15.0,f,45.0,f,25.0,f", "GPGGA,,,,,,,,,545.4,f,46.9,f,,",
  ])
  func aValueInAnotherUnitIsNotTaken(body: String) throws {
    #expect(try decode(body).properties == [])
  }

  @Test(arguments: ["YXMTW,17.9", "HEHDT,17.9", "HEHDT,17.9,", "HCHDM,17.9", "SDDBT,17.9,"])
  func aValueWithoutAUnitHasTheStandards(body: String) throws {
    #expect(try decode(body).properties.map(\.value) == [.number(17.9)])
  }

  private func wrongType() { Issue.record("the sentence decoded to another type") }
}
