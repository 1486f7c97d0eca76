import Foundation
import LocationCore
import LocationPlaces
import LocationPublishing
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct OwnTracksFormatTests {
  private func text(
    _ item: PublishedItem, _ format: OwnTracksFormat = OwnTracksFormat()
  ) -> String? {
    format.payload(of: item, createdAt: noon + 1.5).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aLocationHasAllKnownValuesInOwnTracksUnits() throws {
    var fix = fix()
    fix.altitude = 545.4
    fix.errors.vertical = 7.2
    fix.errors.horizontal = 4.1
    fix.speed = 10
    fix.course = 359.7
    #expect(
      text(.location(fix, places: [try place("Home")]), OwnTracksFormat(trackerID: "KB"))
        == #"{"_type":"location","tid":"KB","lat":48,"lon":11,"acc":5,"tst":1740830400,"alt":545,"#
        + #""vac":8,"vel":36,"cog":0,"inregions":["Home"],"created_at":1740830401}"#)
  }

  @Test func whatIsNotKnownIsLeftOut() {
    var fix = Fix(coordinate: center, source: .live)
    fix.timestamp = noon
    #expect(
      text(.location(fix, places: []))
        == #"{"_type":"location","lat":48,"lon":11,"tst":1740830400,"created_at":1740830401}"#)
  }

  @Test func aVerticalErrorWithoutAltitudeIsLeftOut() {
    var fix = fix()
    fix.errors.vertical = 3
    #expect(text(.location(fix, places: []))?.contains("vac") == false)
  }

  @Test func aSimulatedOrRecordedLocationSaysSo() {
    #expect(
      text(.location(fix(source: .simulated), places: []))?.hasSuffix(#","simulated":true}"#)
        == true)
    #expect(
      text(.location(fix(source: .replayed), places: []))?.hasSuffix(#","replayed":true}"#) == true)
  }

  @Test func aLiveLocationWithoutDateHasItsTimeOfReceipt() {
    var fix = Fix(coordinate: center, source: .live)
    fix.receivedAt = noon + 7
    #expect(text(.location(fix, places: []))?.contains(#""tst":1740830407,"#) == true)
    fix.source = .replayed
    #expect(text(.location(fix, places: [])) == nil)
  }

  @Test func enteringIsATransition() throws {
    let event = PlaceEvent(
      .entered, place: try place("Home"), device: fix().source.deviceID, time: noon, fix: fix())
    #expect(
      text(.event(event, placeToldAt: noon - 60), OwnTracksFormat(trackerID: "KB"))
        == #"{"_type":"transition","tid":"KB","event":"enter","desc":"Home","rid":"id-Home","#
        + #""tst":1740830400,"wtst":1740830340,"lat":48,"lon":11,"acc":5}"#)
  }

  @Test func onlyEnteringAndLeavingAreTransitions() throws {
    let home = try place("Home")
    let kinds: [PlaceEvent.Kind] = [.stayed(.seconds(5)), .initial(isInside: true)]
    for kind in kinds {
      #expect(
        text(
          .event(
            PlaceEvent(kind, place: home, device: fix().source.deviceID, time: noon),
            placeToldAt: noon)) == nil)
    }
    let left = PlaceEvent(.left, place: home, device: fix().source.deviceID, time: noon)
    #expect(text(.event(left, placeToldAt: noon))?.contains(#""event":"leave""#) == true)
  }

  @Test func aCircleIsAWaypoint() throws {
    #expect(
      text(.place(try place("Home", radius: 49.6), toldAt: noon))
        == #"{"_type":"waypoint","desc":"Home","lat":48,"lon":11,"rad":50,"tst":1740830400,"#
        + #""rid":"id-Home"}"#)
  }

  @Test func aNameIsEscaped() throws {
    let odd = try text(.place(place(#"a "b" \ c"#), toldAt: noon))
    #expect(odd?.contains(#""desc":"a \"b\" \\ c""#) == true)
  }

  @Test func theWillHasTheTimeOfTheConnection() {
    let will = OwnTracksFormat().will(connectedAt: noon)
    #expect(
      will.map { String(decoding: $0, as: UTF8.self) } == #"{"_type":"lwt","tst":1740830400}"#)
  }

  @Test func gpsdsFormatHasPositionsAndEvents() throws {
    func text(_ item: PublishedItem) -> String? {
      GPSDFormat().payload(of: item, createdAt: noon).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(text(.location(fix(), places: []))?.hasPrefix(#"{"class":"TPV","#) == true)
    let event = PlaceEvent(
      .entered, place: try place("Home"), device: fix().source.deviceID, time: noon)
    let line = text(.event(event, placeToldAt: noon))
    #expect(line?.hasPrefix(#"{"class":"PLACE","event":"enter","#) == true)
    #expect(line?.hasSuffix("}") == true)
    #expect(text(.place(try place("Home"), toldAt: noon)) == nil)
  }
}
