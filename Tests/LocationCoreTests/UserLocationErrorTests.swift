import LocationCore
import Testing

@Suite struct UserLocationErrorTests {
  @Test func isMatchedByItsCodeAlone() {
    let error = UserLocationError(.timedOut, source: "gpsd://localhost", detail: "after 5 s")
    switch error {
    case .cancelled: Issue.record("timed out is not cancelled")
    case .timedOut: break
    default: Issue.record("timed out was not matched")
    }
  }

  @Test func readsAsOneLineThatNamesTheSource() {
    let error = UserLocationError(
      .notAuthorized, source: "serial:/dev/ttyACM0", detail: "join the group dialout")
    #expect("\(error)" == "serial:/dev/ttyACM0: join the group dialout")
    #expect("\(UserLocationError.timedOut)" == "no location in time")
    #expect("\(UserLocationError(.init("myOwn")))" == "myOwn")
  }

  @Test(arguments: AuthorizationStatus.allCases)
  func aStatusIsAuthorizedRefusedOrOpen(_ status: AuthorizationStatus) {
    #expect([status.isAuthorized, status.isRefused, status == .notDetermined].count { $0 } == 1)
  }

  @Test func theAgeOfAFixCountsFromItsTimestamp() throws {
    var fix = try Fix.munich()
    let now = Date(timeIntervalSince1970: 1_000)
    #expect(fix.age(at: now) == nil)
    fix.timestamp = Date(timeIntervalSince1970: 997.5)
    #expect(fix.age(at: now) == .milliseconds(2_500))
  }
}
