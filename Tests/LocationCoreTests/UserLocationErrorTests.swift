import Foundation
import LocationCore
import TestTurns
import Testing

@Suite(.inTurn) struct UserLocationErrorTests {
  @Test func isMatchedByItsCodeAlone() {
    let error = UserLocationError(.timedOut, source: "gpsd://localhost", detail: "after 5 s")
    switch error {
    case .cancelled: Issue.record("timed out is not cancelled")
    case .timedOut: break
    default: Issue.record("timed out was not matched")
    }
  }

  @Test(arguments: [
    (UserLocationError.canNotBeLocated, UserLocationError.Code.canNotBeLocated),
    (.notAuthorized, .notAuthorized), (.sourceUnavailable, .sourceUnavailable),
    (.sourceEnded, .sourceEnded), (.timedOut, .timedOut), (.cancelled, .cancelled),
    (.badData, .badData), (.invalidSource, .invalidSource), (.hostNotFound, .hostNotFound),
    (.sourceNotFound, .sourceNotFound), (.inputOutput, .inputOutput),
    (.protocolViolation, .protocolViolation),
  ])
  func eachCodeHasAShortForm(form: UserLocationError, code: UserLocationError.Code) {
    #expect(form.code == code)
  }

  private struct OtherError: Error {}

  /// Throws errors of two types, so that the static type is `any Error`.
  private func fail(otherwise: Bool = false) throws {
    if otherwise { throw OtherError() }
    throw UserLocationError(.timedOut, detail: "after 5 s")
  }

  @Test func isCaughtByItsCodeWhateverTheStaticType() throws {
    do {
      try fail()
    } catch UserLocationError.cancelled {
      Issue.record("timed out is not cancelled")
    } catch UserLocationError.timedOut {
    }
    do {
      throw UserLocationError(.timedOut, detail: "after 5 s")
    } catch .timedOut {
    } catch {
      Issue.record("timed out was not matched")
    }
    #expect(throws: OtherError.self) {
      do {
        try fail(otherwise: true)
      } catch UserLocationError.timedOut {
        Issue.record("another error was matched")
      }
    }
  }

  @Test func isCaughtInAClosure() {
    let code = { () -> Int in
      do {
        try fail()
        return 0
      } catch UserLocationError.notAuthorized {
        return 1
      } catch UserLocationError.timedOut {
        return 2
      } catch {
        return 3
      }
    }
    #expect(code() == 2)
  }

  @Test func equalsEveryErrorWithItsCode() {
    let error = UserLocationError(.timedOut, source: "gpsd://localhost", detail: "after 5 s")
    #expect(error == .timedOut)
    #expect(error != .cancelled)
    let erased: any Error = error
    #expect(erased == .timedOut)
    #expect(erased != .cancelled)
    #expect(OtherError() != UserLocationError.timedOut)
    #expect(Set([error, .timedOut, .cancelled]).count == 2)
    #expect(throws: UserLocationError.timedOut) { try fail() }
  }

  @Test func itsLocalizedDescriptionIsItsDescription() {
    let error: any Error = UserLocationError(.notAuthorized, source: "x", detail: "ask the owner")
    #expect(error.localizedDescription == "x: ask the owner")
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
