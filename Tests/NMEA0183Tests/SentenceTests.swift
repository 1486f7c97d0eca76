import NMEA0183
import TestTurns
import Testing

@Suite(.inTurn) struct SentenceTests {
  @Test func rmcInItsLongestForm() throws {
    let sentence = try decode(
      "GNRMC,123519.25,A,4807.038,N,01131.000,W,022.4,084.4,230394,003.1,W,D,V")
    #expect(sentence.talker == .combined)
    #expect(sentence.type == SentenceType("RMC"))
    guard case .rmc(let rmc) = sentence.payload else { return wrongType() }
    #expect(rmc.time?.description == "12:35:19.25")
    #expect(rmc.status == .active)
    #expect(rmc.latitude == 48.1173)
    #expect(rmc.longitude == -691.0 / 60)
    #expect(rmc.speed == 22.4)
    #expect(rmc.course == 84.4)
    #expect(rmc.date == ShortDate(day: 23, month: 3, yearOfCentury: 94))
    #expect(rmc.magneticVariation == -3.1)
    #expect(rmc.mode == .differential)
    #expect(rmc.navigationStatus == .notProvided)
  }

  @Test(arguments: [
    "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,",
    "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394",
    "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,999.9,E",
    "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,3.0,",
  ])
  func olderFormsOfRMCStopEarlier(body: String) throws {
    guard case .rmc(let rmc) = try decode(body).payload else { return wrongType() }
    #expect(rmc.latitude == 48.1173)
    #expect(rmc.date?.yearOfCentury == 94)
    #expect(rmc.magneticVariation == nil)
    #expect(rmc.mode == nil)
    #expect(rmc.navigationStatus == nil)
  }

  @Test func theModeMayReplaceTheVariationsDirection() throws {
    guard case .rmc(let rmc) = try decode("GPRMC,212607.891,V,,,,,,,181207,0,N").payload
    else { return wrongType() }
    #expect(rmc.mode == .invalid)
    #expect(rmc.magneticVariation == nil)
  }

  @Test func aFixWithoutAnAltitudeHasNone() throws {
    guard
      case .gga(let gga) = try decode("GPGGA,,4800,N,01100,E,1,,,,M,,M,,").payload
    else { return wrongType() }
    #expect(gga.latitude == 48)
    #expect(gga.altitude == nil)
  }

  @Test func emptyFieldsAreNil() throws {
    #expect(try decode("GPRMC,,V,,,,,,,,,,N").payload == .rmc(rmc { $0.mode = .invalid }))
    #expect(try decode("GPGGA,,,,,,,,,,,,,,").payload == .gga(GGA()))
    #expect(try decode("GNGNS,,,,,,,,,,,,,").payload == .gns(GNS()))
    #expect(try decode("GPGLL,,,,,,").payload == .gll(GLL()))
    #expect(try decode("GPVTG,,,,,,,,,").payload == .vtg(VTG()))
    #expect(try decode("GPZDA,,,,,,").payload == .zda(ZDA()))
    #expect(try decode("GPGST,,,,,,,,").payload == .gst(GST()))
    #expect(try decode("GPGBS,,,,,,,,").payload == .gbs(GBS()))
    #expect(try decode("GPGGA").payload == .gga(GGA()))
  }

  private func wrongType() { Issue.record("the sentence decoded to another type") }

  private func rmc(_ change: (inout RMC) -> Void) -> RMC {
    var rmc = RMC()
    rmc.status = .void
    change(&rmc)
    return rmc
  }

  @Test func ggaWithAllItsFields() throws {
    guard
      case .gga(let gga) = try decode(
        "GPGGA,113938.50,3842.86006889,S,11705.43645510,W,2,09,1.5,1864.182,M,-44.296,M,1.4,0120"
      ).payload
    else { return wrongType() }
    let (latitude, longitude): (Double, Double) = (-2322.86006889 / 60, -7025.43645510 / 60)
    #expect(gga.latitude == latitude)
    #expect(gga.longitude == longitude)
    #expect(gga.quality == .differential)
    #expect(gga.satellitesUsed == 9)
    #expect(gga.horizontalDilution == 1.5)
    #expect(gga.altitude == 1864.182)
    #expect(gga.geoidSeparation == -44.296)
    #expect(gga.differentialAge == 1.4)
    #expect(gga.differentialStation == 120)
    #expect(gga.minuteDecimals.count == 8)
  }

  @Test func gnsTellsTheModeOfEachSystem() throws {
    guard
      case .gns(let gns) = try decode(
        "GNGNS,213712.000,4111.59903,N,11156.54809,W,ANDR,13,0.93,01482.5,-016.5,,,S"
      ).payload
    else { return wrongType() }
    #expect(gns.modes.count == 4)
    #expect(gns.modes[1] == .invalid)
    #expect(gns.modes.best == .rtkFixed)
    #expect(gns.altitude == 1482.5)
    #expect(gns.geoidSeparation == -16.5)
    #expect(gns.navigationStatus == .safe)
  }

  @Test func gsaWithAndWithoutTheSystem() throws {
    guard
      case .gsa(let short) = try decode("GPGSA,A,3,,21,,,,06,18,,05,,,,02.3,01.3,01.9").payload,
      case .gsa(let long) = try decode("GNGSA,M,2,07,,,,,,,,,,,,1.05,0.64,0.83,3").payload,
      case .gsa(let wide) = try decode(
        "GPGSA,A,3,23,13,07,25,,,,,,,,,,,,,,,,,,,,,09.2,07.2,05.7"
      ).payload
    else { return wrongType() }
    #expect(short.satellites.count == 12)
    #expect(short.satellites[0] == 0 && short.satellites[1] == 21 && short.satellites[8] == 5)
    #expect(short.verticalDilution == 1.9)
    #expect(short.systemID == nil)
    #expect(long.systemID == 3)
    #expect(long.selection == .manual)
    #expect(long.dimension == .two)
    #expect(long.positionDilution == 1.05)
    #expect(wide.satellites.count == 24)
    #expect(wide.satellites[3] == 25)
    #expect(wide.verticalDilution == 5.7)
  }

  @Test func gsvWithAndWithoutTheSignal() throws {
    guard
      case .gsv(let four) = try decode(
        "GPGSV,3,1,11,03,03,111,00,04,15,270,,06,01,010,12,13,06,292,99"
      ).payload,
      case .gsv(let one) = try decode("GAGSV,1,1,01,102,,,40,7").payload,
      case .gsv(let none) = try decode("GPGSV,1,1,00").payload,
      case .gsv(let signalOnly) = try decode("GAGSV,1,1,00,2").payload,
      case .gsv(let padded) = try decode("QZGSV,1,1,01,193,34,332,,,,,,,,,,,,,").payload
    else { return wrongType() }
    #expect(four.satellites.count == 4)
    #expect(four.satellites[0].signalStrength == 0)
    #expect(four.satellites[1].signalStrength == nil)
    #expect(four.satellites[3].azimuth == 292)
    #expect(four.signalID == nil)
    #expect(one.satellites[0] == SatelliteReport(number: 102, signalStrength: 40))
    #expect(one.signalID == 7)
    #expect(none.satellites.count == 0 && none.satellitesInView == 0)
    #expect(signalOnly.signalID == 2 && signalOnly.satellites.count == 0)
    #expect(padded.satellites.count == 1)
  }

  @Test func vtgInItsThreeForms() throws {
    guard case .vtg(let old) = try decode("GPVTG,089.0,075.0,15.2,28.2").payload,
      case .vtg(let middle) = try decode("GPVTG,089.0,T,075.0,M,15.2,N,28.2,K").payload,
      case .vtg(let new) = try decode("GPVTG,089.0,T,075.0,M,15.2,N,28.2,K,E").payload
    else { return wrongType() }
    #expect(old == middle)
    #expect(middle.speedKilometersPerHour == 28.2)
    #expect(new.mode == .estimated)
  }

  @Test func timeAndErrors() throws {
    guard case .zda(let zda) = try decode("GPZDA,005947.00,29,02,2028,+00,00").payload,
      case .gst(let gst) = try decode("GPGST,181141.00,46,1.0,2.0,-40.9,4.7,1.9,5.3").payload,
      case .gbs(let gbs) = try decode("GNGBS,181141.00,4.7,1.9,5.3,87,,-54902.0,57.5,2,1").payload
    else { return wrongType() }
    #expect(zda.date == CalendarDate(year: 2028, month: 2, day: 29))
    #expect(zda.zoneHours == 0)
    #expect(gst.orientation == -40.9)
    #expect(gst.altitudeError == 5.3)
    #expect(gbs.failedSatellite == 87)
    #expect(gbs.bias == -54902)
    #expect(gbs.systemID == 2 && gbs.signalID == 1)
  }

  private static let wrongInstants: [(body: String, field: Int, reason: SentenceError.Reason)] = [
    (body: "GPRMC,250000,A,,,,,,,,,", field: 1, reason: .outOfRange),
    (body: "GPRMC,126000,A,,,,,,,,,", field: 1, reason: .outOfRange),
    (body: "GPRMC,123461,A,,,,,,,,,", field: 1, reason: .outOfRange),
    (body: "GPRMC,1234,A,,,,,,,,,", field: 1, reason: .malformed),
    (body: "GPRMC,|19322|,A,,,,,,,,,", field: 1, reason: .malformed),
    (body: "GPRMC,-12345,A,,,,,,,,,", field: 1, reason: .malformed),
    (body: "GPRMC,123.45,A,,,,,,,,,", field: 1, reason: .malformed),
    (body: "GPRMC,,A,9000.0001,N,,,,,,,", field: 3, reason: .outOfRange),
    (body: "GPRMC,,A,4860.0001,N,,,,,,,", field: 3, reason: .outOfRange),
    (body: "GPRMC,,A,4-07.0,N,,,,,,,", field: 3, reason: .malformed),
    (body: "GPRMC,,A,4807.0,E,,,,,,,", field: 4, reason: .malformed),
    (body: "GPRMC,,A,,,18000.001,E,,,,,", field: 5, reason: .outOfRange),
    (body: "", field: 0, reason: .missing),
  ]

  @Test(arguments: wrongInstants)
  func withoutItsTimeOrPositionASentenceIsBad(
    body: String, field: Int, reason: SentenceError.Reason
  ) {
    #expect(throws: SentenceError(field: field, reason: reason)) { try decode(body) }
    #expect(SentenceError(field: 3, reason: .outOfRange).description == "field 3 out of range")
  }

  private static let wrongFields: [(body: String, field: Int, reason: SentenceError.Reason)] = [
    (body: "GPRMC,123519,B,,,,,,,,,", field: 2, reason: .outOfRange),
    (body: "GPRMC,,A,,,,,-1.0,,,,", field: 7, reason: .outOfRange),
    (body: "GPRMC,,A,,,,,,361,,,", field: 8, reason: .outOfRange),
    (body: "GPGGA,,,,,,x,,,,,,,,", field: 6, reason: .malformed),
    (body: "GPGGA,,,,,,10,,,,,,,,", field: 6, reason: .outOfRange),
    (body: "PGRME,15.0,M,22.5,M,-3.9,M", field: 5, reason: .outOfRange),
    (body: "GPGGA,,,,,,,,,1.2.3,M,,,,", field: 9, reason: .malformed),
    (body: "GPGSV,1,1,0x", field: 3, reason: .malformed),
    (body: "HEHDT,-181,T", field: 1, reason: .outOfRange),
    (body: "GPGSA,A,3,07,x,09,,,,,,,,,,2.5,1.3,2.1", field: 4, reason: .malformed),
    (body: "GPGRS,150119.000,1,-0.33,x,3.03", field: 4, reason: .malformed),
    (
      body: "PUBX,04,073731.00,091202,113851.00,1196,15E,1930035,-2660.664,43", field: 6,
      reason: .malformed
    ),
    (body: "GPTXT,x,01,02,text", field: 1, reason: .malformed),
    (body: "PQTMEPE,2,-1.0,1.1,2.0,1.486,2.491", field: 2, reason: .outOfRange),
    (
      body: "PQTMPVT,1,1,20221225,083737,,3,09,18,91.5,117.2,34.2,5.2", field: 9,
      reason: .outOfRange
    ),
  ]

  @Test(arguments: wrongFields)
  func aWrongFieldCostsThatFieldOnly(
    body: String, field: Int, reason: SentenceError.Reason
  ) throws {
    let (sentence, leftOut) = try decodeWithErrors(body)
    #expect(leftOut == [SentenceError(field: field, reason: reason)])
    // It says the same with the field empty.
    var fields = body.split(separator: ",", omittingEmptySubsequences: false)
    fields[field] = ""
    #expect(try decode(fields.joined(separator: ",")) == sentence)
  }

  private static let angles: [(place: String, latitude: Double, longitude: Double)] = [
    (place: "8960.0000,N,00000.0000,E", latitude: 90, longitude: 0),
    (place: "9000.0000,S,18000.0000,W", latitude: -90, longitude: -180),
    (place: "0000.0001,S,00000.0001,W", latitude: -0.0001 / 60, longitude: -0.0001 / 60),
    (
      place: "4859.9999999,N,17959.9999999,E", latitude: 2939.9999999 / 60,
      longitude: 10799.9999999 / 60
    ),
    (place: "4860.0000,N,17960.00,W", latitude: 49, longitude: -180),
    (place: "0007.038,N,00031.000,E", latitude: 7.038 / 60, longitude: 31.0 / 60),
  ]

  @Test(arguments: angles)
  func anglesKeepEveryDecimal(place: String, latitude: Double, longitude: Double) throws {
    guard case .gll(let gll) = try decode("GPGLL,\(place),,A").payload else {
      return wrongType()
    }
    #expect(abs((gll.latitude ?? 99) - latitude) < 1e-13)
    #expect(abs((gll.longitude ?? 999) - longitude) < 1e-13)
  }

  @Test func anAngleWithoutItsHemisphereIsNone() throws {
    guard case .gll(let gll) = try decode("GPGLL,4807.038,,01131.000,,,A").payload else {
      return wrongType()
    }
    #expect(gll.latitude == nil && gll.longitude == nil)
  }

  @Test func absurdlyManyDecimalsAreDropped() throws {
    let digits = String(repeating: "123456789", count: 5)
    guard
      case .gga(let gga) = try decode(
        "GPGGA,123519.\(digits),4807.\(digits),N,01131.\(digits),E,1,08,0.\(digits),5.\(digits),M,,,,"
      ).payload
    else { return wrongType() }
    #expect(gga.time?.nanosecond == 123_456_789)
    let latitude: Double = 2887.123456789 / 60
    #expect(abs((gga.latitude ?? 0) - latitude) < 1e-9)
    #expect(abs((gga.altitude ?? 0) - 5.123456789) < 1e-9)
    let leftOut = try decodeWithErrors("GPGGA,,,,,,1,,,\(digits),M,,,,").leftOut
    #expect(leftOut.map(\.field) == [9])
  }

  @Test func blanksAroundANumberAndWordsForNoneAreUnderstood() throws {
    guard case .gga(let gga) = try decode("GPGGA,,,,,,1,08, 0.9,nan,M,  ,M,,").payload
    else { return wrongType() }
    #expect(gga.horizontalDilution == 0.9)
    #expect(gga.altitude == nil && gga.geoidSeparation == nil)
  }

  @Test(arguments: ["gprmc,1", "GP RMC,1", "G?RMC", "G"])
  func anAddressIsOfCapitalsAndDigits(body: String) {
    #expect(throws: SentenceError(field: 0, reason: .malformed)) { try decode(body) }
  }

  @Test func anyOtherSentenceIsKeptAsUnknown() throws {
    let xyz = try decode("GPXYZ,1,2")
    #expect(xyz.payload == .unknown)
    #expect(xyz.type.description == "XYZ")
    let own = try decode("PERC,GPdbg,1")
    #expect(own.talker == .proprietary)
    #expect(own.talker.description + own.type.description == "PERC")
    let quectel = try decode("PQGSV,1,1,01,05,34,137,,,,,,,,,,,,,")
    #expect(quectel.talker == .quectelBeidou)
  }

  @Test func aCutSentenceNeitherCrashesNorBecomesAnother() throws {
    let bodies = [
      "GNRMC,123519.25,A,4807.038,N,01131.000,W,022.4,084.4,230394,003.1,W,D,V",
      "GPGGA,113938.50,3842.86006889,S,11705.43645510,W,2,09,1.5,1864.182,M,-44.296,M,1.4,0120",
      "GNGNS,213712.000,4111.59903,N,11156.54809,W,ANDR,13,0.93,01482.5,-016.5,,,S",
      "GNGSA,M,2,07,,,,,,,,,,,,1.05,0.64,0.83,3", "GAGSV,1,1,01,102,,,40,7",
      "GPVTG,089.0,T,075.0,M,15.2,N,28.2,K,E", "GPZDA,005947.00,29,02,2028,+00,00",
      "GPGST,181141.00,46,1.0,2.0,-40.9,4.7,1.9,5.3", "PGRME,15.0,M,22.5,M,27.0,M",
    ]
    for body in bodies {
      let whole = try decode(body)
      for count in 0...body.utf8.count {
        // What is left of it is no other sentence.
        if let cut = try? decode(String(body.prefix(count))) {
          #expect(cut.type == whole.type || count < 6, "\(body.prefix(count))")
        }
        for letter in ["", ",", "-", ".", "9", "Z"] {
          _ = try? decode(String(body.prefix(count)) + letter + String(body.dropFirst(count + 1)))
        }
      }
    }
  }
}
