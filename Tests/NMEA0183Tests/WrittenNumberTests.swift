import LocationSimulation
import LocationText
import TestTurns
import TestValues
import Testing

@testable import NMEA0183

/// The fast arithmetic of written numbers has the same digits as the exact one.
@Suite(.inTurn) struct WrittenNumberTests {
  @Test func aShortNumberIsWrittenAsByExactArithmetic() {
    var random = RandomStream(test: 77)
    var taken = 0
    for _ in 0..<20_000 {
      let places = random.integer(below: 8)
      var value = Double(random.integer(below: 1_000_000_000)) / Double(integerPowerOfTen(places))
      if random.integer(below: 4) == 0 { value = value.nextUp }
      let least = random.integer(below: 7)
      let bounds = least...least + random.integer(below: 7)
      let factor = random.integer(below: 2) == 0 ? 1 : 60
      guard let short = WrittenNumber(short: value, factor: factor, decimals: bounds)
      else { continue }
      taken += 1
      let exact = WrittenNumber(any: value, factor: factor, decimals: bounds)
      #expect(short.digits == exact?.digits && short.decimals == exact?.decimals, "\(value)")
    }
    #expect(taken > 10_000)
  }

  @Test func aValueOfAnOrdinarySentenceIsWrittenByTheFastPath() {
    for value in [0.13, 309.62, 545.4, 46.9, 0.94, 11.3, 2.5] {
      #expect(WrittenNumber(short: value, factor: 1, decimals: 0...12) != nil)
    }
    for degrees in [37 + 51.65 / 60, 145 + 7.36 / 60, 11 + 31.0 / 60] {
      #expect(WrittenNumber(short: degrees, factor: 60, decimals: 5...12) != nil)
    }
  }
}
