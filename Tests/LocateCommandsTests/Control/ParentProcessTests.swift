import Foundation
import LocationCore
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `--with-parent`.
@Suite(.inTurn) struct ParentProcessTests {
  @Test func theEndOfTheParentEndsTheProcessOnce() async {
    let clock = ManualClock()
    let (number, ends) = (Box(7), Box(0))
    let parent = ParentProcess(
      isGoneAtStart: false, now: { number.value.withLock { $0 } },
      onEnd: { ends.value.withLock { $0 += 1 } })
    let watch = Task { await parent.watch(on: clock) }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers()
    #expect(ends.value.withLock { $0 } == 0)
    number.value.withLock { $0 = 1 }
    clock.advance(by: .seconds(1))
    await watch.value
    #expect(ends.value.withLock { $0 } == 1)
  }

  @Test func aParentThatEndedBeforeTheStartEndsTheProcess() async {
    let ends = Box(0)
    let parent = ParentProcess(
      isGoneAtStart: true, now: { 1 }, onEnd: { ends.value.withLock { $0 += 1 } })
    await parent.watch(on: ManualClock())
    #expect(ends.value.withLock { $0 } == 1)
  }

  @Test func aCanceledWatchEndsNothing() async {
    let clock = ManualClock()
    let ends = Box(0)
    let parent = ParentProcess(
      isGoneAtStart: false, now: { 7 }, onEnd: { ends.value.withLock { $0 += 1 } })
    let watch = Task { await parent.watch(on: clock) }
    await clock.waitForSleepers()
    watch.cancel()
    await watch.value
    #expect(ends.value.withLock { $0 } == 0)
  }

  @Test(
    .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"))
  func aKilledParentTakesTheServerWithIt() throws {
    let directory = try TemporaryDirectory()
    let control = directory.path("c")
    // The shell is the parent, and waits.
    let shell = try LocateProcess(
      [],
      by: [
        "/bin/sh", "-c",
        "\(LocateProcess.executable.path()) simulate --serve gpsd://127.0.0.1:0 --with-parent"
          + " --control \(control) & wait",
      ])
    let served = shell.readErrorLine()
    #expect(served.hasPrefix("serving gpsd://127.0.0.1:"))
    #expect(shell.readErrorLine() == "obeying \(control)")
    let client = try LoopbackClient(port: try port(of: served))
    #expect(client.readLine(with: "VERSION") != nil)
    kill(shell.process.processIdentifier, SIGKILL)
    // Its standard error closes when it has ended, and it has said nothing more.
    #expect(shell.errors() == "")
    #expect(client.isClosedByPeer)
    #expect(!FileManager.default.fileExists(atPath: control))
  }
}

/// A number that closures share.
private final class Box: Sendable {
  let value: Mutex<Int32>

  init(_ value: Int32) { self.value = Mutex(value) }
}
