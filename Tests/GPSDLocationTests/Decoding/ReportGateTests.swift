import TestTurns
import Testing

@testable import GPSDLocation

@Suite(.inTurn) struct ReportGateTests {
  private func examine(_ line: String) -> Result<ReportGate.Passed, GPSDCounters.Damage> {
    Array(line.utf8).withUnsafeBytes { bytes in
      Result { () throws(GPSDCounters.Damage) in try ReportGate.examine(bytes) }
    }
  }

  private func isFit(_ line: String) -> Bool? { try? examine(line).get().isFitForLibgps }

  @Test func anObjectPassesWithItsInnerObjects() throws {
    let passed = try examine(
      #"{"class":"SKY","satellites":[{"PRN":1},{"PRN":2}], "x" : -0.5e+3 }"#
    ).get()
    #expect(passed.innerObjects == 2)
    #expect(passed.isFitForLibgps)
  }

  @Test(arguments: [
    "", "$GPRMC,1*00", #"{"device":"x","class":"TPV"}"#, #" {"class":"TPV"}"#, #"{"class": "TPV"}"#,
    "HTTP/1.1 400 Bad Request",
  ])
  func aLineThatDoesNotBeginLikeGPSDsIsNoObject(line: String) {
    #expect(examine(line) == .failure(.notAnObject))
  }

  @Test(arguments: [
    #"{"class":"TPV""#, #"{"class":"TPV","mode":3"#, #"{"class":"TPV","mode":}"#,
    #"{"class":"TPV","mode":3}}"#, #"{"class":"TPV","mode":03}"#, #"{"class":"TPV","mode":3.}"#,
    #"{"class":"TPV","mode":-}"#, #"{"class":"TPV","mode":1e}"#, #"{"class":"TPV","mode":nul}"#,
    #"{"class":"TPV",}"#, #"{"class":"TPV" "mode":3}"#, #"{"class":"TPV","a":[1,]}"#,
    #"{"class":"TPV","a":[1}"#, #"{"class":"TPV","a":"\x"}"#, #"{"class":"TPV","a":"\u12g4"}"#,
    "{\"class\":\"TPV\",\"a\":\"\u{7}\"}", #"{"class":"TPV","a":"b}"#, #"{"class":"TPV",1:2}"#,
    #"{"class":"TPV","a":NaN}"#, "{\"class\":\"TPV\"\0}", #"{"class":"TPV"}{"class":"TPV"}"#,
    #"{"class":""# + String(repeating: #"TPV","a":[["#, count: 1),
    #"{"class":"TPV","a":"# + String(repeating: "[", count: 100_000),
  ])
  func incompleteOrInvalidJSONIsMalformed(line: String) {
    #expect(examine(line) == .failure(.malformed))
  }

  @Test func invalidUTF8IsMalformed() {
    let line = Array(#"{"class":"TPV","device":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)
    let result = line.withUnsafeBytes { bytes in
      Result { () throws(GPSDCounters.Damage) in try ReportGate.examine(bytes) }
    }
    #expect(result == .failure(.malformed))
    #expect(isFit(#"{"class":"TPV","device":"/dev/größe"}"#) == true)
  }

  /// libgps would loop forever on these lines.
  @Test(arguments: [
    #"{"class":"TPV","mode":"x","class":"TPV"}"#, #"{"class":"SKY","satellites":[{"class":"x"}]}"#,
    #"{"class":"TPV","x\"class":1}"#,
  ])
  func aSecondClassIsNotForLibgps(line: String) {
    #expect(isFit(line) == false)
  }

  @Test(arguments: [
    (#""2024-07-04T12:00:00.000Z""#, true), (#""2016-12-31T23:59:60Z""#, true),
    (#""2024-07-04T12:00:00.5Z""#, true), (#""""#, false), (#""xyz""#, false), ("0", false),
    (#""2024-13-04T12:00:00.000Z""#, false), (#""2024-00-04T12:00:00.000Z""#, false),
    (#""2024-07-32T12:00:00.000Z""#, false), (#""2024-07-04T24:00:00.000Z""#, false),
    (#""2024-07-04T12:60:00.000Z""#, false), (#""2024-07-04T12:00:61.000Z""#, false),
    (#""2024-07-04T12:00:00.000""#, false), (#""2024-07-04""#, false),
    (#""2024-07-04T12:0""#, false),
    (#""2024-07-04T12:00:00.0x0Z""#, false), (#""2024-07-0xT12:00:00.000Z""#, false),
  ])
  func onlyATimeIsFitForLibgps(time: String, isTime: Bool) {
    #expect(isFit(#"{"class":"TPV","mode":3,"time":\#(time),"lat":1.0,"lon":2.0}"#) == isTime)
  }
}
