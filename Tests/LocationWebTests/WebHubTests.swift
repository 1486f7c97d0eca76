#if Web
  import Dispatch
  import LocationCore
  import LocationTesting
  import LocationText
  import Synchronization
  import TestSupport
  import TestTurns
  import Testing

  @testable import LocationDashboard
  @testable import LocationWeb

  /// The events that clients get.
  @Suite(.inTurn) struct WebHubTests {
    @Test func aChangeThatWaitsAgainIsSentToo() throws {
      let clock = ManualClock()
      let frames = Mutex<[String]>([])
      let waits = Mutex(0)
      let hub = WebHub(
        sources: ["test"], authorization: .authorizedAlways, places: [], instance: "a",
        clock: clock)
      hub.start(
        WebHub.Delivery(
          send: { bytes in frames.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } },
          wait: { _ in waits.withLock { $0 += 1 } }, clientCount: { 1 }))
      func note(_ device: String, _ latitude: Double) throws {
        hub.note(
          .fix(
            try .bare(
              latitude, 20, source: FixSource(kind: .live, name: "gpsd://localhost", device: device)
            )))
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

    @Test func thePointsOfATrackThatHaveNoEventOfTheirOwnAreTold() throws {
      let clock = ManualClock()
      let frames = Mutex<[String]>([])
      let hub = WebHub(
        sources: ["test"], authorization: .authorizedAlways, places: [], instance: "a",
        clock: clock)
      hub.start(
        WebHub.Delivery(
          send: { bytes in frames.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } },
          wait: { _ in }, clientCount: { 1 }))
      let date = clock.date
      func note(_ device: String, _ latitude: Double, _ seconds: Double) throws {
        let source = FixSource(kind: .live, name: "mqtt://broker/+", device: device)
        var fix = try Fix.bare(latitude, 20, source: source)
        fix.timestamp = date.addingTimeInterval(seconds)
        hub.note(.fix(fix))
      }
      func points() -> [String] {
        frames.withLock { frames in
          defer { frames = [] }
          return frames.flatMap { $0.split(separator: "\n\n") }.filter {
            $0.contains("event: points")
          }
          .map(String.init)
        }
      }
      try note("a", 10, -60)
      for number in 1...3 { try note("a", 10 + Double(number), Double(number) - 60) }
      try note("b", 20, -60)
      #expect(points().isEmpty)
      clock.advance(by: .milliseconds(40))
      hub.release()
      let burst = points()
      #expect(burst.count == 1)
      for latitude in ["11", "12", "13"] {
        #expect(burst.first?.contains("[\(latitude)") == true)
      }
      // Late: the present is told again, and the point before it.
      clock.advance(by: .milliseconds(40))
      try note("a", 9, -120)
      let late = points()
      #expect(late.count == 1)
      #expect(late.first?.contains("[9") == true)
      #expect(String(decoding: hub.location(), as: UTF8.self).contains(#""lat":13.0"#))
    }

    @Test func aPlaybackThatWasReadFirstIsToldFirst() async throws {
      let hub = WebHub(
        sources: ["test"], authorization: .authorizedAlways, places: [], instance: "a",
        clock: ManualClock())
      @Sendable func playback(at position: Int) -> DashboardPlayback {
        DashboardPlayback(isPaused: false, position: .seconds(position), canSeek: true)
      }
      let (begun, overtaken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      async let answer = onThread {
        begun.wait()
        defer { overtaken.signal() }
        return hub.note(playback(at: 2))
      }
      func readLong() -> DashboardPlayback {
        begun.signal()
        // The other thread waits for the hub. Otherwise it would be done in this time.
        _ = overtaken.wait(timeout: .now() + .milliseconds(20))
        return playback(at: 1)
      }
      hub.tick(playback: readLong(), waiting: nil, counters: nil)
      #expect(try await answer?.position == .seconds(2))
      let told = String(decoding: hub.greeting(after: nil), as: UTF8.self)
      #expect(told.contains(#""position":2"#))
    }

    @Test(arguments: [(2, 9000), (200, 60)])
    func aGreetingIsSmallAndAWholeTrackIsWhole(devices: Int, seconds: Int) throws {
      let clock = ManualClock()
      let hub = WebHub(
        sources: ["test"], authorization: .authorizedAlways, places: [], instance: "a",
        clock: clock)
      for second in 0..<seconds {
        clock.advance(by: .seconds(1))
        for number in 0..<devices {
          let source = FixSource(kind: .live, name: "gpsd://localhost", device: "van-\(number)")
          hub.note(.fix(try .bare(10 + Double(second) * 1e-4, 20, source: source)))
        }
      }
      let text = String(decoding: hub.greeting(after: nil), as: UTF8.self)
      let data = try #require(text.split(separator: "data: ").last)
      let tracks = try #require(
        try JSONValue(handwritten: Array(data.utf8))["tracks"]?.array)
      let counts = tracks.map { $0["points"]?.array?.count ?? 0 }
      #expect((4000...8000).contains(counts.reduce(0, +)))
      #expect(tracks.count == devices && tracks.allSatisfy { $0["whole"]?.bool == false })
      let bytes = try #require(hub.track(of: "van-1"))
      let answer = try JSONValue(handwritten: bytes)
      let points = try #require(answer["track"]?["points"]?.array)
      #expect(points.count == (seconds > 8000 ? 5000 : seconds) && points.count > counts[1])
      #expect(answer["track"]?["whole"]?.bool == true)
      // The greeting has the same number, so a page knows what it has of both.
      #expect(text.hasPrefix("id: \(answer["event"]?.string ?? "")\n"))
      #expect(hub.track(of: nil) == nil && hub.track(of: "van-999") == nil)
      #expect(hub.gpx(of: "van-999") == nil)
      func pointCount(_ bytes: [UInt8]?) -> Int {
        String(decoding: bytes ?? [], as: UTF8.self).split(separator: "<trkpt").count - 1
      }
      #expect(pointCount(hub.gpx(of: "van-1")) == points.count)
      #expect(pointCount(hub.gpx(of: nil)) == counts.reduce(0, +))
    }

    @Test func eventsThatFollowSoonAreOneWrite() {
      var batch = EventBatch()
      let areFirst = [[1], [2], [3, 4]].map { batch.add($0) }
      #expect(areFirst == [true, false, false])
      var writes = [batch.take()]
      let isNext = batch.add([5])
      writes += [batch.take(), batch.take()]
      #expect(writes == [[2, 3, 4], [5], nil] && !isNext)
      let isFirstAgain = batch.add([6])
      #expect(isFirstAgain)
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
