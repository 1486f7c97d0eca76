import Foundation
import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import NMEALocation

/// The live provider on real serial lines, sockets and files. Only the receiver is simulated.
@Suite(.inTurn)
struct LiveWireTests {
  /// Checks the provider's contract and gets fixes from the service.
  private func check(
    _ source: some ByteSource, activity: (@Sendable (any LocationProvider) async -> Int)? = nil,
    losing: (@Sendable () -> Void)? = nil
  ) async throws {
    let suite = ProviderConformance(
      sampleCount: 20, activity: activity,
      makingDenied: { NMEALiveProvider(ScriptedByteSource(status: .denied)) },
      making: { NMEALiveProvider(source) })
    try await suite.check()

    let retry = RetryPolicy(first: .seconds(3600), limit: .seconds(3600))
    let provider = NMEALiveProvider(source, silence: .milliseconds(500), retry: retry)
    let service = UserLocationService(provider: provider)
    let fix = try await service.userLocation(matching: LocationCriteria(timeout: .seconds(30)))
    #expect(fix.source == FixSource(kind: .live, name: source.name))
    #expect(fix.receivedAt != nil)
    #expect(fix.mode == .threeD || fix.altitude != nil)
    // A device can be opened once, so the same provider is used again and again.
    let reuse = ProviderConformance(sampleCount: 20, losing: losing, making: { provider })
    try await reuse.check()
  }

  @Test(arguments: [9600, nil])
  func aPseudoTerminalIsAProvider(baud: Int?) async throws {
    let terminal = try PseudoTerminal()
    let receiver = Receiver { terminal.send($0) }
    try await check(
      SerialByteSource(path: terminal.path, baud: baud), activity: { _ in terminal.isRaw ? 1 : 0 },
      losing: { terminal.hangUp() })
    withExtendedLifetime(receiver) {}
  }

  @Test func aTCPServerIsAProvider() async throws {
    let server = try ReceiverServer()
    try await check(
      TCPByteSource(host: "127.0.0.1", port: server.port), activity: { _ in server.clientCount },
      losing: { server.stop() })
    withExtendedLifetime(server) {}
  }

  @Test func datagramsAreAProvider() async throws {
    let sender = try LoopbackSocket(datagrams: true)
    let port = try LoopbackSocket.freePort(datagrams: true)
    let receiver = Receiver { _ = sender.send(Array($0.utf8), toPort: port) }
    let source = UDPByteSource(host: "127.0.0.1", port: port)
    try await check(
      source, activity: { _ in source.openingError() == nil ? 0 : 1 },
      losing: { receiver.stop() })
    withExtendedLifetime(receiver) {}
  }

  @Test func aGrowingFileIsAProvider() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("log.nmea", "")
    let log = try #require(FileHandle(forWritingAtPath: path))
    let receiver = Receiver { try? log.write(contentsOf: Data($0.utf8)) }
    try await check(FollowingFileByteSource(path: path, from: .end))
    withExtendedLifetime(receiver) {}
  }

  @Test func aFileThatIsReadFromItsStartLosesNoFix() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("log.nmea", (0..<4).map { gll($0) }.joined())
    let provider = NMEALiveProvider(FollowingFileByteSource(path: path))
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    for second in 0..<3 {
      #expect(try await updates.next()?.fix?.timeOfDay == Double(second))
    }
  }

  @Test(arguments: [false, true])
  func aSlowConsumerLosesNothingOfAGrowingFile(throughService: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("log.nmea")
    let count = 2_000
    try Data((0..<count).map { gll($0) }.joined().utf8).write(to: URL(filePath: path))
    let provider = NMEALiveProvider(FollowingFileByteSource(path: path))
    let service = UserLocationService(provider: provider)
    let updates = throughService ? service.updates() : provider.startUpdatingLocation()
    var seen = 0
    for try await case .fix in updates {
      seen += 1
      for _ in 0..<5 { await Task.yield() }
      // The last epoch of the file is complete only when the receiver is silent.
      if seen == count - 1 { break }
    }
    #expect(seen == count - 1)
    #expect(provider.counters.bytes > 0)
  }

  private func gll(_ second: Int) -> String {
    let time = [second / 3600, second / 60 % 60, second % 60].map { String(100 + $0).suffix(2) }
    return sentence("GPGLL,4807.038,N,01131.000,E,\(time.joined()),A,A")
  }

  @Test func unpluggingEndsWithAnErrorAndRetryReconnects() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("gps")
    let first = try PseudoTerminal()
    #expect(symlink(first.path, path) == 0)
    var receiver: Receiver? = Receiver { first.send($0) }
    let clock = ManualClock()
    let provider = NMEALiveProvider(
      SerialByteSource(path: path, baud: 9600), retry: RetryPolicy(jitter: { 1 }), clock: clock)
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await updates.next()?.fix != nil)

    receiver = nil
    first.hangUp()
    var loss: FixLoss?
    while loss == nil { loss = try await updates.next()?.loss }
    #expect(loss?.reason == .deviceRemoved)

    let second = try PseudoTerminal()
    #expect(unlink(path) == 0)
    #expect(symlink(second.path, path) == 0)
    receiver = Receiver { second.send($0) }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    #expect(try await updates.next()?.fix != nil)
    withExtendedLifetime(receiver) {}
  }

  @Test func twoProvidersOfOneDeviceGetAnError() async throws {
    let terminal = try PseudoTerminal()
    let receiver = Receiver { terminal.send($0) }
    let source = SerialByteSource(path: terminal.path, baud: 9600)
    var first = NMEALiveProvider(source).startUpdatingLocation().makeAsyncIterator()
    #expect(try await first.next()?.fix != nil)
    var second = NMEALiveProvider(source).startUpdatingLocation().makeAsyncIterator()
    await #expect(throws: UserLocationError.self) { try await second.next() }
    #expect(try await first.next()?.fix != nil)
    withExtendedLifetime(receiver) {}
  }
}
