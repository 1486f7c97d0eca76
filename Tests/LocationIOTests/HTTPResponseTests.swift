import LocationCore
import LocationIO
import TestTurns
import Testing

@Suite(.inTurn) struct HTTPResponseTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT.
  let now = Date(timeIntervalSince1970: 784_111_777)

  func pause(_ value: String?) -> Duration? {
    var response = HTTPResponse(status: 429)
    if let value { response.headers.append("retry-after", value) }
    return response.retryAfter(now: now)
  }

  @Test func secondsToWaitAreRead() {
    #expect(pause("120") == .seconds(120))
    #expect(pause("0") == .seconds(0))
  }

  @Test func aDateToWaitForIsRead() {
    #expect(pause("Sun, 06 Nov 1994 08:51:37 GMT") == .seconds(120))
  }

  @Test func aDateInThePastMeansNoPause() {
    #expect(pause("Sun, 06 Nov 1994 07:00:00 GMT") == .zero)
  }

  @Test func aPauseIsAYearAtMost() {
    let year = Duration.seconds(366 * 86_400)
    #expect(pause("99999999999999999999999999") == year)
    #expect(pause("Sun, 06 Nov 2994 07:00:00 GMT") == year)
  }

  @Test(arguments: [
    nil, "", "soon", "-1", "1.5", "Sun, 31 Feb 1994 08:51:37 GMT", "Sun, 06 Nov 1994 25:51:37 GMT",
    "Sun, 06 Nov 1994 08:51:37 CET", "Sun, 06 Nov 0 08:51:37 GMT",
  ])
  func anythingElseIsNoPause(value: String?) {
    #expect(pause(value) == nil)
  }

  @Test func namesOfHeadersMayBeUpperOrLowerCase() {
    let headers: HTTPHeaders = ["Content-Type": "a", "content-type": "b"]
    #expect(headers["CONTENT-TYPE"] == "a")
    #expect(headers["Accept"] == nil)
    #expect(headers.map(\.value) == ["a", "b"])
  }
}
