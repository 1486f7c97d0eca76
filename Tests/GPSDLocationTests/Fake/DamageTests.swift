import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import GPSDLocation

#if GPSD
  /// Lines with random damage, the same in each run. No line hangs libgps, and each fix is on Earth.
  @Suite(.inTurn)
  struct DamageTests {
    private static let lines =
      [
        GPSDText.fix(1), GPSDText.lost(2), GPSDText.sky(6), GPSDText.version,
        GPSDText.devices(["/dev/a", "/dev/b", "/dev/c", "/dev/d", "/dev/e"]),
        GPSDText.device("/dev/a", isActive: true),
      ].map { Array($0.utf8) }

    /// A line with bytes removed, repeated, inserted or changed.
    private func damaged(_ line: [UInt8], _ chance: inout RandomStream) -> [UInt8] {
      var line = line
      for _ in 0..<Int.random(in: 1...3, using: &chance) where !line.isEmpty {
        let place = Int.random(in: 0..<line.count, using: &chance)
        let end = min(place + Int.random(in: 1...40, using: &chance), line.count)
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        case 1: line.removeSubrange(place..<end)
        case 2: line.insert(contentsOf: line[place..<end], at: place)
        case 3: line.replaceSubrange(place..., with: Self.lines.randomElement(using: &chance) ?? [])
        case 4:
          line.insert(Array("\"{}[],:\\-.".utf8).randomElement(using: &chance) ?? 0, at: place)
        default: line.removeSubrange(place...)
        }
      }
      return line + [UInt8(ascii: "\n")]
    }

    @Test(arguments: 1...8)
    func damagedLinesNeitherHangItNorMoveAFixOffTheEarth(seed: UInt64) throws {
      // With every other seed no subscription reads satellites.
      let interests: LocationInterests = seed.isMultiple(of: 2) ? [] : .all
      var chance = RandomStream(test: seed)
      let watch = SilenceWatch(limit: .seconds(3600), clock: SystemClock()) { _ in }
      defer { watch.stop() }
      var session = GPSDConnection(
        source: "test:", device: nil, log: GPSDLog(source: "test:", logger: nil), watch: watch,
        memory: LastFixTimes(), interests: { interests })
      var updates = 0
      try Self.lines[3].withUnsafeBytes { try session.receive($0, at: Date(), .zero) { _, _ in } }
      for _ in 0..<2500 {
        let line = damaged(Self.lines.randomElement(using: &chance) ?? [], &chance)
        line.withUnsafeBytes { bytes in
          do throws(UserLocationError) {
            try session.receive(bytes, at: Date(), .zero) { _, _ in updates += 1 }
          } catch {
            // Damage can change the VERSION to another protocol.
            #expect(error.code == .protocolViolation)
          }
        }
      }
      #expect(session.counters.damagedLines > 1000)
      #expect(updates > 50)
      #expect(session.counters.objects > 100)
    }
  }
#endif
