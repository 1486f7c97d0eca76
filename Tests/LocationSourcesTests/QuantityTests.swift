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

  @Test(arguments: [
    ("50m", 50.0), ("1.5km", 1500), ("100ft", 30.48), ("2mi", 3218.688), ("1nmi", 1852), ("7", 7),
  ])
  func readsLengths(text: String, meters: Double) throws {
    #expect(abs(try Length(argument: text).meters - meters) < 1e-9)
  }

  @Test(arguments: ["", "m", "-5m", "5 miles", "5M"])
  func refusesWhatIsNoLength(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Length(argument: text) }
  }

  @Test(arguments: [("1", Rate.times(1)), ("0.5", .times(0.5)), ("max", .max), ("MAX", .max)])
  func readsRates(text: String, expected: Rate) throws {
    #expect(try Rate(argument: text) == expected)
  }

  @Test(arguments: ["0", "-1", "fast", "4x", "inf"])
  func refusesWhatIsNoRate(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Rate(argument: text) }
  }

  @Test(arguments: ["0", "-1", "1.5", "x"])
  func refusesWhatIsNoCount(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Count(argument: text) }
  }
}
