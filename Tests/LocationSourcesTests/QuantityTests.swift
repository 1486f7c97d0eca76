import Testing

@testable import LocationSources

@Suite struct QuantityTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("1.5h", .seconds(5400)),
    ("5 m", .seconds(300)), ("10", .seconds(10)), ("0s", .zero),
  ])
  func readsDurations(text: String, expected: Duration) throws {
    #expect(try Duration(argument: text) == expected)
  }

  @Test(arguments: [
    "", "s", "-1s", "1x", "1S", "1m30s", "1e3s", "infinity", "nan", "0x10s", "1.2.3s", "1e9h",
    "9999999999h", "１s",
  ])
  func refusesWhatIsNoDuration(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Duration(argument: text) }
  }
}
