import Testing

@testable import LocationText

@Suite struct ByteTextTests {
  @Test(arguments: [
    (0.0, 0, "0"), (0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (0.05, 1, "0.1"),
    (9.995, 1, "10.0"), (48.1173, 9, "48.117300000"), (-179.999999999, 9, "-179.999999999"),
    (180, 9, "180.000000000"), (0.000000001, 9, "0.000000001"), (999_999_999, 4, "999999999.0000"),
    (-5.8, 4, "-5.8000"), (1, 1, "1.0"),
  ])
  func writesDecimals(value: Double, places: Int, expected: String) throws {
    var text = ByteText()
    text.write(try #require(FixedPoint(value, places: places)))
    #expect(text.string == expected)
  }

  @Test(arguments: [
    (48.1173, 9, "48.1173"), (100, 2, "100"), (100, 0, "100"), (0, 9, "0"), (-0.1, 3, "-0.1"),
    (-0.0001, 3, "0"),
  ])
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

  @Test func escapesJSONStrings() {
    var text = ByteText()
    text.write(jsonString: "a\"b\\c\n\t\r\u{1}\u{1F}\u{7F}é🛰")
    #expect(text.string == #""a\"b\\c\n\t\r\u0001\u001F\u007Fé🛰""#)
  }
}
