import Foundation
import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import GPSDLocation

#if GPSD
  /// All subscriptions share one connection. It is opened, lost, opened again and closed.
  @Suite(.inTurn)
  struct SharedConnectionTests {
    /// A provider that connects again at once.
    private static func reconnecting(to gpsd: TextFeed) -> GPSDProvider {
      GPSDProvider(
        host: "127.0.0.1", port: gpsd.port,
        retry: RetryPolicy(first: .milliseconds(1), limit: .milliseconds(1)))
    }

    private static let patient = RetryPolicy(
      first: .seconds(1), limit: .seconds(8), jitter: { 1 })

    @Test func tenConsumersShareOneConnectionAndTheLastOneClosesIt() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port)
      var listeners = (0..<10).map { _ in Listener(provider.startUpdatingLocation()) }
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(1))
      #expect(await eventually { listeners.allSatisfy { $0.seconds == [1] } })
      #expect(gpsd.clientCount == 1)
      listeners.removeLast(9)
      gpsd.send(GPSDText.fix(2))
      #expect(await eventually { listeners[0].seconds == [1, 2] })
      #expect(gpsd.clientCount == 1)
      listeners.removeAll()
      #expect(await eventually { gpsd.clientCount == 0 })
      #expect(await eventually { provider.server == nil })
      // The next subscription opens a new connection.
      let late = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(3))
      #expect(await eventually { late.seconds == [3] })
    }

    @Test func satellitesAreDecodedOnlyWhileASubscriptionReadsThem() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port)
      let updates = provider.startUpdatingLocation()
      updates.interests = []
      let frugal = Listener(updates)
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.sky(5) + GPSDText.fix(1))
      #expect(await eventually { frugal.seconds == [1] })
      #expect(frugal.skies.isEmpty)
      #expect(provider.counters.skies == 1)
      var curious: Listener? = Listener(provider.startUpdatingLocation())
      gpsd.send(GPSDText.sky(6) + GPSDText.fix(2))
      #expect(await eventually { curious?.seconds == [2] })
      #expect(curious?.skies.map(\.satellites.count) == [6])
      curious = nil
      // After the second subscription has ended, no subscription reads satellites. The end takes a
      // moment.
      var second = 2
      #expect(
        await eventually {
          second += 1
          let before = frugal.skies.count
          gpsd.send(GPSDText.sky(7) + GPSDText.fix(second))
          return await eventually { frugal.seconds.last == second }
            && frugal.skies.count == before
        })
    }

    @Test func aSlowConsumerGetsTheNewestAndDelaysNoOther() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port)
      let slow = provider.startUpdatingLocation()
      let quick = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      for second in 1...2000 { gpsd.send(GPSDText.fix(second)) }
      #expect(await eventually { quick.seconds.last == 2000 })
      var iterator = slow.makeAsyncIterator()
      var seconds: [Int] = []
      while seconds.last != 2000, let fix = try await iterator.next()?.fix {
        seconds.append(Int(fix.timestamp?.timeIntervalSince1970 ?? 0) - 1_720_094_400)
      }
      #expect(seconds == Array(2000 - 63...2000))
    }

    @Test func aLostConnectionIsReportedOnceAndRetriedWithLongerPauses() async throws {
      var gpsd: TextFeed? = try TextFeed(greeting: GPSDText.greeting + GPSDText.fix(1))
      let port = try #require(gpsd?.port)
      let clock = ManualClock()
      let pauses = Mutex<[Duration]>([])
      let provider = GPSDProvider(
        host: "127.0.0.1", port: port, silence: .seconds(3600), retry: Self.patient,
        willRetry: { _, pause in pauses.withLock { $0.append(pause) } }, clock: clock)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.fixes.count == 1 })
      gpsd?.disconnect()
      gpsd = nil
      for tries in 1...4 {
        #expect(await eventually { pauses.withLock { $0.count } == tries })
        #expect(await eventually { clock.sleeperCount == 1 })
        clock.advance(by: .seconds(1 << (tries - 1)))
      }
      #expect(await eventually { pauses.withLock { $0.count } == 5 })
      #expect(pauses.withLock { $0 } == [1, 2, 4, 8, 8].map { .seconds($0) })
      let back = try await reopened(port, greeting: GPSDText.greeting + GPSDText.fix(2))
      #expect(await eventually { clock.sleeperCount == 1 })
      clock.advance(by: .seconds(8))
      #expect(await eventually { listener.fixes.count == 2 })
      #expect(listener.losses == [.disconnected])
      back.disconnect()
      // After new data the pauses start over, and the next outage is reported again.
      #expect(await eventually { pauses.withLock { $0.count } == 6 })
      #expect(pauses.withLock { $0.last } == .seconds(1))
      #expect(await eventually { listener.losses == [.disconnected, .disconnected] })
      #expect(!listener.isOver)
    }

    /// A server at a port that another server used a moment ago: its accepting thread may still hold
    /// the port.
    private func reopened(_ port: UInt16, greeting: String) async throws -> TextFeed {
      var feed: TextFeed?
      _ = await eventually {
        feed = try? TextFeed(port: port, greeting: greeting)
        return feed != nil
      }
      return try #require(feed)
    }

    @Test func aFixThatANewConnectionRepeatsIsDropped() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting + GPSDText.fix(1) + GPSDText.fix(2))
      let provider = Self.reconnecting(to: gpsd)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.fixes.count == 2 })
      let again = try #require(listener.fixes.last)
      // The receiver's clock may step back.
      gpsd.disconnect()
      #expect(await eventually { listener.fixes.count == 4 })
      #expect(listener.seconds == [1, 2, 1, 2])
      #expect(again.timestamp == listener.fixes.last?.timestamp)
    }

    @Test func theLastFixOfTheOldConnectionIsDroppedOnTheNextOne() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = Self.reconnecting(to: gpsd)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(5))
      #expect(await eventually { listener.fixes.count == 1 })
      gpsd.disconnect()
      #expect(await eventually { listener.losses == [.disconnected] && gpsd.clientCount == 1 })
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(5) + GPSDText.fix(6))
      #expect(await eventually { listener.fixes.count == 2 })
      #expect(listener.seconds == [5, 6])
      #expect(provider.counters.repeated == 1)
    }

    @Test func theLastFixOfEachReceiverIsDroppedOnTheNextConnection() async throws {
      let (one, other) = ("/dev/a", "/dev/b")
      let gpsd = try TextFeed(greeting: GPSDText.greeting([one, other]))
      let provider = Self.reconnecting(to: gpsd)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      // Two receivers at one time are no repetition.
      gpsd.send(GPSDText.fix(5, device: one) + GPSDText.fix(5, device: other))
      gpsd.send(GPSDText.fix(6, device: one))
      #expect(await eventually { listener.fixes.count == 3 })
      gpsd.disconnect()
      #expect(await eventually { listener.losses == [.disconnected] && gpsd.clientCount == 1 })
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(5, device: other) + GPSDText.fix(6, device: one))
      gpsd.send(GPSDText.fix(6, device: other) + GPSDText.fix(7, device: one))
      #expect(await eventually { listener.fixes.count == 5 })
      #expect(listener.fixes.map(\.source.device) == [one, other, one, other, one])
      #expect(listener.seconds == [5, 5, 6, 6, 7])
      #expect(provider.counters.repeated == 2)
    }

    /// Nothing tells a repetition from a new fix then, so one fix is dropped, and no more than one.
    @Test func aFixWithoutATimeIsDroppedOnceAfterOneWithoutATime() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = Self.reconnecting(to: gpsd)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fix(5) + GPSDText.fixWithoutTime())
      #expect(await eventually { listener.fixes.count == 2 })
      gpsd.disconnect()
      #expect(await eventually { listener.losses == [.disconnected] && gpsd.clientCount == 1 })
      #expect(await eventually { provider.server?.devices != nil })
      gpsd.send(GPSDText.fixWithoutTime() + GPSDText.fixWithoutTime() + GPSDText.fix(6))
      #expect(await eventually { listener.fixes.count == 4 })
      #expect(listener.seconds == [5, 6])
      #expect(provider.counters.repeated == 1)
    }

    /// By default a gpsd that never ran is an error immediately, and a gpsd that ran is retried.
    @Test func aGPSDThatNeverRanIsRetriedOnlyOnRequest() async throws {
      let port = try LoopbackSocket.freePort()
      let hasty = Listener(GPSDProvider(host: "127.0.0.1", port: port).startUpdatingLocation())
      #expect(await eventually { hasty.isOver })
      #expect(hasty.error?.code == .sourceUnavailable)

      let clock = ManualClock()
      let provider = GPSDProvider(
        host: "127.0.0.1", port: port, retry: Self.patient, clock: clock)
      let patient = Listener(provider.startUpdatingLocation())
      #expect(await eventually { patient.losses == [.disconnected] })
      #expect(!patient.isOver)
    }

    // MARK: A second use

    @Test func aSubscriptionThatComesDuringAnOutageLearnsWhatTheFirstOneWould() async throws {
      var gpsd: TextFeed? = try TextFeed(greeting: GPSDText.greeting + GPSDText.fix(1))
      let port = try #require(gpsd?.port)
      let clock = ManualClock()
      let provider = GPSDProvider(
        host: "127.0.0.1", port: port, silence: .seconds(3600),
        retry: RetryPolicy(awaitsFirst: false), clock: clock)
      // In the top-level code of a program, Swift keeps the iterator of a loop that was left.
      var left = provider.startUpdatingLocation().makeAsyncIterator()
      while try await left.next()?.fix == nil {}
      gpsd?.disconnect()
      gpsd = nil
      #expect(try await left.next()?.loss?.reason == .disconnected)
      for _ in 1...2 {
        let late = Listener(provider.startUpdatingLocation())
        #expect(await eventually { late.isOver })
        #expect(late.error?.code == .sourceUnavailable)
      }
      // The first one was told once, and still waits.
      let back = try await reopened(port, greeting: GPSDText.greeting + GPSDText.fix(2))
      #expect(await eventually { clock.sleeperCount == 1 })
      clock.advance(by: .seconds(30))
      #expect(try await left.next()?.fix != nil)
      withExtendedLifetime(back) {}
    }

    @Test func aProviderWhoseGPSDStoppedAfterItsFirstUseFailsLikeANewOne() async throws {
      var gpsd: TextFeed? = try TextFeed(greeting: GPSDText.greeting + GPSDText.fix(1))
      let port = try #require(gpsd?.port)
      let provider = GPSDProvider(host: "127.0.0.1", port: port)
      for try await update in provider.startUpdatingLocation() where update.fix != nil { break }
      gpsd?.disconnect()
      gpsd = nil
      // The port is open a moment longer.
      var new = Listener(GPSDProvider(host: "127.0.0.1", port: port).startUpdatingLocation())
      while await eventually({ new.isOver }), new.error?.detail.contains("refused") == false {
        new = Listener(GPSDProvider(host: "127.0.0.1", port: port).startUpdatingLocation())
      }
      let again = Listener(provider.startUpdatingLocation())
      #expect(await eventually { again.isOver })
      #expect(again.updates.isEmpty)
      #expect(again.error?.code == .sourceUnavailable)
      #expect(again.error?.detail == new.error?.detail)
    }

    @Test func aSubscriptionThatWaitsForTheFirstConnectionIsToldOfTheOutage() async throws {
      let port = try LoopbackSocket.freePort()
      let clock = ManualClock()
      let provider = GPSDProvider(
        host: "127.0.0.1", port: port, retry: Self.patient, clock: clock)
      let first = Listener(provider.startUpdatingLocation())
      #expect(await eventually { first.losses == [.disconnected] && clock.sleeperCount == 1 })
      let second = Listener(provider.startUpdatingLocation())
      #expect(await eventually { second.losses == [.disconnected] && clock.sleeperCount == 1 })
      #expect(first.losses == [.disconnected])
      #expect(!first.isOver && !second.isOver)
    }

    // MARK: Leaving

    @Test func aSubscriptionThatEndsWhileConnectingClosesTheConnection() async throws {
      let forever = DispatchSemaphore(value: 0)
      defer { forever.signal() }
      let (isConnecting, isReleased) = (Flag(), Flag())
      let provider = GPSDProvider(
        name: "test:", device: nil,
        connect: { () throws(UserLocationError) in
          try WakeableStream(
            ReleaseRecorder(
              base: TCPReader(
                host: "slow", port: 1, source: "test:", connectTimeout: .seconds(3600),
                find: {
                  isConnecting.raise()
                  forever.wait()
                  return .success([])
                }), isReleased: isReleased), source: "test:")
        }, greetingTimeout: .seconds(3600), silence: .seconds(10), retry: nil,
        willRetry: { _, _ in }, clock: SystemClock())
      let waiting = Task { try await UserLocationService(provider: provider).userLocation() }
      #expect(await eventually { isConnecting.isRaised })
      #expect(!isReleased.isRaised)
      waiting.cancel()
      await #expect(throws: UserLocationError.self) { try await waiting.value }
      #expect(await eventually { isReleased.isRaised })
      withExtendedLifetime(provider) {}
    }

    @Test func anUnreadSubscriptionThatIsReleasedLeavesNothingOpen() async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port)
      var reading: Listener? = Listener(provider.startUpdatingLocation())
      #expect(await eventually { gpsd.clientCount == 1 })
      for _ in 0..<100 { _ = provider.startUpdatingLocation() }
      withExtendedLifetime(reading) {}
      reading = nil
      // If one of them still counted, the connection would stay.
      #expect(await eventually { gpsd.clientCount == 0 })
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { gpsd.clientCount == 1 })
      gpsd.send(GPSDText.fix(1))
      #expect(await eventually { listener.seconds == [1] })
    }

    // MARK: Permission

    @Test(arguments: [EACCES, EPERM])
    func aForbiddenConnectionIsDeniedUntilItIsAllowed(number: Int32) async throws {
      let gpsd = try TextFeed(greeting: GPSDText.greeting + GPSDText.fix(1))
      let isAllowed = Flag()
      let provider = GPSDProvider(
        name: "test:", device: nil,
        connect: { () throws(UserLocationError) -> any ByteStream in
          try isAllowed.isRaised
            ? WakeableStream(
              TCPReader(
                host: "127.0.0.1", port: gpsd.port, source: "test:",
                connectTimeout: .seconds(10),
                find: { SocketAddress.find("127.0.0.1", port: gpsd.port, for: .connecting) }),
              source: "test:")
            : WakeableStream(Forbidden(number: number), source: "test:")
        }, greetingTimeout: .seconds(10), silence: .seconds(10), retry: Self.patient,
        willRetry: { _, _ in }, clock: SystemClock())
      #expect(provider.isUserAuthorized)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .notAuthorized)
      #expect(provider.authorizationStatus == .denied)
      #expect(provider.authorizationRefusal?.isEmpty == false)
      #expect(await provider.requestWhenInUseAuthorization() == .denied)
      let service = UserLocationService(provider: provider)
      await #expect(throws: UserLocationError.self) { try await service.userLocation() }

      isAllowed.raise()
      #expect(await provider.requestWhenInUseAuthorization() == .authorizedAlways)
      #expect(try await service.userLocation().coordinate.latitude == 48.117312345)
    }

    /// A connection that tells when it is closed.
    private final class ReleaseRecorder<Base: StreamReader>: StreamReader {
      let base: Mutex<Base>
      let isReleased: Flag

      init(base: Base, isReleased: Flag) {
        self.base = Mutex(base)
        self.isReleased = isReleased
      }

      deinit { isReleased.raise() }

      func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
      ) throws(UserLocationError) -> Int? {
        try base.withLock { reader throws(UserLocationError) in
          try reader.read(into: buffer, until: deadline, wake: wake)
        }
      }
    }

    /// A connection that the system refuses.
    private struct Forbidden: StreamReader {
      let number: Int32

      func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
      ) throws(UserLocationError) -> Int? {
        throw UserLocationError(SystemError("connect", number), source: "test:")
      }
    }
  }
#endif
