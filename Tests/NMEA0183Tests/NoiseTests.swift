import LocationSimulation
import NMEA0183
import TestTurns
import TestValues
import Testing

/// Bytes between sentences that contain `$` and `!`.
@Suite(.inTurn) struct NoiseTests {
  private let zda = sealed("GPZDA,123519.00,01,03,2025,00,00")

  @Test(arguments: [
    "$", "!", "$$", "$!", "$\u{1}", "! important\r\n", "$5.00, please\r\n", "$ab", "$GP", "$GPG",
    "$GPGGA", "$GPGGA\u{1}", "x$D!E", "$gpgga,1\u{2}", "$,\u{2}", "$GPGGAX,1\u{2}", "$PAB,1\u{2}",
  ])
  func noiseIsNotCounted(noise: String) {
    #expect(frames([Array((noise + zda).utf8)]).map(\.text) == [zda])
    #expect(frames([Array((zda + noise).utf8)]).map(\.text) == [zda])
  }

  @Test(arguments: [
    ("$GPGGA,12\u{1}", FrameFault.unprintableByte(1)), ("$PGRME,12$", .interrupted),
    ("!AIVDM,1,\u{80}", .unprintableByte(0xC2)),
    ("$GP?MC,12*00", .checksumMismatch(found: 0, computed: 0x09)),
    ("$GPGGA*0G", .checksumMalformed), ("$GPGGA*00", .checksumMismatch(found: 0, computed: 0x56)),
  ])
  func aDamagedSentenceIsCounted(text: String, fault: FrameFault) {
    let seen = frames([Array((text + zda).utf8)])
    #expect(seen.map(\.fault) == [fault, nil])
    #expect(seen.last?.text == zda)
  }

  @Test func theSecondDollarBeginsTheSentence() {
    let gsa = sealed("GNGSA,A,3,10,12,25,,,,,,,,,,1.3,1.1,0.9,1")
    let seen = frames([Array(("$" + gsa + "\r\n").utf8)])
    #expect(seen.map(\.text) == [gsa])
    #expect(seen.map(\.offset) == [1])
  }

  @Test func binaryDataIsHardlyEverASentence() {
    var random = RandomStream(test: 21_500)
    var bytes: [UInt8] = []
    for _ in 0..<200 {
      bytes += (0..<2000).map { _ in
        let byte = UInt8(random.integer(below: 256))
        return byte & 0xF == 0 ? [0x24, 0x21][random.integer(below: 2)] : byte
      }
      bytes += Array((zda + "\r\n").utf8)
    }
    let seen = frames([bytes])
    #expect(seen.count { $0.fault == nil } == 200)
    #expect(seen.count { $0.fault != nil } < 5)
  }
}
