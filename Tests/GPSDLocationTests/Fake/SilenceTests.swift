import LocationCore
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import GPSDLocation

@Suite(.inTurn)
struct SilenceTests {
  private let clock = ManualClock()

  @Test func aSilentConnectionIsReportedOnce() async throws {
    let told = Told()
    let watch = SilenceWatch(limit: .seconds(10), clock: clock) { told.add($0) }
    watch.expect(nil)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(9))
    #expect(told.all.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(await eventually { told.all == [nil] })
    #expect(await eventually { clock.sleeperCount == 0 })
    clock.advance(by: .seconds(100))
    #expect(told.all == [nil])
    withExtendedLifetime(watch) {}
  }

  @Test func aPausedWatchReportsNoSilence() async throws {
    let told = Told()
    let watch = SilenceWatch(limit: .seconds(10), clock: clock) { told.add($0) }
    watch.expect("/dev/a")
    await clock.waitForSleepers()
    watch.pause()
    for _ in 1...3 {
      clock.advance(by: .seconds(10))
      await clock.waitForSleepers()
    }
    watch.resume()
    #expect(told.all.isEmpty)
    // The watch's sleep may be the longer one: it began during the pause.
    clock.advance(by: .seconds(9))
    #expect(told.all.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(await eventually { told.all == ["/dev/a"] })
    withExtendedLifetime(watch) {}
  }

  @Test func aPauseShorterThanTheLimitMovesTheDeadline() async throws {
    let told = Told()
    let watch = SilenceWatch(limit: .seconds(10), clock: clock) { told.add($0) }
    watch.expect("/dev/a")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    watch.pause()
    clock.advance(by: .seconds(5))
    watch.resume()
    // Without the pause, the receiver would be silent now; with it, 5 s later.
    clock.advance(by: .seconds(1))
    #expect(await eventually { clock.sleepCount == 2 })
    #expect(told.all.isEmpty)
    clock.advance(by: .seconds(4))
    #expect(told.all.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(await eventually { told.all == ["/dev/a"] })
    withExtendedLifetime(watch) {}
  }

  @Test func eachReceiverIsWatchedFromItsFirstReportOn() async throws {
    let told = Told()
    let watch = SilenceWatch(limit: .seconds(10), clock: clock) { told.add($0) }
    watch.expect(nil)
    watch.expect("a")
    watch.expect("b")
    for _ in 0..<4 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(5))
      watch.expect("a")
    }
    #expect(await eventually { told.all == ["b"] })
    // A receiver that sends data again is watched again. A receiver that was given up is not.
    watch.expect("b")
    watch.forget("a")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    #expect(await eventually { told.all == ["b", "b"] })
  }

  @Test func aStoppedWatchReportsNothing() async throws {
    let told = Told()
    let watch = SilenceWatch(limit: .seconds(10), clock: clock) { told.add($0) }
    watch.expect(nil)
    await clock.waitForSleepers()
    watch.stop()
    #expect(await eventually { clock.sleeperCount == 0 })
    watch.expect("a")
    clock.advance(by: .seconds(100))
    #expect(clock.sleeperCount == 0)
    #expect(told.all.isEmpty)
  }

  /// The receivers that were reported as silent.
  private final class Told: Sendable {
    private let devices = Mutex<[String?]>([])
    var all: [String?] { devices.withLock { $0 } }
    func add(_ device: String?) { devices.withLock { $0.append(device) } }
  }

  #if GPSD
    @Test func aLongConnectingTimeIsNoSilence() async throws {
      let server = try LoopbackSocket()
      let provider = GPSDProvider(host: "127.0.0.1", port: server.port, clock: clock)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { server.accept(within: .zero) != nil })
      #expect(clock.sleeperCount == 0)
      clock.advance(by: .seconds(100))
      #expect(listener.updates.isEmpty)
    }

    @Test func skippedSatelliteReportsAreNoSilence() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port, clock: clock)
      let updates = provider.startUpdatingLocation()
      updates.interests = []
      let listener = Listener(updates)
      for count in 1...3 {
        #expect(await eventually { provider.server?.devices != nil })
        gpsd.send(GPSDText.sky(4))
        #expect(await eventually { provider.counters.skies == count })
        await clock.waitForSleepers()
        clock.advance(by: .seconds(6))
      }
      #expect(listener.updates.isEmpty)
      await clock.waitForSleepers()
      clock.advance(by: .seconds(4))
      #expect(await eventually { listener.losses == [.silent] })
      #expect(listener.updates.last?.loss?.source.device == "/dev/gps0")
    }

    @Test func aSubscriptionReportsSilenceAndContinues() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port, clock: clock)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(1))
      #expect(await eventually { listener.fixes.count == 1 })
      // The time in which the consumer handles the fix is not a silence.
      #expect(
        await eventually {
          clock.advance(by: .seconds(10))
          return listener.losses == [.silent]
        })
      #expect(listener.updates.last?.loss?.source.device == "/dev/gps0")
      #expect(listener.updates.last?.loss?.receivedAt != nil)
      gpsd.send(GPSDText.fix(20))
      #expect(await eventually { listener.seconds == [1, 20] })
    }
  #endif
}
