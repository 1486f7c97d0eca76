#if Web
  import LocationCore
  import LocationTesting
  import LocationText
  import Synchronization
  import TestSupport
  import TestTurns
  import Testing

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
