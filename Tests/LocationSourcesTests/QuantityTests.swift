import TestTurns
import Testing

@testable import LocationSources

@Suite(.inTurn) struct QuantityTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("1.5h", .seconds(5400)),
    ("5 m", .seconds(300)), ("0s", .zero),
  ])
  func readsDurations(text: String, expected: Duration) throws {
    #expect(try Duration(argument: text) == expected)
  }

  @Test(arguments: [
    ("10m/s", 10.0), ("36km/h", 10), ("3600kn", 1852), ("3600 mph", 1609.344),
  ])
  func readsSpeeds(text: String, metersPerSecond: Double) throws {
    #expect(abs(try Speed(argument: text).metersPerSecond - metersPerSecond) < 1e-9)
  }

  @Test func aSpeedWithoutAUnitIsRefusedWithTheUnits() {
    let error = #expect(throws: InvalidOptionValue.self) { try Speed(argument: "90") }
    #expect(error?.description.contains("m/s, km/h, kn or mph") == true)
  }

  @Test(arguments: [
    "", "s", "10", "0", "-1s", "1x", "1S", "1m30s", "1e3s", "infinity", "nan", "0x10s", "1.2.3s",
    "1e9h",
    "9999999999h", "１s",
  ])
  func refusesWhatIsNoDuration(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Duration(argument: text) }
  }
}
