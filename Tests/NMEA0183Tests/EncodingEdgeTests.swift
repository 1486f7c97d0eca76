import TestTurns
import Testing

@testable import NMEA0183

@Suite(.inTurn) struct EncodingEdgeTests {
  private static let places: [(Double, Double, String)] = [
    (90, 180, "9000.000,N,18000.000,E"),
    (-90, -180, "9000.000,S,18000.000,W"),
    (0, 0, "0000.000,N,00000.000,E"),
    (-0.0, -0.0, "0000.000,N,00000.000,E"),
    (-1e-9, -1e-9, "0000.000,N,00000.000,E"),
    (-8.4e-6, 8.4e-6, "0000.001,S,00000.001,E"),
    (89.999999999, 179.999999999, "9000.000,N,18000.000,E"),
    (-89.999999999, -179.999999999, "9000.000,S,18000.000,W"),
    (89 + 59.99949 / 60, 179 + 59.99949 / 60, "8959.999,N,17959.999,E"),
    (47.99999999, 7.99999999, "4800.000,N,00800.000,E"),
    (-0.99999999, -99.99999999, "0100.000,S,10000.000,W"),
    (0.5, 9.25, "0030.000,N,00915.000,E"),
    (.leastNonzeroMagnitude, -.leastNonzeroMagnitude, "0000.000,N,00000.000,E"),
  ]

  @Test(arguments: places)
  func placesAreRoundedAcrossMinutesAndDegrees(
    latitude: Double, longitude: Double, fields: String
  ) throws {
    var encoder = SentenceEncoder()
    encoder.minuteDecimals = 3...3
    var wpl = WPL()
    (wpl.latitude, wpl.longitude) = (latitude, longitude)
    #expect(try body(.wpl(wpl), by: encoder) == "GPWPL,\(fields),")
  }

  @Test func theLongestSentenceFits() throws {
    var satellite = UBloxSatellite(number: 255, use: .used)
    (satellite.azimuth, satellite.elevation, satellite.signalStrength) = (360, -90, 99)
    var pubx = PUBX03()
    pubx.satellitesTracked = 999
    for _ in 0..<UBloxSatelliteList.capacity { pubx.satellites.append(satellite) }
    let text = try body(.pubx03(pubx), by: .exact)
    #expect(text == "PUBX,03,999" + String(repeating: ",255,U,360,-90,99,", count: 48))
    #expect(text.utf8.count < SentenceBytes.most)
  }

  @Test(arguments: [0...0, 0...1, 0...3, 1...1, 1...2, 2...2, 3...5, 12...12])
  func tenthsOfASatelliteAreWrittenAsOtherNumbers(decimals: ClosedRange<Int>) throws {
    var encoder = SentenceEncoder()
    encoder.maximumLength = nil
    encoder.satelliteDecimals = decimals
    var other = SentenceEncoder()
    other.maximumLength = nil
    for tenths in Array(stride(from: -900, to: 3590, by: 7)) + Array(3590...3600) {
      let value = Double(tenths) / 10
      var gsv = GSV()
      gsv.satellites.append(
        SatelliteReport(
          number: 7, elevation: tenths <= 900 ? value : nil, azimuth: tenths >= 0 ? value : nil,
          signalStrength: (0...990).contains(tenths) ? value : nil))
      let fields = try body(.gsv(gsv), by: encoder).split(
        separator: ",", omittingEmptySubsequences: false)
      for (field, digits) in [(5, 2), (6, 3), (7, 2)] where !fields[field].isEmpty {
        // The same number in a field that has no fast path.
        other.other = NumberFormat(integerDigits: digits, decimals: decimals)
        var mtw = MTW()
        mtw.temperature = value
        var expected = try body(.mtw(mtw), by: other).split(separator: ",")[1]
        // A direction that rounds up to a circle is 0.
        if field == 6, tenths < 3600, Double(expected) == 360 {
          mtw.temperature = 0
          expected = try body(.mtw(mtw), by: other).split(separator: ",")[1]
        }
        #expect(fields[field] == expected, "\(value) with \(decimals) decimals")
      }
    }
  }

  @Test(arguments: 0...12)
  func sixtyMinutesAreNeverPrinted(decimals: Int) throws {
    var encoder = SentenceEncoder()
    encoder.minuteDecimals = decimals...decimals
    var place = 12.0
    // Every value on the last stretch before a whole degree, ever closer.
    for _ in 0..<60 {
      place += (13 - place) / 2
      var wpl = WPL()
      (wpl.latitude, wpl.longitude) = (-place, place)
      let fields = try body(.wpl(wpl), by: encoder).split(separator: ",")
      #expect(!fields[1].hasPrefix("1260"))
      #expect(!fields[3].hasPrefix("01260"))
    }
  }

  private static let numbers: [(Double, String)] = [
    (0.0, "0.0"), (-0.0, "0.0"), (-0.04, "0.0"), (-0.06, "-0.1"), (0.05, "0.1"), (0.25, "0.3"),
    (-0.25, "-0.3"), (9.96, "10.0"), (-9.96, "-10.0"), (999.949, "999.9"), (1e-300, "0.0"),
  ]

  @Test(arguments: numbers)
  func numbersAreRoundedHalfAwayFromZero(altitude: Double, field: String) throws {
    var gns = GNS()
    gns.altitude = altitude
    #expect(try body(.gns(gns)) == "GPGNS,,,,,,,,,\(field),,,,")
  }

  @Test func aRoundedNumberEndsInNoZeroThatItDoesNotNeed() throws {
    var gga = GGA()
    (gga.quality, gga.differentialAge) = (.differential, 908.35021)
    let written = try body(.gga(gga), by: SentenceEncoder())
    #expect(written.hasSuffix(",908.35,"))
    // Read back and written again it is the same.
    guard case .gga(let again) = try decode(written).payload else {
      Issue.record("no GGA: \(written)")
      return
    }
    #expect(try body(.gga(again), by: SentenceEncoder()) == written)
  }

  @Test func exactNumbersHaveAsManyDecimalsAsTheyNeed() throws {
    var dbt = DBT()
    (dbt.feet, dbt.meters, dbt.fathoms) = (0.1 + 0.2, 100, 2.4)
    #expect(try body(.dbt(dbt), by: .exact) == "GPDBT,0.3,f,100,M,2.4,F")
  }

  @Test func aCourseThatRoundsUpToNorthIsZero() throws {
    var vtg = VTG()
    (vtg.course, vtg.magneticCourse) = (359.96, 360)
    #expect(try body(.vtg(vtg)) == "GPVTG,0.0,T,360.0,M,,N,,K,")
    var gsv = GSV()
    gsv.satellites.append(SatelliteReport(number: 3, azimuth: 359.6))
    #expect(try body(.gsv(gsv)) == "GPGSV,,,,03,,000,")
  }

  private static let times: [(Int, Int, Int, Int, String)] = [
    (0, 0, 0, 0, "000000.00"), (23, 59, 59, 994_999_999, "235959.99"),
    (23, 59, 59, 999_999_999, "235959.99"), (12, 59, 59, 999_999_999, "130000.00"),
    (23, 59, 60, 0, "235960.00"), (23, 59, 60, 999_999_999, "235960.99"),
    (12, 34, 60, 500_000_000, "123500.50"),
  ]

  @Test(arguments: times)
  func timesAreRoundedButNeverIntoTheNextDay(
    hour: Int, minute: Int, second: Int, nanosecond: Int, field: String
  ) throws {
    var zda = ZDA()
    zda.time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    #expect(try body(.zda(zda)) == "GPZDA,\(field),,,,,")
  }

  @Test func aTimeKeepsTheDecimalsItWasStatedWith() throws {
    var encoder = SentenceEncoder()
    encoder.timeDecimals = 0...3
    for text in ["123519", "123519.0", "123519.250", "123519.25"] {
      #expect(try bare(encode(decode("GPZDA,\(text),,,,,"), by: encoder)) == "GPZDA,\(text),,,,,")
    }
    var zda = ZDA()
    zda.time = TimeOfDay(hour: 1, minute: 2, second: 3, nanosecond: 250_000_000)
    #expect(try body(.zda(zda), by: encoder) == "GPZDA,010203.25,,,,,")
  }

  private static let unfit: [(Sentence.Payload, Int)] = [
    (.gga(with(GGA()) { $0.latitude = 90.0000001 }), 2),
    (.gga(with(GGA()) { $0.longitude = -180.0000001 }), 4),
    (.gga(with(GGA()) { $0.latitude = .nan }), 2),
    (.gga(with(GGA()) { $0.altitude = .infinity }), 9),
    (.gga(with(GGA()) { $0.satellitesUsed = -1 }), 7),
    (.rmc(with(RMC()) { $0.speed = -1 }), 7),
    (.rmc(with(RMC()) { $0.course = 360.1 }), 8),
    (.rmc(with(RMC()) { $0.magneticVariation = 181 }), 10),
    (.zda(with(ZDA()) { $0.year = 10_000 }), 4),
    (.wpl(with(WPL()) { $0.name = ShortName("A€") }), 5),
    (.txt(with(TXT()) { $0.text = ShortText("50 €") }), 4),
    (.rte(with(RTE()) { $0.waypoints = ShortText("A,50*") }), 5),
    (.gbs(with(GBS()) { $0.missProbability = 1.5 }), 6),
  ]

  private static func with<T>(_ value: T, _ change: (inout T) -> Void) -> T {
    var value = value
    change(&value)
    return value
  }

  @Test(arguments: unfit)
  func aValueThatCouldNotBeReadBackIsNotWritten(payload: Sentence.Payload, field: Int) throws {
    let sentence = try #require(Sentence(talker: .gps, payload: payload))
    var bytes: [UInt8] = [1, 2, 3]
    #expect(throws: SentenceEncodingError(type: sentence.type, reason: .outOfRange(field: field))) {
      try SentenceEncoder().encode(sentence, into: &bytes)
    }
    #expect(bytes == [1, 2, 3])
  }

  @Test func aSentenceMustBeConsistent() {
    func reason(_ sentence: Sentence?) -> SentenceEncodingError.Reason? {
      guard let sentence else { return nil }
      do throws(SentenceEncodingError) { _ = try encode(sentence) } catch { return error.reason }
      return nil
    }
    let type = SentenceType(rawValue: 0x47_4741)
    #expect(reason(Sentence(talker: .gps, type: type, payload: .rmc(RMC()))) == .typeMismatch)
    #expect(reason(Sentence(talker: .gps, type: type, payload: .unknown)) == .unknownPayload)
    #expect(reason(Sentence(talker: .gps, type: type, payload: .gga(GGA()))) == nil)
    for talker in [0x5000, 0x5051, 0x242A, 0x4700] {
      let sentence = Sentence(
        talker: Talker(rawValue: UInt16(talker)), type: type, payload: .gga(GGA()))
      #expect(reason(sentence) == .invalidTalker)
    }
    #expect(reason(Sentence(talker: .quectelBeidou, payload: .gsv(GSV()))) == nil)
    #expect(reason(Sentence(talker: .gps, payload: .pashr(PASHR()))) == .missing(field: 1))
  }

  @Test func theErrorSaysHowLongTheSentenceIs() throws {
    var rmc = RMC()
    (rmc.latitude, rmc.longitude) = (48, 11)
    var encoder = SentenceEncoder()
    let whole = try encode(#require(Sentence(talker: .gps, payload: .rmc(rmc))), by: encoder).utf8
    encoder.maximumLength = whole.count
    #expect(try body(.rmc(rmc), by: encoder).isEmpty == false)
    encoder.maximumLength = whole.count - 1
    let error = #expect(throws: SentenceEncodingError.self) { try body(.rmc(rmc), by: encoder) }
    #expect(error?.reason == .tooLong(length: whole.count, limit: whole.count - 1))
    #expect(
      error?.description == "RMC: \(whole.count) characters, \(whole.count - 1) allowed: "
        + "write fewer decimals or allow a greater maximumLength")
  }
}
