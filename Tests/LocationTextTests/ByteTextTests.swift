import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct ByteTextTests {
  @Test(
    arguments: [
      (0.0, 0, "0"), (0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (0.05, 1, "0.1"),
      (9.995, 1, "10.0"), (48.1173, 9, "48.117300000"), (-179.999999999, 9, "-179.999999999"),
      (180, 9, "180.000000000"), (0.000000001, 9, "0.000000001"),
      (999_999_999, 4, "999999999.0000"),
      (-5.8, 4, "-5.8000"), (1, 1, "1.0"),
    ] as [(Double, Int, String)])
  func writesDecimals(value: Double, places: Int, expected: String) throws {
    var text = ByteText()
    text.write(try #require(FixedPoint(value, places: places)))
    #expect(text.string == expected)
  }

  @Test(
    arguments: [
      (48.1173, 9, "48.1173"), (100, 2, "100"), (100, 0, "100"), (0, 9, "0"), (-0.1, 3, "-0.1"),
      (-0.0001, 3, "0"),
    ] as [(Double, Int, String)])
  func leavesZerosAtTheEndOut(value: Double, places: Int, expected: String) throws {
    var text = ByteText()
    text.write(trimming: try #require(FixedPoint(value, places: places)))
    #expect(text.string == expected)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e9, -1e9, 1e300])
  func refusesWhatIsNoMeasurement(value: Double) {
    #expect(FixedPoint(value, places: 3) == nil)
  }

  @Test(arguments: [
    (0, "0"), (-1, "-1"), (1234567890123456789, "1234567890123456789"), (Int.min, "\(Int.min)"),
    (Int.max, "\(Int.max)"),
  ])
  func writesWholeNumbers(value: Int, expected: String) {
    var text = ByteText()
    text.write(integer: value)
    #expect(text.string == expected)
  }

  @Test(arguments: [(0, "000"), (7, "007"), (42, "042"), (123, "123"), (1234, "1234")])
  func writesLeadingZeros(value: Int, expected: String) {
    var text = ByteText()
    text.write(integer: value, width: 3)
    #expect(text.string == expected)
  }

  @Test(arguments: [
    (359.96, 1, "0.0"), (359.94, 1, "359.9"), (-13.5, 1, "346.5"), (-0.01, 1, "0.0"),
    (720, 0, "0"),
  ])
  func wrapsAnglesAsRounded(value: Double, places: Int, expected: String) throws {
    var text = ByteText()
    text.write(try #require(FixedPoint(value, places: places)).wrappedTo360())
    #expect(text.string == expected)
  }

  @Test(arguments: [
    (180, 1, "-180.0"), (179.96, 1, "-180.0"), (179.94, 1, "179.9"), (-180, 0, "-180"), (0, 0, "0"),
  ])
  func wrapsLongitudesAsRounded(value: Double, places: Int, expected: String) throws {
    var text = ByteText()
    text.write(try #require(FixedPoint(value, places: places)).wrappedTo180())
    #expect(text.string == expected)
  }

  @Test func escapesJSONStrings() {
    var text = ByteText()
    text.write(jsonString: "a\"b\\c\n\t\r\u{1}\u{1F}\u{7F}é🛰")
    #expect(text.string == #""a\"b\\c\n\t\r\u0001\u001F\u007Fé🛰""#)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-7, "-7"), (1e6, "1000000"), (123_456_789, "123456789"),
    (0.1, "0.1"), (-12.5, "-12.5"), (0.0001, "0.0001"), (0.00001, "1e-05"), (1e300, "1e+300"),
    (48.1173, "48.1173"), (11.516666666666667, "11.516666666666667"),
    (0.30000000000000004, "0.30000000000000004"),
    (999_999.999_999_999, "999999.999999999"), (1.0 / 3, "0.3333333333333333"),
    (.leastNonzeroMagnitude, "5e-324"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
  ])
  func writesNumbersOfJSON(value: Double, expected: String) {
    var text = ByteText()
    text.write(jsonNumber: value)
    #expect(text.string == expected)
  }

  @Test func numbersOfJSONAreTheShortestThatReadBack() throws {
    var text = ByteText()
    var seed: UInt64 = 1
    for index in 0..<200_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Numbers with few decimals, and numbers with any digits.
      let digits = Double(Int64(bitPattern: seed) >> 24)
      let value = index % 2 == 0 ? digits / powerOfTen(index % 13) : digits / 7e9
      text.removeAll()
      text.write(jsonNumber: value)
      let shortest = value.description
      let expected = shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
      try #require(text.string == (expected == "-0" ? "0" : expected))
    }
  }
}
