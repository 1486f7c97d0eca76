import LocationCore
import NMEA0183
import NMEALocation
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct NMEALocationDecoderTests {
  private let source = FixSource(kind: .replayed, name: "test")

  @Test(arguments: [("4095", 4095), ("4096", nil), ("9999", nil)])
  func aStationOutsideOfItsRangeIsNotReported(_ stated: String, station: Int?) throws {
    let updates = decode([
      "GPGGA,123519.50,4807.038,N,01131.000,E,2,08,0.9,545.4,M,46.9,M,1.4,\(stated)"
    ])
    guard case .fix(let fix)? = updates.last else {
      Issue.record("\(updates)")
      return
    }
    #expect(fix.differentialStation == station)
  }

  @Test(arguments: [
    "GPGGA,123519.50,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,0.0,0000",
    "GNGNS,123519.50,4807.038,N,01131.000,E,AA,08,0.9,545.4,46.9,0.0,0000",
  ])
  func aFixWithoutCorrectionsHasNoStation(_ body: String) throws {
    let fix = try #require(decode([body]).compactMap(\.fix).first)
    #expect(fix.status == .autonomous)
    #expect(fix.differentialStation == nil && fix.differentialAge == nil)
  }

  private func skies(_ bodies: [String]) -> [SkyView] {
    decode(bodies).compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
  }

  @Test func groupsWithoutSatellitesOfOneTalkerAreOfOneSky() throws {
    // A receiver for two signals that sees no satellite of GPS, and one of Galileo.
    let cycle = { (second: Int) in
      [
        "GNRMC,12351\(second),A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A", "GPGSV,1,1,00",
        "GPGSV,1,1,00", "GAGSV,1,1,01,0\(second),45,090,40",
      ]
    }
    let seen = skies((1...4).flatMap(cycle))
    #expect(seen.map { $0.satellites.map(\.id) } == [[1], [2], [3], [4]])
    let seconds: [Double?] = [1_740_832_511, 1_740_832_512, 1_740_832_513, 1_740_832_514]
    #expect(seen.map(\.timestamp?.timeIntervalSince1970) == seconds)
  }

  @Test func noneInViewIsANumberAndNothingIsNoSky() throws {
    let rmc = "GPRMC,123519,A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A"
    let none = try #require(skies([rmc, "GPGSV,1,1,00", "GPGSV,1,1,00"]).first)
    #expect(none.satellites.isEmpty && none.satellitesInView == 0)
    #expect(skies([rmc, "GPGSA,A,1,,,,,,,,,,,,,,,"]).isEmpty)
    #expect(skies([rmc, "GPGSA,A,3,04,05,,,,,,,,,,,2.5,1.3,2.1"]).map(\.satellitesInView) == [nil])
  }

  @Test func anEpochBecomesItsSkyAndThenItsFix() throws {
    let updates = decode([
      "GPRMC,123519.50,A,4807.038,N,01131.000,E,10.0,360.0,010325,3.1,W,D,V",
      "GPGGA,123519.50,4807.038,N,01131.000,E,2,08,0.9,545.4,M,46.9,M,1.4,0120",
      "GPGST,123519.50,,,,,3.0,4.0,5.0", "GPGSA,A,3,04,05,,,,,,,,,,,2.5,1.3,2.1",
      "GPGSV,1,1,03,04,40,083,46,05,17,360,,46,,,",
    ])
    guard updates.count == 2, case .sky(let sky) = updates[0], case .fix(let fix) = updates[1]
    else {
      Issue.record("\(updates)")
      return
    }
    let munich = try Coordinate(latitude: 48.1173, longitude: 11 + 31.0 / 60)
    #expect(fix.coordinate == munich)
    #expect(fix.timestamp == Date(timeIntervalSince1970: 1_740_832_519.5))
    #expect(fix.receivedAt == nil)
    #expect(fix.altitude == 545.4)
    #expect(fix.geoidSeparation == 46.9)
    #expect(fix.ellipsoidalAltitude == 545.4 + 46.9)
    #expect(fix.speed == 10 * 1852.0 / 3600)
    #expect(fix.course == 0)
    #expect(fix.magneticVariation == -3.1)
    #expect(fix.mode == .threeD)
    #expect(fix.status == .differential)
    #expect(fix.satellitesUsed == 8)
    #expect(fix.differentialAge == 1.4)
    #expect(fix.differentialStation == 120)
    #expect(fix.dilution.position == 2.5)
    #expect(fix.dilution.horizontal == 0.9)
    #expect(fix.errors.latitude == 3)
    #expect(fix.errors.longitude == 4)
    #expect(fix.errors.vertical == 5)
    #expect(fix.horizontalAccuracy == 5)
    #expect(fix.source == source)

    #expect(sky.timestamp == fix.timestamp)
    #expect(sky.satellites.map(\.prn) == [4, 5, 46])
    #expect(sky.satellites.map(\.isUsed) == [true, true, false])
    #expect(sky.satellites.map(\.constellation) == [.gps, .gps, .sbas])
    #expect(sky.satellites.map(\.signalStrength) == [46, nil, nil])
    #expect(sky.satellites.map(\.azimuth) == [83, 0, nil])
  }

  @Test func satellitesAndSignalsHaveTheNumbersOfGPSD() {
    let updates = decode([
      "GPGSV,1,1,03,04,77,083,46,124,30,180,35,152,20,090,30,8",
      "GAGSV,1,1,01,07,45,090,40,7", "GPRMC,123519,A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A",
    ])
    guard case .sky(let sky)? = updates.first else {
      Issue.record("\(updates)")
      return
    }
    #expect(sky.satellites.map(\.prn) == [4, 124, 152, 307])
    #expect(sky.satellites.map(\.id) == [4, 124, 152, 7])
    // L5 Q; SBAS has no such signal; E1.
    #expect(sky.satellites.map(\.signal) == [7, nil, nil, 0])
  }

  @Test(arguments: [
    ("PGRMM,NAD27 CONUS", "NAD27 CONUS"), ("GPDTM,TOK,,0.0,N,0.0,E,0.0,W84", "TOK"),
  ])
  func aPositionInAnotherDatumIsNoFix(datum: String, name: String) {
    let updates = decode([
      datum, "GPRMC,123519,A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A",
    ])
    #expect(
      updates == [
        .fixLost(
          FixLoss(
            reason: .otherDatum(name),
            timestamp: Date(timeIntervalSince1970: 1_740_832_519), source: source))
      ])
  }

  /// A live source hands an instant on early, and a sentence that follows is an update of it.
  @Test func anotherDatumIsToldOnceForEachInstant() {
    var decoder = NMEALocationDecoder(source: FixSource(kind: .live, name: "test"))
    var updates: [LocationUpdate] = []
    func decode(_ body: String) {
      decoder.decode(sealed(body)) { update, _ in updates.append(update) }
    }
    decode("GPDTM,TOK,,0.0,N,0.0,E,0.0,W84")
    for second in 10..<20 {
      decode("GPRMC,1235\(second),A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A")
      decode("GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    }
    // The last instant was told with its GGA.
    #expect(updates.count == 10)
    decode("GPGST,123519,,,,,3.0,4.0,5.0")
    decoder.finish { update, _ in updates.append(update) }
    let seconds = updates.map { update -> Double? in
      if case .fixLost(let loss) = update { loss.timestamp?.timeIntervalSince1970 } else { nil }
    }
    #expect(seconds == (10..<20).map { 1_740_832_500 + Double($0) })
  }

  @Test func aHeadingOf360IsNorth() throws {
    let updates = decode([
      "GPRMC,123519,A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A", "GPHDT,360.0,T",
    ])
    guard case .fix(let fix)? = updates.first else {
      Issue.record("\(updates)")
      return
    }
    #expect(fix.heading == 0)
  }

  /// The sum has only the decimals of GGA.
  @Test func aStatedEllipsoidalAltitudeIsBetterThanASum() throws {
    let gga = "GPGGA,123519.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
    let stated =
      "PUBX,00,123519.00,4807.03800,N,01131.00000,E,592.345,G3,2.1,2.0,0.0,77.3,0.0,,0.9,1.1,0.8,8,0,0"
    let heights = [[gga], [gga, stated], [stated, gga]].map { bodies in
      decode(bodies).map { update -> Double? in
        if case .fix(let fix) = update { fix.ellipsoidalAltitude } else { nil }
      }
    }
    #expect(heights == [[545.4 + 46.9], [592.345], [592.345]])
  }

  @Test(arguments: ["PGRMM,WGS 84", "GPDTM,W84,,0.0,N,0.0,E,0.0,W84", "PGRMM,NAD83"])
  func aPositionInWGS84IsAFix(datum: String) {
    let rmc = "GPRMC,123519,A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A"
    #expect(decode([datum, rmc]) == decode([rmc]))
  }

  @Test(arguments: [FixSource.Kind.replayed, .live])
  func aGatewaysTimeIsTheTimeOfReceiptOnlyInARecording(kind: FixSource.Kind) {
    var decoder = NMEALocationDecoder(source: FixSource(kind: kind, name: "test"))
    var receipts: [Date?] = []
    func see(_ update: LocationUpdate, _: NavigationEpoch) {
      if case .fix(let fix) = update { receipts.append(fix.receivedAt) }
    }
    let rmc = sealed("GPRMC,123519,A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A")
    decoder.decode(Array("\\c:1740832525*50\\".utf8) + rmc, see)
    decoder.finish(see)
    #expect(receipts == [kind == .live ? nil : Date(timeIntervalSince1970: 1_740_832_525)])
  }

  @Test func theFixHasTheErrorsOfSpeedAndCourse() {
    let updates = decode([
      "GPRMC,123519,A,4807.038,N,01131.000,E,10.0,84.4,010325,,,A",
      "PSRFEPE,123519,A,1.2,5.77,12.97,1.3,18.0",
    ])
    guard case .fix(let fix) = updates.first else {
      Issue.record("\(updates)")
      return
    }
    #expect(fix.errors.speed == 1.3)
    #expect(fix.errors.course == 18)
    #expect(fix.errors.horizontal == 5.77)
    #expect(fix.errors.vertical == 12.97)
  }

  @Test func anEpochWithoutAFixIsALoss() {
    let updates = decode([
      "GPRMC,123519,V,4807.038,N,01131.000,E,10.0,84.4,010325,,,N",
      "GPGGA,123519,4807.038,N,01131.000,E,0,00,99.99,545.4,M,46.9,M,,",
    ])
    #expect(
      updates == [
        .fixLost(
          FixLoss(
            reason: .noFix, timestamp: Date(timeIntervalSince1970: 1_740_832_519), source: source))
      ])
  }

  @Test func anEpochWithoutAnyFixStateIsNeitherAFixNorALoss() {
    #expect(decode(["GPZDA,123519.00,01,03,2025,00,00"]).isEmpty)
  }

  @Test(arguments: zip(0...9, [nil, 1, 2, 9, 3, 4, 5, 7, 8, 2] as [Int?]))
  func everyQualityHasItsStatus(quality: Int, status: Int?) {
    let updates = decode(["GPGGA,123519,4807.038,N,01131.000,E,\(quality),08,0.9,545.4,M,,M,,"])
    guard case .fix(let fix)? = updates.first else { return #expect(status == nil) }
    #expect(fix.status?.rawValue == status)
    #expect(fix.isSimulated == (quality == 8))
    #expect(fix.timestamp == nil)
    #expect(fix.timeOfDay == 45_319)
    #expect(fix.ellipsoidalAltitude == nil)
  }

  @Test(arguments: zip(["A", "D", "E", "F", "M", "P", "R", "S"], [1, 2, 5, 4, 7, 9, 3, 8]))
  func everyModeLetterHasItsStatus(letter: String, status: Int) {
    let updates = decode(["GPRMC,123519,A,4807.038,N,01131.000,E,,,010325,,,\(letter)"])
    guard case .fix(let fix)? = updates.first else {
      Issue.record("no fix")
      return
    }
    #expect(fix.status?.rawValue == status)
    #expect(fix.mode == .twoD)
    #expect(fix.speed == nil && fix.course == nil && fix.altitude == nil)
  }

  @Test func theTimeOfDayIsKnownWithoutADate() {
    var decoder = NMEALocationDecoder(source: source)
    var times: [Int?] = []
    for second in ["19", "20"] {
      let body = "GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,545.4,M,,M,,"
      decoder.decode(sealed(body)) { _, epoch in times.append(epoch.time?.second) }
    }
    decoder.finish { _, epoch in times.append(epoch.time?.second) }
    #expect(times == [19, 20])
  }

  @Test func aLiveSourceThatFallsSilentLosesNothing() {
    var decoder = NMEALocationDecoder(source: FixSource(kind: .live, name: "test"))
    var count = 0
    decoder.decode(sealed("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,5.4,M,,M,,")) { _, _ in
      count += 1
    }
    #expect(count == 0)
    decoder.flush { _, _ in count += 1 }
    decoder.flush { _, _ in count += 1 }
    #expect(count == 1)
  }

  @Test(arguments: [FixSource.Kind.replayed, .live])
  func manyEpochsOfOneChunkAreThoseOfManyChunks(kind: FixSource.Kind) {
    // Each epoch has other satellites.
    let sentences = (0..<100).flatMap { second -> [[UInt8]] in
      let time = "12\(10 + second / 60)\(10 + second % 50).00"
      let satellites = (1...second % 4 + 1).map { "0\($0),17,0\(10 + second % 80),31" }
      return [
        "GPRMC,\(time),A,4807.0\(10 + second % 90),N,01131.000,E,10.0,84.4,010325,3.1,W,A,V",
        "GPGGA,\(time),4807.0\(10 + second % 90),N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPGSA,A,3,0\(second % 4 + 1),,,,,,,,,,,,2.5,1.3,2.1",
        "GPGSV,1,1,0\(satellites.count),\(satellites.joined(separator: ","))",
      ].map(sealed)
    }
    func updates(_ chunks: [[UInt8]]) -> [LocationUpdate] {
      var decoder = NMEALocationDecoder(source: FixSource(kind: kind, name: "test"))
      var updates: [LocationUpdate] = []
      for chunk in chunks { decoder.decode(chunk) { update, _ in updates.append(update) } }
      decoder.finish { update, _ in updates.append(update) }
      return updates
    }
    let apart = updates(sentences)
    #expect(updates([Array(sentences.joined())]) == apart)
    #expect(apart.count >= 180)
  }

  @Test func everythingIsCounted() {
    var decoder = NMEALocationDecoder(source: source)
    let good = sealed("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,5.4,M,,M,,")
    let bytes =
      good + sealed("GPGGA,123520,,,,,0,,,,,,,,") + Array("$GPGGA,123521,4807\r\n".utf8)
      + Array("$GPVTG,1*00\r\n$GPVTG,\u{1}\r\n$GPTXT,no checksum\r\n$GPTXT,none\r\n".utf8)
      + sealed("GPRMC,250000,A,,,,,,,,,")
    decoder.decode(bytes) { _, _ in }
    decoder.finish { _, _ in }
    let counters = decoder.counters
    #expect(counters.bytes == bytes.count)
    #expect(counters.sentences == 4)
    #expect(counters.kinds.map { "\($0.talker)\($0.type) \($0.count)" } == ["GPGGA 2", "GPTXT 2"])
    #expect(
      counters.bad == [.checksumMissing: 1, .checksumWrong: 1, .unprintable: 1, .field: 1])
    #expect(counters.badSentences == 4)
    #expect(counters.epochs == 2)
    #expect(counters.fixes == 1)
  }

  @Test func aWrongFieldIsCountedAndItsSentenceIsKept() {
    var decoder = NMEALocationDecoder(source: source)
    var fixes: [Fix] = []
    let rmcs = ["9.4,-13.0", "-1.0,213.6", "9.4,999", "9.4,347.0"].enumerated().map {
      sealed("GPRMC,09150\($0).00,A,4807.1006,N,01131.2006,E,\($1),080526,,")
    }
    func see(_ update: LocationUpdate, _: NavigationEpoch) {
      if case .fix(let fix) = update { fixes.append(fix) }
    }
    decoder.decode(Array(rmcs.joined()), see)
    decoder.finish(see)
    #expect(fixes.map(\.course) == [347, 213.6, nil, 347])
    #expect(fixes.map { $0.speed != nil } == [true, false, true, true])
    #expect(decoder.counters.fieldsLeftOut == 2)
    #expect(decoder.counters.badSentences == 0)
  }

  /// Weak links cut sentences, and their checksums are wrong. A splice of two sentences has none.
  @Test func whereChecksumsAreWrongASentenceWithoutOneHasLostItsEnd() {
    func gga(_ second: Int, _ end: String) -> String {
      "$GPGGA,1500\(second),4807.1849,N,01131.9746,E,2,09,0.97,1780.7,M,\(end)\r\n"
    }
    var decoder = NMEALocationDecoder(source: source)
    let lines =
      gga(10, "-33.7,M,,*00") + gga(11, "-2,,,,1.25,0.97,000.9") + gga(12, "-5")
      // Other sentences of the line have no checksum.
      + "$HEHDT,84.5,T\r\n$HEHDT,84.6,T\r\n"
    decoder.decode(Array(lines.utf8)) { _, _ in Issue.record("an update") }
    #expect(decoder.counters.bad == [.checksumWrong: 1, .checksumMissing: 2])
    #expect(decoder.counters.sentences == 2)
    // A noisy line without checksums.
    var noisy = NMEALocationDecoder(source: source)
    var fixes = 0
    let text = gga(10, "47.0,M,,") + gga(11, "47.0,M,,*00") + gga(12, "47.0,M,,")
    noisy.decode(Array(text.utf8)) { _, _ in fixes += 1 }
    noisy.finish { _, _ in fixes += 1 }
    #expect(fixes == 2)
  }

  @Test func aReceiverWithoutChecksumsIsRead() {
    var decoder = NMEALocationDecoder(source: source)
    var count = 0
    for second in 10..<15 {
      let text = "$GPGGA,1235\(second),4807.038,N,01131.000,E,1,08,0.9,5.4,M,,M,,\r\n"
      decoder.decode(Array(text.utf8)) { _, _ in count += 1 }
    }
    decoder.finish { _, _ in count += 1 }
    #expect(count == 5)
  }

  private func decode(_ bodies: [String]) -> [LocationUpdate] {
    var decoder = NMEALocationDecoder(source: source)
    var updates: [LocationUpdate] = []
    for body in bodies { decoder.decode(sealed(body)) { update, _ in updates.append(update) } }
    decoder.finish { update, _ in updates.append(update) }
    return updates
  }

  private func sealed(_ body: String) -> [UInt8] { Array(sentence(body).utf8) }
}
