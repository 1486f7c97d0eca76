import NMEA0183
import TestTurns
import Testing

@Suite(.inTurn) struct EncodingEpochTests {
  private func lines(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite] = [],
    by encoder: EpochEncoder = EpochEncoder()
  ) throws -> [String] {
    var bytes: [UInt8] = []
    try encoder.encode(epoch, satellites: satellites, into: &bytes)
    return frames([bytes]).map {
      #expect($0.fault == nil)
      return String($0.text.dropFirst().dropLast(3))
    }
  }

  private var fix: NavigationEpoch {
    var epoch = NavigationEpoch()
    epoch.time = TimeOfDay(hour: 12, minute: 35, second: 19)
    epoch.date = CalendarDate(year: 2025, month: 3, day: 1)
    epoch.hasFix = true
    (epoch.latitude, epoch.longitude) = (48.1173, -11.5)
    (epoch.altitude, epoch.geoidSeparation) = (545.4, 46.9)
    (epoch.speed, epoch.course) = (22.4, 84.4)
    epoch.quality = .differential
    epoch.mode = .differential
    epoch.dimension = .three
    epoch.satellitesUsed = 5
    (epoch.positionDilution, epoch.horizontalDilution, epoch.verticalDilution) = (1.5, 0.9, 1.2)
    return epoch
  }

  private func satellite(
    _ system: SatelliteSystem, _ id: Int, used: Bool? = false, signal: UInt8? = nil,
    elevation: Double? = 45, azimuth: Double? = 90, strength: Double? = 40
  ) -> EpochSatellite {
    let identity = SatelliteIdentity(system: system, id: id)
    var satellite = EpochSatellite(number: identity.prn, identity: identity)
    satellite.isUsed = used
    satellite.signalID = signal
    satellite.elevation = elevation
    satellite.azimuth = azimuth
    satellite.signalStrength = strength
    return satellite
  }

  private var manySystems: [EpochSatellite] {
    [
      satellite(.gps, 3, used: true, signal: 1), satellite(.galileo, 5, used: true, signal: 7),
      satellite(.gps, 3, used: true, signal: 6, strength: nil),
      satellite(.glonass, 24, used: true, signal: 1), satellite(.gps, 22, signal: 1),
      satellite(.sbas, 133, signal: 1), satellite(.beidou, 30, used: true, signal: 1),
      satellite(.qzss, 2, used: true, signal: 1), satellite(.gps, 1, signal: 1),
      satellite(.gps, 32, used: true, signal: 1, elevation: nil, azimuth: nil),
    ]
  }

  @Test func severalSystemsAreWrittenAsInNMEA411() throws {
    var epoch = fix
    (epoch.latitudeError, epoch.longitudeError, epoch.altitudeError) = (1.1, 0.8, 2.5)
    #expect(
      try lines(epoch, manySystems) == [
        "GNGGA,123519.00,4807.03800,N,01130.00000,W,2,05,0.90,545.4,M,46.9,M,,",
        "GNGSA,A,3,03,32,,,,,,,,,,,1.50,0.90,1.20,1",
        "GNGSA,A,3,88,,,,,,,,,,,,1.50,0.90,1.20,2",
        "GNGSA,A,3,05,,,,,,,,,,,,1.50,0.90,1.20,3",
        "GNGSA,A,3,30,,,,,,,,,,,,1.50,0.90,1.20,4",
        "GNGSA,A,3,02,,,,,,,,,,,,1.50,0.90,1.20,5",
        "GPGSV,2,1,05,03,45,090,40,22,45,090,40,46,45,090,40,01,45,090,40,1",
        "GPGSV,2,2,05,32,,,40,1",
        "GPGSV,1,1,01,03,45,090,,6",
        "GLGSV,1,1,01,88,45,090,40,1",
        "GAGSV,1,1,01,05,45,090,40,7",
        "GBGSV,1,1,01,30,45,090,40,1",
        "GQGSV,1,1,01,02,45,090,40,1",
        "GNGST,123519.00,,,,,1.10,0.80,2.50",
        "GNRMC,123519.00,A,4807.03800,N,01130.00000,W,22.40,84.4,010325,,,D,V",
        "GNVTG,84.4,T,,M,22.40,N,41.48,K,D",
        "GNZDA,123519.00,01,03,2025,,",
      ])
  }

  @Test func withoutSystemIDsTheNumbersShowTheSystems() throws {
    var encoder = EpochEncoder()
    encoder.encoder.version = .v30
    encoder.contents = [.gsa, .gsv]
    #expect(
      try lines(fix, manySystems, by: encoder) == [
        "GNGSA,A,3,03,32,,,,,,,,,,,1.50,0.90,1.20",
        "GNGSA,A,3,88,,,,,,,,,,,,1.50,0.90,1.20",
        "GNGSA,A,3,305,,,,,,,,,,,,1.50,0.90,1.20",
        "GNGSA,A,3,430,,,,,,,,,,,,1.50,0.90,1.20",
        "GNGSA,A,3,194,,,,,,,,,,,,1.50,0.90,1.20",
        "GPGSV,2,1,05,03,45,090,40,22,45,090,40,46,45,090,40,01,45,090,40",
        "GPGSV,2,2,05,32,,,40",
        "GLGSV,1,1,01,88,45,090,40",
        "GAGSV,1,1,01,305,45,090,40",
        "GBGSV,1,1,01,430,45,090,40",
        "GQGSV,1,1,01,194,45,090,40",
      ])
  }

  @Test func oneSystemHasItsOwnTalker() throws {
    var epoch = NavigationEpoch()
    epoch.hasFix = true
    (epoch.latitude, epoch.longitude) = (1, 2)
    let satellites = [
      satellite(.glonass, 1, used: true), satellite(.gps, 1, used: false),
    ]
    var encoder = EpochEncoder()
    encoder.contents = [.rmc, .gga, .gsa]
    #expect(
      try lines(epoch, satellites, by: encoder) == [
        "GLGGA,,0100.00000,N,00200.00000,E,1,,,,,,,,",
        "GLGSA,A,,65,,,,,,,,,,,,,,,2",
        "GLRMC,,A,0100.00000,N,00200.00000,E,,,,,,,V",
      ])
    encoder.talker = .combined
    #expect(try lines(epoch, satellites, by: encoder).allSatisfy { $0.hasPrefix("GN") })
    encoder.talker = nil
    epoch.talker = .galileo
    #expect(try lines(epoch, by: encoder).allSatisfy { $0.hasPrefix("GA") })
    epoch.talker = .proprietary
    #expect(try lines(epoch, by: encoder).allSatisfy { $0.hasPrefix("GP") })
  }

  @Test func withoutAFixThereIsNoPlace() throws {
    var epoch = NavigationEpoch()
    #expect(
      try lines(epoch) == ["GPGGA,,,,,,,,,,,,,,", "GPRMC,,,,,,,,,,,,,V"])
    epoch.time = TimeOfDay(hour: 1, minute: 2, second: 3)
    epoch.hasFix = false
    (epoch.mode, epoch.quality, epoch.dimension) = (.simulator, .simulator, .three)
    epoch.satellitesInView = 0
    #expect(
      try lines(epoch) == [
        "GPGGA,010203.00,,,,,0,,,,,,,,", "GPGSA,A,1,,,,,,,,,,,,,,,", "GPGSV,1,1,00",
        "GPRMC,010203.00,V,,,,,,,,,,N,V",
      ])
  }

  @Test func aYearThatTwoDigitsCanNotStateIsInZDAOnly() throws {
    var epoch = fix
    epoch.date = CalendarDate(year: 2085, month: 3, day: 1)
    let lines = try lines(epoch)
    #expect(lines.contains { $0.contains("RMC,") && $0.hasSuffix(",84.4,,,,D,V") })
    #expect(lines.last == "GPZDA,123519.00,01,03,2085,,")
  }

  @Test func allSatellitesComeBack() throws {
    let systems: [(SatelliteSystem, ClosedRange<Int>)] = [
      (.gps, 1...32), (.sbas, 120...158), (.glonass, 1...32), (.galileo, 1...36),
      (.beidou, 1...63), (.qzss, 1...10), (.navic, 1...15),
    ]
    let satellites = systems.flatMap { system, ids in
      ids.flatMap { id in
        [UInt8(1), 7].map { satellite(system, id, used: id % 2 == 0, signal: $0) }
      }
    }
    var bytes: [UInt8] = []
    try EpochEncoder().encode(fix, satellites: satellites, into: &bytes)
    let (epoch, seen) = try #require(try assemble(bytes))
    #expect(epoch.satellitesInView == satellites.count)
    func key(_ satellite: EpochSatellite) -> [Int] {
      [
        satellite.identity?.prn ?? -1, Int(satellite.signalID ?? 0),
        satellite.isUsed == true ? 1 : 0,
      ]
    }
    #expect(Set(seen.map(key)) == Set(satellites.map(key)))
    #expect(seen.count == satellites.count)
  }

  @Test func anEpochThatCanNotBeWrittenLeavesTheBufferUnchanged() {
    var epoch = fix
    epoch.geoidSeparation = -.infinity
    var bytes: [UInt8] = [1]
    #expect(throws: SentenceEncodingError.self) {
      try EpochEncoder().encode(epoch, into: &bytes)
    }
    #expect(bytes == [1])
  }

  // MARK: Epochs of real receivers

  @Test(
    .enabled(if: !EncodingLog.all.isEmpty, "the shared conformance logs are not here"),
    arguments: EncodingLog.all)
  func epochsOfReceiversComeBack(log: EncodingLog) throws {
    var assembler = EpochAssembler()
    var epochs: [(NavigationEpoch, [EpochSatellite])] = []
    for case .success(let sentence) in decodeAll(try log.bytes) {
      assembler.add(sentence) { epochs.append(($0, $1)) }
    }
    assembler.finish { epochs.append(($0, $1)) }
    for (epoch, satellites) in epochs {
      var bytes: [UInt8] = []
      try EpochEncoder(.exact).encode(epoch, satellites: satellites, into: &bytes)
      let (again, sky) = try #require(try assemble(bytes))
      let differences = Self.differences(epoch, again)
      #expect(differences.isEmpty, "\(epoch.time?.description ?? "-"): \(differences)")
      let known = Set(satellites.compactMap(\.identity))
      #expect(Set(sky.compactMap(\.identity)) == known)
      let used = Set(satellites.filter { $0.isUsed == true }.compactMap(\.identity))
      #expect(Set(sky.filter { $0.isUsed == true }.compactMap(\.identity)) == used)
    }
  }

  private func assemble(_ bytes: [UInt8]) throws -> (NavigationEpoch, [EpochSatellite])? {
    var assembler = EpochAssembler()
    var epochs: [(NavigationEpoch, [EpochSatellite])] = []
    for result in decodeAll(bytes) { assembler.add(try result.get()) { epochs.append(($0, $1)) } }
    assembler.finish { epochs.append(($0, $1)) }
    #expect(epochs.count == 1)
    return epochs.first
  }

  /// The values that the sentences of a cycle can carry but that did not come back.
  private static func differences(_ one: NavigationEpoch, _ two: NavigationEpoch) -> [String] {
    func near(_ path: KeyPath<NavigationEpoch, Double?>) -> Bool {
      guard let a = one[keyPath: path], let b = two[keyPath: path] else {
        return one[keyPath: path] == nil && two[keyPath: path] == nil
      }
      return abs(a - b) < 1e-9
    }
    let numbers: [(String, KeyPath<NavigationEpoch, Double?>)] = [
      ("latitude", \.latitude), ("longitude", \.longitude), ("altitude", \.altitude),
      ("speed", \.speed), ("course", \.course), ("variation", \.magneticVariation),
      ("pdop", \.positionDilution), ("hdop", \.horizontalDilution),
      ("vdop", \.verticalDilution), ("latitudeError", \.latitudeError),
      ("longitudeError", \.longitudeError), ("age", \.differentialAge), ("heading", \.heading),
      ("separation", \.geoidSeparation),
    ]
    var differences = numbers.filter { !near($0.1) }.map(\.0)
    if one.time != two.time { differences.append("time") }
    if one.date != two.date { differences.append("date") }
    if one.hasFix != two.hasFix { differences.append("hasFix") }
    if one.hasFix == true, one.satellitesUsed != two.satellitesUsed { differences.append("used") }
    if one.hasFix == true, one.dimension != two.dimension { differences.append("dimension") }
    if one.differentialStation != two.differentialStation { differences.append("station") }
    return differences
  }
}
