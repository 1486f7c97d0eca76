import Foundation
import LocationCore
import LocationSimulation
import NMEALocation
import TestSupport
import Testing

/// Real receivers' logs, where they are at hand; see `logs`.
@Suite(.enabled(if: ReceiverLog.folder != nil, "the shared conformance logs are not here"))
struct ReceiverLogTests {
  @Test(arguments: ReceiverLog.all)
  func everySplitGivesTheSameUpdates(log: ReceiverLog) throws {
    for kind in [FixSource.Kind.replayed, .live] {
      let whole = log.updates(kind: kind) { [$0] }
      #expect(log.updates(kind: kind) { $0.map { [$0] } } == whole)
      for size in [7, 64, 1000, 4096] {
        let pieces = log.updates(kind: kind) { bytes in
          stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<min($0 + size, bytes.count)])
          }
        }
        #expect(pieces == whole)
      }
    }
  }

  @Test(arguments: ReceiverLog.all)
  func withoutTheSkyAllElseIsTheSame(log: ReceiverLog) {
    for kind in [FixSource.Kind.replayed, .live] {
      let all = log.updates(kind: kind) { [$0] }
      let rest = all.filter { if case .sky = $0 { false } else { true } }
      #expect(log.updates(kind: kind, leavesOutSky: true) { [$0] } == rest)
    }
  }

  @Test(arguments: ReceiverLog.all)
  func damageNeverCrashesNorMovesAPosition(log: ReceiverLog) {
    let honest = Set(log.updates(kind: .replayed) { [$0] }.compactMap(\.place))
    var random = RandomStream(test: 183)
    let updates = log.updates(kind: .replayed) { bytes in
      var damaged = bytes
      for _ in 0..<bytes.count / 2000 {
        damaged[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
      }
      return [damaged]
    }
    // Without its GGA an epoch has RMC's place, which may be rounded otherwise.
    let strays = updates.compactMap(\.place).filter { place in
      !honest.contains {
        abs($0.latitude - place.latitude) < 2e-5 && abs($0.longitude - place.longitude) < 2e-5
      }
    }
    #expect(strays.isEmpty)
  }

  // MARK: Where our answer is not gpsd's

  /// gpsd's first report of garmin-geko201 has a position, of GGA with quality 8, before its RMC's
  /// and GLL's `V` of the same second are heard; later ones have none. RMC, GLL and their mode `S`
  /// say all along that it is a simulator's and void.
  @Test func aVoidSimulationHasNoPosition() throws {
    let updates = try ReceiverLog("garmin-geko201").updates(kind: .replayed) { [$0] }
    #expect(updates.allSatisfy { $0.place == nil })
    #expect(updates.count > 17)
  }

  /// At 07:17:34 GGA says `0,4` and RMC `V` beside 44°04.1178' N: gpsd reports that place once. The
  /// log ends at 07:17:43 before the RMC that ends each cycle: gpsd, which reports this receiver
  /// sentence by sentence, has that epoch too, while an epoch cut off by the end of a recording is
  /// none here.
  @Test func aPlaceOfQualityZeroIsNone() throws {
    let fixes = try ReceiverLog("tr737A+").fixes
    #expect(fixes.count == 7)
    #expect(fixes.allSatisfy { $0.coordinate.latitude != 44.06863 })
  }

  /// gpsd never reports 21:41:48 and 21:41:50, though RMC, GGA and GLL of each agree on the place.
  @Test func noEpochIsLostAmongAISSentences() throws {
    let fixes = try ReceiverLog("ais-nmea").fixes
    #expect(fixes.count == 164)
    #expect(fixes.contains { $0.coordinate.latitude == 3170.53600 / 60 && $0.altitude == -3.9 })
  }

  /// GLL's 12:08:24.758 and the 12:08:24.76 of GGA and RMC are one instant, at one place.
  @Test func roundedTimesAreOneEpoch() throws {
    #expect(try ReceiverLog("magellan315").fixes.count == 3)
  }

  /// GSA says two dimensions, three satellites and a height that is held at 516.7 m; gpsd's mode is
  /// 3 because GGA repeats the height.
  @Test func aHeldHeightIsNoThirdDimension() throws {
    let fixes = try ReceiverLog("ublox-lea-4h").fixes
    #expect(fixes.prefix(4).allSatisfy { $0.mode == .twoD && $0.altitude == 516.7 })
    #expect(fixes.dropFirst(4).allSatisfy { $0.mode == .threeD })
  }

  /// GGA states 2037.72792', RMC of the same second 2037.7279': one place, two precisions, and
  /// gpsd reports both in turn.
  @Test func theFinerOfTwoStatementsIsThePlace() throws {
    let fixes = try ReceiverLog("tcp-test").fixes
    #expect(fixes.map(\.coordinate.latitude) == [1237.72792 / 60])
  }

  /// The bars in tcp-torture's GGA (`193221` is written `|19322|1`) are marks of gpsd's test tool for
  /// where to cut the stream; gpsd, which never sees them, reports the place of that GGA. With them
  /// the checksum is wrong, and what is left of the epoch is RMC's coarser place.
  @Test func aSentenceWithMarksInItIsDamaged() throws {
    let fixes = try ReceiverLog("tcp-torture").fixes
    #expect(fixes.count == 1)
    #expect(fixes.allSatisfy { abs($0.coordinate.latitude - 1237.7279 / 60) < 1e-9 })
    #expect(fixes.allSatisfy { $0.altitude == nil })
  }

  /// GGA says quality 1 from no satellite at all for eight seconds; gpsd has no fix there.
  @Test func aFixFromNoSatelliteIsNone() throws {
    let fixes = try ReceiverLog("hemi").fixes
    #expect(fixes.count == 6)
    #expect(fixes.allSatisfy { ($0.satellitesUsed ?? 0) > 0 })
  }

  /// Fourteen satellites, GSA says two dimensions in every sentence, and the height moves.
  @Test func dimensionsAreCountedBySatellites() throws {
    #expect(try ReceiverLog("telit-pls83-w").fixes.filter { $0.mode == .twoD }.count <= 1)
  }
}

/// One log of the shared folder.
struct ReceiverLog: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]

  static let folder: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["LOCATE_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared")
    let folder = shared.appendingPathComponent("conformance/gpsd-logs")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static let all: [ReceiverLog] = {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { $0.hasSuffix(".log") }.sorted()
      .compactMap { try? ReceiverLog(String($0.dropLast(4))) }
  }()

  init(_ name: String) throws {
    self.name = name
    let folder = try #require(Self.folder)
    bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name + ".log")))
  }

  var testDescription: String { name }

  var fixes: [Fix] {
    updates(kind: .replayed) { [$0] }.compactMap {
      guard case .fix(let fix) = $0 else { return nil }
      return fix
    }
  }

  func updates(
    kind: FixSource.Kind, leavesOutSky: Bool = false, cut: ([UInt8]) -> [[UInt8]]
  ) -> [LocationUpdate] {
    var decoder = NMEALocationDecoder(source: FixSource(kind: kind, name: name))
    decoder.leavesOutSky = leavesOutSky
    var updates: [LocationUpdate] = []
    for chunk in cut(bytes) { decoder.decode(chunk) { update, _ in updates.append(update) } }
    decoder.finish { update, _ in updates.append(update) }
    return updates
  }
}

extension LocationUpdate {
  fileprivate var place: Coordinate? {
    guard case .fix(let fix) = self else { return nil }
    return fix.coordinate
  }
}
