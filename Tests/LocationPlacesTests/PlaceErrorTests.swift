import Foundation
import LocationCore
import LocationPlaces
import TestTurns
import Testing

@Suite(.inTurn) struct PlaceErrorTests {
  private func fail() throws(PlaceError) {
    throw PlaceError(.duplicateName, subject: "Home", detail: "choose another name")
  }

  @Test func isCaughtByItsCode() {
    do throws(PlaceError) {
      try fail()
    } catch .unknownPlace, .duplicateID {
      Issue.record("another code was matched")
    } catch .duplicateName {
    } catch {
      Issue.record("the code was not matched")
    }
  }

  @Test func isCaughtByItsCodeBesideErrorsOfOtherTypes() throws {
    do {
      try fail()
      throw UserLocationError.timedOut
    } catch UserLocationError.timedOut, PlaceError(.unknownPlace) {
      Issue.record("another error was matched")
    } catch PlaceError(.duplicateName) {
    }
  }

  @Test func itsLocalizedDescriptionIsItsDescription() {
    let error: any Error = PlaceError(
      .duplicateName, subject: "Home", detail: "choose another name")
    #expect(error.localizedDescription == "Home: choose another name")
    #expect(PlaceError(.unknownPlace).localizedDescription == "there is no such place")
  }
}
