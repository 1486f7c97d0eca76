import LocationCore
import LocationPlaces
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct ViewStateTests {
  private let start = Date(timeIntervalSince1970: 1_748_764_800)
  private var state: ViewState {
    ViewState(source: "gpsd://localhost:2947", authorization: .authorizedAlways, now: start)
  }

  private func fix(
    _ latitude: Double = 48, _ device: String? = nil, name: String = "gpsd://localhost:2947"
  ) throws -> LocationUpdate {
    .fix(try .bare(latitude, 11, source: FixSource(kind: .live, name: name, device: device)))
  }

  private let lost = LocationUpdate.fixLost(
    FixLoss(reason: .noFix, source: FixSource(kind: .live, name: "gpsd://localhost:2947")))

  private func texts(_ state: ViewState) -> [String] {
    state.dashboard.events.reversed().map(\.text)
  }

  @Test func aLossKeepsTheLastLocationAndIsAnEventOnce() throws {
    var state = state
    state.note(try fix())
    for second in 1...3 {
      state.now = start.addingTimeInterval(Double(second))
      state.note(lost)
    }
    #expect(state.fix != nil && !state.hasFix)
    #expect(state.device?.lossText(at: state.now) == "no fix for 2 s")
    #expect(texts(state) == ["no fix", "first location"])
    state.now = start.addingTimeInterval(10)
    state.note(try fix())
    #expect(state.hasFix && state.device?.lossText(at: state.now) == nil)
    #expect(texts(state).first == "location again after 9 s")
    #expect(state.dashboard.counts.fixes == 2 && state.dashboard.counts.losses == 3)
  }

  @Test func aLossBeforeTheFirstLocationIsNoLostLocation() throws {
    var state = state
    state.note(lost)
    state.now = start.addingTimeInterval(9)
    state.note(try fix())
    #expect(texts(state) == ["first location", "no fix"])
  }

  @Test func eventsOfARecordingHaveItsTimes() throws {
    for kind in [FixSource.Kind.replayed, .simulated] {
      var state = state
      let source = FixSource(kind: kind, name: "file:drive.nmea")
      let recorded = Date(timeIntervalSince1970: 1_000_000)
      var fix = try Fix.bare(source: source)
      fix.timestamp = recorded
      state.note(.fix(fix))
      var loss = FixLoss(reason: .noFix, source: source)
      loss.timestamp = recorded.addingTimeInterval(60)
      state.note(.fixLost(loss))
      state.end()
      #expect(
        state.dashboard.events.reversed().map(\.time)
          == [60, 60, 0].map(recorded.addingTimeInterval))
    }
  }

  @Test func eventsOfARecordingWithoutDatesHaveNoTime() throws {
    var state = state
    state.note(.fix(try .bare(source: FixSource(kind: .replayed, name: "file:drive.nmea"))))
    #expect(state.dashboard.events.reversed().map(\.time) == [nil])
  }

  @Test func eventsOfALiveSourceHaveTheTimeOfTheHost() throws {
    var state = state
    state.note(try fix())
    #expect(state.dashboard.events.reversed().map(\.time) == [start])
  }

  @Test func anotherReceiverIsShownOnlyAfterThisOneIsSilent() throws {
    var state = state
    state.note(try fix(48, "/dev/ttyACM0"))
    state.note(try fix(49, "/dev/ttyACM1"))
    var loss = FixLoss(reason: .noFix, source: .live)
    loss.source = FixSource(kind: .live, name: "gpsd://localhost:2947", device: "/dev/ttyACM1")
    state.note(.fixLost(loss))
    #expect(state.fix?.coordinate.latitude == 48 && state.hasFix)
    state.now = start.addingTimeInterval(6)
    state.note(try fix(49, "/dev/ttyACM1"))
    #expect(state.fix?.coordinate.latitude == 49)
  }

  @Test func anotherSourceOfAFallbackIsShownAndHasATrackOfItsOwn() throws {
    var state = state
    state.note(try fix())
    state.note(try fix(49, name: "tcp://a:1"))
    #expect(texts(state).contains("using tcp://a:1"))
    #expect(state.fix?.coordinate.latitude == 49)
    #expect(state.trail.pieces.count == 1)
    #expect(state.devices.count == 1)
  }

  @Test func aDeviceThatTheUserChoseStays() throws {
    var state = state
    for device in ["ana/phone", "bo/phone", "cy/phone"] { state.note(try fix(48, device)) }
    #expect(state.device?.source.device == "ana/phone")
    state.choose(by: -1)
    #expect(state.device?.source.device == "cy/phone")
    state.choose(by: -1)
    #expect(state.device?.source.device == "bo/phone")
    state.now = start.addingTimeInterval(60)
    state.note(try fix(49, "ana/phone"))
    #expect(state.device?.source.device == "bo/phone")
    state.choose(by: 1)
    state.choose(by: 1)
    #expect(state.fix?.coordinate.latitude == 49)
  }

  @Test func aPlaceIsLeftOnlyBeyondTheErrorOfTheLocation() throws {
    let home = try Place(
      name: "Home",
      region: .circle(around: Coordinate(latitude: 48, longitude: 11), radius: 100))
    var places = NearbyPlaces([home])
    func move(_ meters: Double, accuracy: Double = 5) throws -> [String] {
      places.move(to: try Fix.bare(48 + meters / 111_195, 11).accurate(to: accuracy))
    }
    #expect(try move(0) == ["at Home"])
    #expect(try move(105) == [])
    #expect(try move(150, accuracy: 60) == [])
    #expect(try move(150) == ["left Home"])
    #expect(try move(90) == ["entered Home"])
    #expect(places.nearest.first.map { Int($0.distance) } == -10)
  }

  @Test func twoSignalsOfASatelliteAreOneSatellite() {
    var one = Satellite(prn: 3, constellation: .gps, id: 3)
    one.signalStrength = 30
    one.isUsed = true
    var two = one
    two.signal = 5
    two.signalStrength = 40
    two.isUsed = false
    var other = Satellite(prn: 303, constellation: .galileo, id: 3)
    other.isUsed = false
    let list = SatelliteList(SkyView(satellites: [other, one, two], source: .live))
    #expect(list.entries.map(\.label) == ["G03", "E03"])
    #expect(list.entries[0].signalStrength == 40)
    #expect(list.used == 1)
    #expect(list.constellations == ["GPS 1/1", "Galileo 0/1"])
  }
}
