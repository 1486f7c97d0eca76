import Foundation
import LocationCore
import LocationSimulation
import NMEALocation
import TestSupport
import TestTurns
import Testing

/// Logs of real receivers. They are optional; see `ReceiverLog.folder`.
@Suite(.inTurn, .enabled(if: ReceiverLog.folder != nil, "the shared conformance logs are not here"))
struct ReceiverLogTests {
  @Test(arguments: ReceiverLog.all)
  func everySplitGivesTheSameUpdates(log: ReceiverLog) throws {
    for kind in [FixSource.Kind.replayed, .live] {
      let whole = log.updates(kind: kind) { [$0] }
      #expect(log.updates(kind: kind) { $0.map { [$0] } } == whole)
      for size in [7, 1000] {
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
    // An epoch without its GGA has the place from RMC, which may be rounded differently.
    let strays = updates.compactMap(\.place).filter { place in
      !honest.contains {
        abs($0.latitude - place.latitude) < 2e-5 && abs($0.longitude - place.longitude) < 2e-5
      }
    }
    #expect(strays.isEmpty)
  }

  // MARK: Differences from gpsd

  /// gpsd's first report of garmin-geko201 has the position from a GGA with quality 8, because the RMC
  /// and GLL with status `V` of the same second come later. Its later reports have none. RMC and GLL
  /// always declare their data void and simulated (mode `S`).
  @Test func aVoidSimulationHasNoPosition() throws {
    let updates = try ReceiverLog("garmin-geko201").updates(kind: .replayed) { [$0] }
    #expect(updates.allSatisfy { $0.place == nil })
    #expect(updates.count > 17)
  }

  /// At 07:17:34 GGA states quality 0 and RMC status `V` beside 44°04.1178' N. gpsd reports that place
  /// once. The log ends at 07:17:43, before the RMC that ends each cycle, and that epoch has a position too.
  @Test func aPlaceOfQualityZeroIsNone() throws {
    let fixes = try ReceiverLog("tr737A+").fixes
    #expect(fixes.count == 8)
    #expect(fixes.allSatisfy { $0.coordinate.latitude != 44.06863 })
  }

  /// gpsd never reports 21:41:48 and 21:41:50, though RMC, GGA and GLL of each agree on the place.
  @Test func noEpochIsLostAmongAISSentences() throws {
    let fixes = try ReceiverLog("ais-nmea").fixes
    #expect(fixes.count == 164)
    #expect(fixes.contains { $0.coordinate.latitude == 3170.53600 / 60 && $0.altitude == -3.9 })
  }

  /// 12:08:24.758 in GLL and 12:08:24.76 in GGA and RMC are one instant, at one place.
  @Test func roundedTimesAreOneEpoch() throws {
    #expect(try ReceiverLog("magellan315").fixes.count == 3)
  }

  /// GSA states two dimensions and three satellites, and the altitude stays at 516.7 m. gpsd's mode is
  /// 3 because GGA repeats the altitude.
  @Test func aHeldHeightIsNoThirdDimension() throws {
    let fixes = try ReceiverLog("ublox-lea-4h").fixes
    #expect(fixes.prefix(4).allSatisfy { $0.mode == .twoD && $0.altitude == 516.7 })
    #expect(fixes.dropFirst(4).allSatisfy { $0.mode == .threeD })
  }

  /// GGA states 2037.72792', and RMC of the same second 2037.7279'. They are one place in two
  /// precisions. gpsd reports both, one after the other.
  @Test func theFinerOfTwoStatementsIsThePlace() throws {
    let fixes = try ReceiverLog("tcp-test").fixes
    #expect(fixes.map(\.coordinate.latitude) == [1237.72792 / 60])
  }

  /// The bars in the GGA of tcp-torture (`|19322|1` for `193221`) tell gpsd's test tool where to cut the
  /// stream. gpsd never sees them and reports the place of that GGA. Here they make its checksum wrong,
  /// so the epoch has the coarser place from RMC.
  @Test func aSentenceWithMarksInItIsDamaged() throws {
    let fixes = try ReceiverLog("tcp-torture").fixes
    #expect(fixes.count == 1)
    #expect(fixes.allSatisfy { abs($0.coordinate.latitude - 1237.7279 / 60) < 1e-9 })
    #expect(fixes.allSatisfy { $0.altitude == nil })
  }

  /// For eight seconds GGA states quality 1 from no satellite. gpsd has no fix there either.
  @Test func aFixFromNoSatelliteIsNone() throws {
    let fixes = try ReceiverLog("hemi").fixes
    #expect(fixes.count == 6)
    #expect(fixes.allSatisfy { ($0.satellitesUsed ?? 0) > 0 })
  }

  /// GSA states two dimensions in every sentence, but fourteen satellites are used and the altitude
  /// changes.
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
    kind: FixSource.Kind, cut: ([UInt8]) -> [[UInt8]]
  ) -> [LocationUpdate] {
    var decoder = NMEALocationDecoder(source: FixSource(kind: kind, name: name))
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
