#if Web
  import LocationCore
  import LocationTesting
  import LocationText
  import Synchronization
  import TestSupport
  import Testing

  @testable import LocationWeb

  /// The state of a page.
  @Suite struct WebStateTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func after(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private func state() -> WebState { WebState(authorization: .authorizedAlways) }

    private func source(_ device: String?, name: String = "gpsd://localhost") -> FixSource {
      FixSource(kind: .live, name: name, device: device)
    }

    @Test func aDayOfMovingIsBounded() throws {
      var state = state()
      for second in 0..<86_400 {
        let fix = try Fix.bare(10 + Double(second) * 1e-4, 20, source: .live)
        _ = state.note(.fix(fix), at: after(Double(second)))
      }
      let track = try #require(state.all.first?.track)
      #expect(track.points.count <= WebState.pointLimit)
      #expect(track.points.count > WebState.pointLimit / 4)
      // The whole way is there, from its start to the receiver.
      #expect(track.points.first.map { $0.coordinate.latitude < 10.01 } == true)
      #expect(track.points.last.map { $0.coordinate.latitude > 18.6 } == true)
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
        #expect((state.all.first?.sky != nil) == stays, "\(reason)")
      }
    }

    @Test func aChangeThatWaitsAgainIsSentToo() throws {
      let clock = ManualClock()
      let frames = Mutex<[String]>([])
      let waits = Mutex(0)
      let hub = WebHub(
        source: "test", authorization: .authorizedAlways, places: [], instance: "a", clock: clock,
        now: { clock.date })
      hub.start(
        WebHub.Delivery(
          send: { bytes in frames.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } },
          wait: { _ in waits.withLock { $0 += 1 } }, clientCount: { 1 }))
      func note(_ device: String, _ latitude: Double) throws {
        hub.note(.fix(try .bare(latitude, 20, source: source(device))))
      }
      try note("a", 10)
      clock.advance(by: .milliseconds(10))
      try note("a", 11)
      #expect(waits.withLock { $0 } == 1)
      clock.advance(by: .milliseconds(25))
      try note("b", 20)
      clock.advance(by: .milliseconds(2))
      try note("b", 21)
      clock.advance(by: .milliseconds(13))
      hub.release()
      // The second location of b is too early again.
      #expect(waits.withLock { $0 } == 2)
      clock.advance(by: .milliseconds(40))
      hub.release()
      #expect(frames.withLock { $0.last?.contains("\"lat\":21.0") } == true)
      #expect(waits.withLock { $0 } == 2)
    }

    @Test func pointsShareTheirLimit() throws {
      var state = state()
      for second in 0..<12_000 {
        let fix = try Fix.bare(
          10 + Double(second) * 1e-4, 20, source: source(second % 10 == 0 ? "b" : "a"))
        _ = state.note(.fix(fix), at: after(Double(second)))
      }
      let counts = state.all.map(\.track.points.count)
      #expect(counts.reduce(0, +) <= WebState.pointLimit)
      // Only the longer track lost points.
      #expect(counts[0] == 1200)
    }

    @Test func thinningKeepsSegmentsAndTheLastPoint() throws {
      var track = WebTrack()
      for index in 0..<9 {
        if index == 3 { track.interrupt() }
        track.add(try .bare(10 + Double(index) * 0.01, 20), now: after(Double(index)))
      }
      track.thin()
      #expect(
        track.points.map { ($0.coordinate.latitude * 100).rounded() } == [
          1000, 1002, 1004, 1006, 1008,
        ])
      #expect(track.points.map(\.startsSegment) == [true, false, true, false, false])
    }

    @Test func aReceiverThatStandsAddsFewPoints() throws {
      var track = WebTrack()
      for second in 0..<100 { track.add(try .bare(), now: after(Double(second))) }
      #expect(track.points.count == 20)
    }

    @Test func theReceiversAreBounded() throws {
      var state = state()
      for number in 0..<500 {
        _ = state.note(.fix(try .bare(source: source("\(number)"))), at: after(Double(number)))
      }
      #expect(state.all.count == WebState.receiverLimit)
      #expect(state.all.last?.source.device == "499")
      #expect(state.events.count <= WebState.eventLimit)
    }

    @Test func aLostSourceTakesItsReceiversAlong() throws {
      var state = state()
      _ = state.note(.fix(try .bare(source: source("a"))), at: start)
      _ = state.note(.fix(try .bare(source: source("b"))), at: start)
      _ = state.note(.fixLost(FixLoss(reason: .disconnected, source: source(nil))), at: start)
      #expect(state.all.map { $0.loss?.reason } == [.disconnected, .disconnected])
      _ = state.note(.fix(try .bare(source: source("a"))), at: after(3))
      #expect(state.all.map { $0.loss?.reason } == [nil, .disconnected])
      #expect(state.events.last?.text == "a: location again after 3 s")
    }

    @Test func aReceiverWithoutANameGetsOne() throws {
      var state = state()
      _ = state.note(.fixLost(FixLoss(reason: .noFix, source: source(nil))), at: start)
      _ = state.note(.fix(try .bare(source: source("/dev/ttyACM0"))), at: start)
      #expect(state.all.map(\.source.device) == ["/dev/ttyACM0"])
    }

    @Test func anotherSourceOfAFallbackTakesOver() throws {
      var state = state()
      _ = state.note(.fix(try .bare(source: source("a"))), at: start)
      _ = state.note(.fix(try .bare(source: source(nil, name: "sim:drive"))), at: start)
      #expect(state.all.map(\.isInUse) == [false, true])
      #expect(state.events.contains { $0.text == "using sim:drive" })
    }

    @Test func satellitesStayWhileOnlyTheRestIsReported() throws {
      var state = state()
      let sky = SkyView(satellites: [Satellite(prn: 1)], source: source(nil))
      let rest = SkyView(satellites: [], source: source(nil))
      _ = state.note(.sky(sky), at: start)
      _ = state.note(.sky(rest), at: after(5))
      #expect(state.all.first?.sky == sky)
      _ = state.note(.sky(rest), at: after(20))
      #expect(state.all.first?.sky == rest)
    }

    @Test func eventsAreKeptForClientsThatReconnect() throws {
      var frames = EventFrames(instance: "abc")
      for number in 1...1000 {
        _ = frames.add("event") { $0.write(integer: number) }
      }
      #expect(
        frames.events(after: "abc-998").map { String(decoding: $0, as: UTF8.self) } == """
          id: abc-999
          event: event
          data: 999

          id: abc-1000
          event: event
          data: 1000


          """)
      #expect(frames.events(after: "abc-1000") == [])
      #expect(frames.events(after: "abc-500") == nil)
      #expect(frames.events(after: "abc-1001") == nil)
      #expect(frames.events(after: "abd-999") == nil)
      #expect(frames.events(after: "") == nil)
    }
  }
#endif
