import LocationCore
import LocationPlaces
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationDashboard

@Suite(.inTurn) struct LocationDashboardTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

  private func state() -> LocationDashboard { LocationDashboard(authorization: .authorizedAlways) }

  private func source(_ device: String?, name: String = "gpsd://localhost") -> FixSource {
    FixSource(kind: .live, name: name, device: device)
  }

  @Test func aDayOfMovingIsBounded() throws {
    var state = state()
    for second in 0..<86_400 {
      let fix = try Fix.bare(10 + Double(second) * 1e-4, 20, source: .live)
      _ = state.note(.fix(fix), at: after(Double(second)))
    }
    let track = try #require(state.devices.first?.track)
    #expect(track.points.count <= DeviceTrack.pointLimit)
    #expect(track.points.count > DeviceTrack.pointLimit / 4)
    // The whole way is there, from its start to the receiver.
    #expect(track.points.first.map { $0.coordinate.latitude < 10.01 } == true)
    #expect(track.points.last.map { $0.coordinate.latitude > 18.6 } == true)
  }

  @Test func eventsOfARecordingHaveItsTimes() throws {
    var state = state()
    let recorded = Date(timeIntervalSince1970: 1_000_000)
    var fix = try Fix.bare(source: FixSource(kind: .replayed, name: "file:drive.nmea"))
    fix.timestamp = recorded
    _ = state.note(.fix(fix), at: after(0))
    #expect(state.events.map(\.time) == [recorded])
    var live = try Fix.bare(source: source("a"))
    live.timestamp = recorded
    _ = state.note(.fix(live), at: after(0))
    #expect(state.events.last?.time == after(0))
  }

  @Test func aReceiversLocationIsOldAfterTenSecondsWhateverItsClockSays() throws {
    var state = state()
    var fix = try Fix.bare(source: source("a"))
    fix.timestamp = after(-86_400)
    state.note(.fix(fix), at: after(0))
    let device = try #require(state.devices.first)
    #expect(device.ageStart == after(0))
    #expect(device.isPresent(at: after(10)))
    #expect(!device.isPresent(at: after(10.5)))
  }

  @Test func aSourceThatReportsChangesHasTenMinutesFromItsOwnTime() throws {
    var state = state()
    var fix = try Fix.bare(source: source("anna/phone", name: "mqtt://broker/owntracks/+/+"))
    fix.timestamp = after(-500)
    state.note(.fix(fix), at: after(0))
    let device = try #require(state.devices.first)
    #expect(device.ageStart == after(-500))
    #expect(device.isPresent(at: after(100)))
    #expect(!device.isPresent(at: after(101)))
  }

  @Test func aPlayedLocationIsNeverOldAndARememberedOneNeverPresent() throws {
    for (kind, isPresent) in [
      (FixSource.Kind.simulated, true), (.replayed, true), (.remembered, false),
    ] {
      var state = state()
      state.note(.fix(try .bare(source: FixSource(kind: kind, name: "test:"))), at: after(0))
      #expect(state.devices.first?.longestAge == nil)
      #expect(state.devices.first?.isPresent(at: after(86_400)) == isPresent)
    }
  }

  @Test func aLostLocationAndThatOfASourceThatIsNotInUseAreNotPresent() throws {
    var state = state()
    let (first, second) = (source(nil, name: "gpsd://a"), source(nil, name: "gpsd://b"))
    state.note(.fix(try .bare(source: first)), at: after(0))
    state.note(.fix(try .bare(source: second)), at: after(0))
    #expect(state.devices.map { $0.isPresent(at: after(1)) } == [false, true])
    state.note(.fixLost(FixLoss(reason: .noFix, source: second)), at: after(1))
    #expect(state.devices.map { $0.isPresent(at: after(1)) } == [false, false])
  }

  @Test func satellitesGoWithTheirReceiver() throws {
    let reasons: [(FixLoss.Reason, Bool)] = [
      (.noFix, true), (.disconnected, false), (.silent, false),
    ]
    for (reason, stays) in reasons {
      var state = state()
      let source = source("a")
      let sky = SkyView(satellites: [Satellite(prn: 1)], source: source)
      _ = state.note(.sky(sky), at: after(0))
      _ = state.note(.fixLost(FixLoss(reason: reason, source: source)), at: after(1))
      #expect((state.devices.first?.sky != nil) == stays, "\(reason)")
    }
  }

  @Test func manyActiveDevicesDoNotEvictEachOther() throws {
    var state = state()
    let count = LocationDashboard.deviceLimit
    for second in 0..<3 {
      for number in 0..<count + 10 {
        let changes = state.note(
          .fix(try .bare(source: source("\(number)"))), at: after(Double(second)))
        #expect(!changes.contains { if case .gone = $0 { true } else { false } })
      }
    }
    #expect(state.devices.count == count)
    #expect(state.counts.fixes == 3 * (count + 10))
    #expect(state.counts.leftOut == 30)
    #expect(state.events.count <= LocationDashboard.eventLimit)
  }

  @Test func theDeviceThatWasSilentForTheLongestTimeMakesRoom() throws {
    var state = state()
    for number in 0..<LocationDashboard.deviceLimit {
      _ = state.note(.fix(try .bare(source: source("\(number)"))), at: after(Double(number)))
    }
    // All but the first one are heard again.
    let later = Double(LocationDashboard.deviceLimit)
    for number in 1..<LocationDashboard.deviceLimit {
      _ = state.note(.fix(try .bare(source: source("\(number)"))), at: after(later))
    }
    let changes = state.note(.fix(try .bare(source: source("new"))), at: after(later))
    #expect(changes.contains(.gone(source("0").deviceID)))
    #expect(state[source("new").deviceID]?.hasFix == true)
    #expect(state[source("0").deviceID] == nil)
    #expect(state.devices.allSatisfy { state[$0.id]?.id == $0.id })
    #expect(state.counts.leftOut == 0)
  }

  @Test func aLostSourceTakesItsReceiversAlong() throws {
    var state = state()
    _ = state.note(.fix(try .bare(source: source("a"))), at: start)
    _ = state.note(.fix(try .bare(source: source("b"))), at: start)
    _ = state.note(.fixLost(FixLoss(reason: .disconnected, source: source(nil))), at: start)
    #expect(state.devices.map { $0.loss?.reason } == [.disconnected, .disconnected])
    _ = state.note(.fix(try .bare(source: source("a"))), at: after(3))
    #expect(state.devices.map { $0.loss?.reason } == [nil, .disconnected])
    #expect(state.events.last?.text == "a: location again after 3 s")
  }

  @Test func aLossBeforeTheFirstLocationIsNoLostLocation() throws {
    var state = state()
    _ = state.note(.fixLost(FixLoss(reason: .noFix, source: source("a"))), at: start)
    _ = state.note(.fix(try .bare(source: source("a"))), at: after(3))
    #expect(state.events.map(\.text) == ["no fix", "first location"])
  }

  @Test func aReceiverWithoutANameGetsOne() throws {
    var state = state()
    _ = state.note(.fixLost(FixLoss(reason: .noFix, source: source(nil))), at: start)
    _ = state.note(.fix(try .bare(source: source("/dev/ttyACM0"))), at: start)
    #expect(state.devices.map(\.source.device) == ["/dev/ttyACM0"])
  }

  @Test func anotherSourceOfAFallbackTakesOver() throws {
    var state = state()
    _ = state.note(.fix(try .bare(source: source("a"))), at: start)
    _ = state.note(.fix(try .bare(source: source(nil, name: "sim:drive"))), at: start)
    #expect(state.devices.map(\.isInUse) == [false, true])
    #expect(state.events.contains { $0.text == "using sim:drive" })
  }

  @Test func satellitesStayWhileOnlyTheRestIsReported() throws {
    var state = state()
    let sky = SkyView(satellites: [Satellite(prn: 1)], source: source(nil))
    let rest = SkyView(satellites: [], source: source(nil))
    _ = state.note(.sky(sky), at: start)
    _ = state.note(.sky(rest), at: after(5))
    #expect(state.devices.first?.sky == sky)
    _ = state.note(.sky(rest), at: after(20))
    #expect(state.devices.first?.sky == rest)
  }

  /// The doctor and the metrics of a source tell of it as a whole.
  @Test func theLastListedSatellitesOfAnyDeviceStay() throws {
    var state = state()
    var used = SkyView(satellites: [], source: source("a"))
    used.satellitesUsed = 4
    _ = state.note(.sky(used), at: start)
    _ = state.note(.sky(SkyView(satellites: [], source: source("a"))), at: start)
    #expect(state.listedSky == used)
    _ = state.note(.fix(try .bare(10, 20, source: source("b"))), at: start)
    #expect(!state.isComplete)
    let sky = SkyView(satellites: [Satellite(prn: 1)], source: source("a"))
    for update in [.sky(sky), .sky(used), .fixLost(FixLoss(reason: .silent, source: source("a")))]
      as [LocationUpdate]
    {
      _ = state.note(update, at: after(1))
    }
    #expect(state.listedSky == sky)
    #expect(state.fix?.source.device == "b")
    #expect(state.isComplete)
    #expect(state.counts.reports == 6)
  }

  /// A fix of a phone behind a broker, `seconds` after the start by its clock.
  private func sent(
    _ latitude: Double, at seconds: Double, _ device: String = "anna/phone"
  ) throws -> LocationUpdate {
    var fix = try Fix.bare(latitude, 20, source: source(device, name: "mqtt://broker/+/+"))
    fix.timestamp = after(seconds)
    return .fix(fix)
  }

  @Test func aMessageThatComesLateBelongsToTheTrackAndNotToThePresent() throws {
    var state = state()
    state.note(try sent(10, at: -7200), at: after(-7200))
    state.note(try sent(12, at: 0), at: after(0))
    state.note(try sent(30, at: -9, "ben/phone"), at: after(0))
    let changes = state.note(try sent(11, at: -3600), at: after(1))
    let device = try #require(state.devices.first)
    #expect(changes == [.late(device.id)])
    #expect(device.fix?.coordinate.latitude == 12)
    #expect(device.fixArrival == after(0))
    #expect(state.latest?.device == "ben/phone")
    #expect(device.track.points.map(\.coordinate.latitude) == [10, 11, 12])
    #expect(device.track.points.map(\.startsSegment) == [true, false, false])
    #expect(state.devices.last?.track.points.count == 1)
    state.note(try sent(9, at: -9000), at: after(2))
    let track = try #require(state.devices.first?.track)
    #expect(track.points.map(\.coordinate.latitude) == [9, 10, 11, 12])
    #expect(track.points.map(\.startsSegment) == [true, false, false, false])
  }

  @Test func aLateMessageDoesNotEndALoss() throws {
    var state = state()
    state.note(try sent(12, at: 0), at: after(0))
    let source = try #require(state.devices.first?.source)
    state.note(.fixLost(FixLoss(reason: .disconnected, source: source)), at: after(1))
    state.note(try sent(11, at: -60), at: after(2))
    #expect(state.devices.first?.hasFix == false)
  }

  @Test func aClockThatWasAheadDoesNotHideThePresent() throws {
    var state = state()
    state.note(try sent(10, at: 31_536_000), at: after(0))
    state.note(try sent(11, at: 9), at: after(10))
    #expect(state.fix?.coordinate.latitude == 11)
  }

  /// A server that plays a log again and again.
  @Test func aReceiverWhoseTimeGoesBackIsBelieved() throws {
    var state = state()
    for (latitude, seconds) in [(10.0, -20.0), (11, -10), (10, -20)] {
      var fix = try Fix.bare(latitude, 20, source: source("a"))
      fix.timestamp = after(seconds)
      state.note(.fix(fix), at: after(seconds + 100))
    }
    #expect(state.fix?.coordinate.latitude == 10)
  }

  @Test func eachDeviceHasItsOwnLossAndPlaces() throws {
    let home = try Place(
      name: "Home", region: .circle(around: Coordinate(latitude: 10, longitude: 20), radius: 100))
    var state = LocationDashboard(authorization: .authorizedAlways, places: [home])
    _ = state.note(.fix(try .bare(10, 20, source: source("anna/phone"))), at: start)
    _ = state.note(.fix(try .bare(11, 20, source: source("ben/phone"))), at: start)
    _ = state.note(.fix(try .bare(11, 20, source: source("anna/phone"))), at: after(1))
    _ = state.note(.fix(try .bare(10, 20, source: source("ben/phone"))), at: after(2))
    #expect(
      state.events.map(\.text) == [
        "first location", "at Home", "ben: first location", "anna: left Home", "ben: entered Home",
      ])
    _ = state.note(
      .fixLost(FixLoss(reason: .noFix, source: source("anna/phone"))), at: after(3))
    #expect(state.devices.map(\.hasFix) == [false, true])
  }
}
