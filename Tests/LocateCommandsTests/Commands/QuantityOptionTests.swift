import LocationSources
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct QuantityOptionTests {
  @Test(arguments: [
    ("50m", 50.0), ("1.5km", 1500), ("100ft", 30.48), ("2mi", 3218.688), ("1nmi", 1852),
  ])
  func readsLengths(text: String, meters: Double) throws {
    #expect(abs(try Length(argument: text).meters - meters) < 1e-9)
  }

  @Test(arguments: ["", "m", "7", "0", "-5m", "5 miles", "5M"])
  func refusesTextThatIsNotALength(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Length(argument: text) }
  }

  @Test(arguments: [("1", Rate.times(1)), ("0.5", .times(0.5)), ("max", .max), ("MAX", .max)])
  func readsRates(text: String, expected: Rate) throws {
    #expect(try Rate(argument: text) == expected)
  }

  @Test(arguments: ["0", "-1", "fast", "4x", "inf"])
  func refusesTextThatIsNotARate(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Rate(argument: text) }
  }

  @Test(arguments: ["0", "-1", "1.5", "x"])
  func refusesTextThatIsNotACount(text: String) {
    #expect(throws: InvalidOptionValue.self) { try Count(argument: text) }
  }
}
