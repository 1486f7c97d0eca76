import LocationTesting
import NMEALocation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// A receiver that states its positions in a datum other than WGS 84.
@Suite(.inTurn)
struct OtherDatumTests {
  private static let log = """
    $GPDTM,S42,,0.0,N,0.0,E,0.0,W84
    $GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,010325,,,A
    $GPRMC,120001,A,4807.038,N,01131.000,E,022.4,084.4,010325,,,A
    $GPRMC,120002,A,4807.038,N,01131.000,E,022.4,084.4,010325,,,A

    """
  private static let both =
    log + """
      $GPDTM,W84,,0.0,N,0.0,E,0.0,W84
      $GPRMC,120003,A,4807.038,N,01131.000,E,022.4,084.4,010325,,,A
      $GPRMC,120004,A,4807.038,N,01131.000,E,022.4,084.4,010325,,,A

      """
  private static let words = "in datum S42, not WGS 84"

  @Test(arguments: [
    ["--source", "file:a"], ["watch", "a", "--rate", "max"], ["convert", "a", "--to", "gpx"],
    ["doctor", "a"],
    ["track", "info", "a"],
  ])
  func theErrorSaysTheDatumAndWhatToDo(command: [String]) async {
    let test = TestEnvironment(log: Self.log)
    #expect(await test.run(command) == 75)
    let said = test.output.text + test.errors.text
    #expect(said.contains(Self.words))
    #expect(said.contains("set the receiver to WGS 84"))
    #expect(!said.contains("never had"))
  }

  @Test func jsonHasTheDatumOfAReportWithoutAPosition() async {
    let test = TestEnvironment(log: Self.log)
    #expect(await test.run("watch", "a", "--rate", "max", "--json") == 75)
    #expect(
      test.output.lines.first
        == #"{"class":"TPV","mode":1,"time":"2025-03-01T12:00:00.000Z","datum":"S42"}"#)
  }

  @Test func aConversionSaysHowManyPositionsItLeavesOut() async {
    let test = TestEnvironment(log: Self.both)
    #expect(await test.run("convert", "a", "--to", "{time}") == 0)
    // Nothing shows which side of the statement an epoch is on, so it counts for two of them.
    #expect(test.output.lines == ["2025-03-01T12:00:03.000Z", "2025-03-01T12:00:04.000Z"])
    #expect(test.errors.text == "locate: left out: position \(Self.words) (3)\n")
  }

  @Test func waitingForALiveReceiverSaysTheDatum() async throws {
    let feed = try TextFeed(greeting: Self.log)
    let test = WireEnvironment()
    #expect(
      await test.run("--source", "tcp://127.0.0.1:\(feed.port)", "--timeout", "1s") == 75)
    #expect(test.errors.text.contains(Self.words))
    #expect(test.errors.text.contains("set the receiver to WGS 84"))
    withExtendedLifetime(feed) {}
  }
}
