import Foundation
import LocationIO
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// What a command tells the service manager that started it.
@Suite(.inTurn)
struct ServiceManagerTests {
  /// Collects the messages to a manager.
  private final class Messages: Sendable {
    let all = Mutex<[String]>([])

    func manager(watchdog: Duration?) -> ServiceManager {
      ServiceManager(watchdog: watchdog) { message in self.all.withLock { $0.append(message) } }
    }
  }

  @Test func theManagerLearnsThatTheCommandIsReadyAndEnds() async {
    let messages = Messages()
    var test = TestEnvironment(log: "")
    test.serviceManager = messages.manager(watchdog: nil)
    _ = await test.run("watch", "--source", "test.nmea")
    #expect(messages.all.withLock(\.self) == ["READY=1", "STOPPING=1"])
  }

  @Test func theWatchdogLearnsTwiceInItsTimeThatTheCommandIsAlive() async {
    let messages = Messages()
    let test = {
      var test = TestEnvironment(LocationProviderMock(script: []))
      test.serviceManager = messages.manager(watchdog: .seconds(10))
      return test
    }()
    async let code = test.run("watch", "--source", "serial:/dev/ttyACM0")
    for _ in 0..<2 {
      await test.clock.waitForSleepers(1)
      test.clock.advance(by: .seconds(5))
    }
    await test.clock.waitForSleepers(1)
    #expect(messages.all.withLock(\.count) == 3)
    test.interrupts.interrupt()
    #expect(await code == 130)
    let said = messages.all.withLock(\.self)
    #expect(said.first == "READY=1" && said.last == "STOPPING=1")
    #expect(said[1...2].allSatisfy { $0.hasPrefix("WATCHDOG=1\nSTATUS=no data yet, ") })
  }

  @Test(
    .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
    .enabled(
      if: (try? SystemLibrary("", sonames: ["libsystemd.so.0"], package: "")) != nil,
      "libsystemd is not installed"))
  func theSocketOfSystemdGetsTheMessages() throws {
    let folder = try TemporaryDirectory()
    let path = folder.url.appending(path: "notify").path()
    let socket = try LoopbackSocket(path: path, datagrams: true)
    let locate = try LocateProcess(
      ["watch", "--source", "-"],
      variables: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"])
    #expect(socket.receive() == "READY=1")
    #expect(socket.receive()?.hasPrefix("WATCHDOG=1\nSTATUS=no data yet") == true)
    locate.process.terminate()
    var last = socket.receive()
    while let message = last, message.hasPrefix("WATCHDOG=1") { last = socket.receive() }
    #expect(last == "STOPPING=1")
    locate.process.waitUntilExit()
    #expect(locate.process.terminationStatus == 143)
  }
}
