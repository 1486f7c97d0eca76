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
  private let isLong = ProcessInfo.processInfo.environment["LONG"] != nil

  /// Each test starts its own gpsd and simulates its receivers.
  @Suite(
    .enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"),
    .inTurn)
  struct RealGPSDTests {
    private func provider(
      _ gpsd: RealGPSD, device: String? = nil, retry: RetryPolicy? = nil
    ) -> GPSDProvider {
      GPSDProvider(
        host: "127.0.0.1", port: gpsd.port, device: device, silence: .seconds(3600), retry: retry)
    }

    @Test func keepsTheProviderContract() async throws {
      let receiver = try ReceiverServer(pace: 10)
      let gpsd = try await RealGPSD.start(servedAt: receiver.port)
      let suite = ProviderConformance(
        sampleCount: 20,
        activity: { ($0 as? GPSDProvider).map { $0.server == nil ? 0 : 1 } ?? -1 },
        losing: { gpsd.stop() },
        making: { GPSDProvider(host: "127.0.0.1", port: gpsd.port) })
      try await suite.check()
      withExtendedLifetime(receiver) {}
    }

    @Test func fixesAndSatellitesHaveTheReceiversValues() async throws {
      let feed = try TextFeed()
      let gpsd = try await RealGPSD.start(servedAt: feed.port)
      let provider = provider(gpsd)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil && feed.clientCount == 1 })
      for second in 1...30 { feed.send(epoch(second) + NMEAText.sky) }
      #expect(await eventually { listener.seconds.last == 30 && listener.skies.count > 5 })
      let seconds = listener.seconds
      // gpsd reports an instant twice if it learns about it in two steps.
      #expect(seconds == seconds.sorted())
      #expect(Set(seconds) == Set((seconds.first ?? 0)...30))
      #expect(Set(seconds).count >= 20)
      let fix = try #require(listener.fixes.last)
      #expect(abs(fix.coordinate.latitude - (48 + 37.0 / 60)) < 1e-8)
      #expect(abs(fix.coordinate.longitude - (11 + 31.0 / 60)) < 1e-8)
      #expect(fix.altitude == 545.4)
      #expect(fix.ellipsoidalAltitude == 592.3)
      #expect(fix.speed.map { abs($0 - 11.5236) < 1e-3 } == true)
      #expect(fix.course == 84.4)
      #expect(fix.mode == .threeD)
      #expect(fix.source.device == "tcp://127.0.0.1:\(feed.port)")
      let sky = try #require(listener.skies.last)
      #expect(sky.satellites.map(\.prn).sorted() == [2, 5, 7, 13, 15, 20, 29, 30])
      #expect(sky.satellites.count { $0.isUsed == true } == 5)
      #expect(sky.satellites.allSatisfy { $0.constellation == .gps && $0.id == $0.prn })
      #expect(sky.dilution.horizontal == 0.9)

      for second in 31...40 { feed.send(NMEAText.lost(second)) }
      #expect(await eventually { listener.losses.contains(.noFix) })
      feed.send(epoch(41) + epoch(42))
      #expect(await eventually { listener.seconds.last == 42 })
      #expect(provider.counters.damagedLines == 0)
    }

    @Test func aReceiverThatComesAndGoesAndComesBackIsReported() async throws {
      let directory = try TemporaryDirectory()
      let receiver = try ReceiverServer(pace: 10)
      let device = "tcp://127.0.0.1:\(receiver.port)"
      let gpsd = try await RealGPSD.start([], control: directory.path("control"))
      let listener = Listener(provider(gpsd).startUpdatingLocation())
      #expect(await eventually { listener.losses == [.noDevice] })
      #expect(gpsd.add(device))
      #expect(await eventually { !listener.fixes.isEmpty })
      #expect(listener.losses.contains(.deviceAdded))
      #expect(gpsd.remove(device))
      #expect(await eventually { listener.losses.contains(.deviceRemoved) })
      let count = listener.fixes.count
      #expect(gpsd.add(device))
      #expect(await eventually { listener.fixes.count > count })
      #expect(listener.losses.count { $0 == .deviceAdded } == 2)
    }

    @Test func aReceiverThatEndsIsReportedAsRemovedOrSilent() async throws {
      let feed = try TextFeed()
      let gpsd = try await RealGPSD.start(servedAt: feed.port)
      let provider = GPSDProvider(
        host: "127.0.0.1", port: gpsd.port, silence: .milliseconds(300), retry: nil)
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { provider.server?.devices != nil && feed.clientCount == 1 })
      for second in 1...20 { feed.send(epoch(second)) }
      #expect(await eventually { !listener.fixes.isEmpty })
      feed.disconnect()
      // Whether gpsd reports it depends on its release, and on how the connection ends.
      #expect(
        await eventually {
          listener.losses.last == .silent || listener.losses.last == .deviceRemoved
        })
      #expect(!listener.isOver)
    }

    @Test func twoReceiversAreDistinguished() async throws {
      let receivers = [try ReceiverServer(pace: 10), try ReceiverServer(pace: 10)]
      let devices = receivers.map { "tcp://127.0.0.1:\($0.port)" }
      let gpsd = try await RealGPSD.start(devices)
      let both = Listener(provider(gpsd).startUpdatingLocation())
      let second = Listener(provider(gpsd, device: devices[1]).startUpdatingLocation())
      #expect(
        await eventually {
          Set(both.fixes.compactMap(\.source.device)) == Set(devices) && second.fixes.count > 5
        })
      #expect(second.fixes.allSatisfy { $0.source.device == devices[1] })
    }

    @Test func tenConsumersGetTheSame() async throws {
      let feed = try TextFeed()
      let gpsd = try await RealGPSD.start(servedAt: feed.port)
      let provider = provider(gpsd)
      let listeners = (0..<10).map { _ in Listener(provider.startUpdatingLocation()) }
      #expect(await eventually { provider.server?.devices != nil && feed.clientCount == 1 })
      for second in 1...30 { feed.send(epoch(second)) }
      #expect(await eventually { listeners.allSatisfy { $0.seconds.last == 30 } })
      #expect(Set(listeners.map(\.seconds)).count == 1)
    }

    @Test func gpsdMayDieManyTimes() async throws {
      let receiver = try ReceiverServer(pace: 10)
      let port = try LoopbackSocket.freePort()
      var gpsd = try await RealGPSD.start(servedAt: receiver.port, port: port)
      let provider = GPSDProvider(
        host: "127.0.0.1", port: port,
        retry: RetryPolicy(first: .milliseconds(2), limit: .milliseconds(4)))
      let fixes = FixCount(provider.startUpdatingLocation())
      #expect(await eventually { fixes.value > 0 })
      for death in 1...(isLong ? 100 : 20) {
        // The outage is reported after all fixes before it.
        gpsd.kill()
        try #require(await eventually { fixes.disconnections == death })
        gpsd = try await RealGPSD.start(servedAt: receiver.port, port: port)
        let count = fixes.value
        try #require(await eventually { fixes.value > count }, "no fix after death \(death)")
      }
      withExtendedLifetime(receiver) {}
    }

    /// In the top-level code of a program, Swift keeps the iterator of a loop that was left.
    @Test(arguments: [false, true])
    func aSecondUseWithoutAGPSDFailsAtOnceAsTheFirstOneWould(keepsIterator: Bool) async throws {
      let receiver = try ReceiverServer(pace: 10)
      let gpsd = try await RealGPSD.start(servedAt: receiver.port)
      let provider = GPSDProvider(host: "127.0.0.1", port: gpsd.port)
      var iterator: LocationUpdates.Iterator? = provider.startUpdatingLocation()
        .makeAsyncIterator()
      while try await iterator?.next()?.fix == nil {}
      if !keepsIterator { iterator = nil }
      gpsd.stop()
      for _ in 1...2 {
        let second = Listener(provider.startUpdatingLocation())
        #expect(await eventually { second.isOver })
        #expect(second.error?.code == .sourceUnavailable)
        #expect(second.error?.detail.contains("connection refused") == true)
        await #expect(throws: UserLocationError.sourceUnavailable) {
          try await UserLocationService(provider: provider).userLocation()
        }
      }
      withExtendedLifetime((receiver, iterator)) {}
    }

    @Test func aGPSDThatStopsEndsASubscriptionWithoutRetry() async throws {
      let receiver = try ReceiverServer(pace: 10)
      let gpsd = try await RealGPSD.start(servedAt: receiver.port)
      let listener = Listener(provider(gpsd).startUpdatingLocation())
      #expect(await eventually { !listener.fixes.isEmpty })
      gpsd.stop()
      #expect(await eventually { listener.isOver })
      #expect(listener.error?.code == .sourceUnavailable)
      withExtendedLifetime(receiver) {}
    }

    @Test func aReceiverOnAPseudoTerminalHasFixes() async throws {
      let terminal = try PseudoTerminal()
      // gpsd drops root's rights, and the terminal belongs to root.
      chmod(terminal.path, 0o666)
      let receiver = Receiver { terminal.send($0) }
      let gpsd = try await RealGPSD.start([terminal.path])
      let service = UserLocationService(provider: provider(gpsd))
      let fix = try await service.userLocation(matching: LocationCriteria(timeout: .seconds(60)))
      #expect(fix.source.device == terminal.path)
      withExtendedLifetime(receiver) {}
    }

    @Test(.enabled(if: ChildProcess.path(of: "gpsfake") != nil, "gpsfake is not installed"))
    func aReceiverRecordedForGPSFakeHasFixes() async throws {
      let directory = try TemporaryDirectory()
      let log = try directory.file("drive.nmea", (1...50).map(epoch).joined())
      let port = try LoopbackSocket.freePort()
      // It looks for its gpsd in the path.
      let fake = try ChildProcess(
        try #require(ChildProcess.path(of: "gpsfake")),
        ["-q", "-P", String(port), "-c", "0.01", log],
        variables: ["PATH": "/usr/sbin:/usr/local/sbin:/usr/bin:/bin"])
      let provider = GPSDProvider(
        host: "127.0.0.1", port: port,
        retry: RetryPolicy(first: .milliseconds(10), limit: .milliseconds(50)))
      let listener = Listener(provider.startUpdatingLocation())
      #expect(await eventually { listener.fixes.count > 5 })
      withExtendedLifetime(fake) {}
    }

    /// Only counts fixes, because a hundred runs of gpsd bring many.
    private final class FixCount: Sendable {
      private let counts = Mutex((fixes: 0, disconnections: 0))
      private let task = Mutex<Task<Void, Never>?>(nil)

      init(_ updates: LocationUpdates) {
        let counting = Task { [weak self] in
          var iterator = updates.makeAsyncIterator()
          while let update = try? await iterator.next() {
            self?.counts.withLock { counts in
              if update.fix != nil { counts.fixes += 1 }
              if update.loss?.reason == .disconnected { counts.disconnections += 1 }
            }
          }
        }
        task.withLock { $0 = counting }
      }

      deinit { task.withLock { $0?.cancel() } }

      var value: Int { counts.withLock { $0.fixes } }
      var disconnections: Int { counts.withLock { $0.disconnections } }
    }
  }
#endif
