import LocationCore
import NMEA0183
import TestTurns
import Testing

@testable import LocationSimulation

/// Dilutions of precision follow from the directions of the used satellites.
@Suite(.inTurn) struct GeometryTests {
  /// The inverse by cofactors, independent of the tested code.
  static func covariance(
    _ directions: [(elevation: Double, azimuth: Double)]
  ) -> [[Double]] {
    let rows = directions.map { direction -> [Double] in
      let e = direction.elevation * .pi / 180
      let a = direction.azimuth * .pi / 180
      return [cosine(e) * sine(a), cosine(e) * cosine(a), sine(e), 1]
    }
    let normal = (0..<4).map { i in
      (0..<4).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } }
    }
    let whole = determinant(normal)
    return (0..<4).map { i in
      (0..<4).map { j in
        let minor = (0..<4).filter { $0 != j }.map { row in
          (0..<4).filter { $0 != i }.map { normal[row][$0] }
        }
        return ((i + j) % 2 == 0 ? 1 : -1) * determinant(minor) / whole
      }
    }
  }

  private static func determinant(_ m: [[Double]]) -> Double {
    if m.count == 1 { return m[0][0] }
    return m.indices.reduce(0) { sum, column in
      let minor = m.dropFirst().map { row in
        row.indices.filter { $0 != column }.map { row[$0] }
      }
      return sum + (column % 2 == 0 ? 1 : -1) * m[0][column] * determinant(minor)
    }
  }

  private static func sine(_ x: Double) -> Double { sinCos(radians: x).sin }
  private static func cosine(_ x: Double) -> Double { sinCos(radians: x).cos }

  @Test(arguments: 0..<20)
  func agreesWithTheBruteForceMatrix(_ seed: UInt64) throws {
    var random = RandomStream(seed: seed, purpose: .motion)
    let directions = (0..<(4 + Int(seed) % 9)).map { _ in
      (elevation: 5 + 80 * random.uniform(), azimuth: 360 * random.uniform())
    }
    let geometry = try #require(SatelliteGeometry(directions))
    let q = Self.covariance(directions)
    func close(_ one: Double?, _ other: Double) -> Bool {
      abs((one ?? .nan) - other) < 1e-9 * max(1, other)
    }
    #expect(close(geometry.hdop, (q[0][0] + q[1][1]).squareRoot()))
    #expect(close(geometry.vdop, q[2][2].squareRoot()))
    #expect(close(geometry.pdop, (q[0][0] + q[1][1] + q[2][2]).squareRoot()))
    #expect(close(geometry.tdop, q[3][3].squareRoot()))
    #expect(
      close(geometry.gdop, (q[0][0] + q[1][1] + q[2][2] + q[3][3]).squareRoot()))
    #expect(close(geometry.horizontal.en, q[0][1]) || abs(geometry.horizontal.en - q[0][1]) < 1e-9)
  }

  @Test func threeSatellitesGiveTwoDimensionsAndTwoGiveNone() throws {
    let three = [(elevation: 30.0, azimuth: 0.0), (30, 120), (30, 240)]
    let flat = try #require(SatelliteGeometry(three))
    #expect(flat.vdop == nil && flat.pdop == flat.hdop)
    #expect(SatelliteGeometry(Array(three.prefix(2))) == nil)
    #expect(
      SatelliteGeometry([(elevation: 30.0, azimuth: 40.0), (30, 40), (30, 40), (30, 40)]) == nil)
  }

  /// GSV, GSA, GGA and the sky view describe the same satellites, and dilutions computed from their
  /// directions are the stated ones.
  @Test(arguments: ["city", "drive", "tunnel", "cold-start", "jammed"])
  func sentencesAndSkyAgree(_ name: String) throws {
    var scenario = try #require(Scenario.named(name))
    scenario.duration = .seconds(110)
    var compared = 0
    for step in SimulatedReceiver(scenario: scenario) {
      let sentences = parsed(step.bytes)
      let sky = try #require(step.updates.skies.first)
      #expect(sentences.inView == sky.satellites.count)
      let used = sky.satellites.filter { $0.isUsed == true }
      #expect(Set(sentences.used) == Set(used.map(\.prn)))
      #expect(sentences.used.count == used.count)
      #expect(sentences.gga?.satellitesUsed == step.fix?.satellitesUsed)
      guard let fix = step.fix else {
        #expect(used.isEmpty && sentences.gga?.quality == .invalid)
        continue
      }
      #expect(fix.satellitesUsed == used.count)
      #expect(used.allSatisfy { $0.signalStrength != nil })
      #expect(sentences.gga?.horizontalDilution == fix.dilution.horizontal)
      #expect(sky.dilution == fix.dilution)
      guard fix.mode == .threeD else { continue }
      let q = Self.covariance(
        used.map { (elevation: $0.elevation ?? .nan, azimuth: $0.azimuth ?? .nan) })
      let hdop = (q[0][0] + q[1][1]).squareRoot()
      #expect(abs((fix.dilution.horizontal ?? .nan) - hdop) <= 0.0051)
      #expect(abs((fix.dilution.vertical ?? .nan) - q[2][2].squareRoot()) <= 0.0051)
      for gsa in sentences.gsa {
        #expect(gsa.horizontalDilution == fix.dilution.horizontal)
        #expect(gsa.verticalDilution == fix.dilution.vertical)
        #expect(gsa.positionDilution == fix.dilution.position)
      }
      compared += 1
    }
    #expect(compared > 30)
  }

  private struct Parsed {
    var inView = 0
    var used: [Int] = []
    var gga: GGA?
    var gsa: [GSA] = []
  }

  private func parsed(_ bytes: [UInt8]) -> Parsed {
    var parsed = Parsed()
    var framer = SentenceFramer()
    bytes.withUnsafeBytes { buffer in
      framer.push(buffer) { frame in
        guard let sentence = try? Sentence(frame) else { return }
        switch sentence.payload {
        case .gga(let gga): parsed.gga = gga
        case .gsv(let gsv) where gsv.groupIndex == 1:
          parsed.inView += gsv.satellitesInView ?? 0
        case .gsa(let gsa):
          parsed.gsa.append(gsa)
          for slot in 0..<gsa.satellites.count where gsa.satellites[slot] != 0 {
            let number = Int(gsa.satellites[slot])
            let identity = SatelliteIdentity(
              number: number, talker: sentence.talker, systemID: gsa.systemID)
            parsed.used.append(identity?.prn ?? -1)
          }
        default: break
        }
      }
    }
    return parsed
  }
}
