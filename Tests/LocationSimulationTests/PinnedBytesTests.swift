import Foundation
import LocationSimulation
import TestTurns
import Testing

/// A seed gives the same run on every machine: Fixtures pins the bytes of some scenarios and seeds.
///
/// `LOCATE_WRITE_FIXTURES=1 swift test --filter PinnedBytesTests` writes the files anew, after an
/// intended change of the model.
@Suite(.inTurn) struct PinnedBytesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
  private static let isWriting = ProcessInfo.processInfo.environment["LOCATE_WRITE_FIXTURES"] != nil

  /// The bytes of a built-in scenario's first seconds.
  private static func bytes(_ name: String, seed: UInt64, seconds: Int) throws -> [UInt8] {
    var scenario = try #require(Scenario.named(name))
    scenario.duration = .seconds(seconds)
    return scenario.steps(seed: seed).bytes
  }

  private static func expect(_ bytes: [UInt8], in file: String) throws {
    let url = folder.appending(path: file)
    if isWriting { try Data(bytes).write(to: url) }
    let pinned = [UInt8](try Data(contentsOf: url))
    guard bytes != pinned else { return }
    let place = zip(bytes, pinned).prefix { $0 == $1 }.count
    let line = pinned.prefix(place).count { $0 == 0x0A } + 1
    Issue.record("\(file) differs from line \(line) on")
  }

  @Test func aCityRunIsAsPinned() throws {
    try Self.expect(
      try Self.bytes("city", seed: 7, seconds: 10), in: "simulated-city.nmea")
  }

  /// The first 90 seconds of every built-in scenario, by length and 64-bit FNV-1a.
  @Test func everyBuiltInScenarioIsAsPinned() throws {
    let lines = try Scenario.builtInNames.map { name in
      let bytes = try Self.bytes(name, seed: 1, seconds: 90)
      let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      return "\(name) \(bytes.count) \(String(hash, radix: 16))\n"
    }
    try Self.expect(Array(lines.joined().utf8), in: "simulated.sums")
  }

  @Test func anotherSeedMakesOtherBytes() throws {
    let one = try Self.bytes("city", seed: 7, seconds: 3)
    #expect(try Self.bytes("city", seed: 8, seconds: 3) != one)
  }
}
