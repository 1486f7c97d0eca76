import Foundation
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The command with real sockets, pseudo-terminals and files.
@Suite(.inTurn)
struct WireTests {
  @Test(arguments: Wire.available)
  func onceWorksOnEveryWire(wire: Wire) async throws {
    let (source, keeper) = try wire.receiver()
    let test = WireEnvironment()
    let code = await test.run("--source", source, "--format", "{altitude} {kind} {source}")
    #expect(code == 0)
    #expect(test.output.text == "545.4 live \(source)\n")
    #expect(test.errors.text == "")
    withExtendedLifetime(keeper) {}
  }

  @Test(arguments: Wire.available)
  func watchWorksOnEveryWire(wire: Wire) async throws {
    let (source, keeper) = try wire.receiver()
    let test = WireEnvironment()
    let code = await test.run(
      "watch", "--source", source, "--count", "5", "--format", "{time}")
    #expect(code == 0)
    let times = test.output.lines
    #expect(times.count == 5)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(test.errors.text == "")
    withExtendedLifetime(keeper) {}
  }

  @Test func aSlowServerHasOneLocationForEachInstant() async throws {
    let track = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/drive.nmea"), encoding: .utf8)
    let server = try LoopbackSocket()
    Thread.detachNewThread {
      guard let client = server.accept() else { return }
      for sentence in track.split(separator: "$").prefix(200) {
        client.send("$" + sentence)
        // This is the receiver's rate. No test waits for it.
        poll(nil, 0, 1)
      }
    }
    let test = WireEnvironment()
    let code = await test.run(
      "watch", "--source", "tcp://127.0.0.1:\(server.port)", "--format", "{time}")
    #expect(code == 69)
    let times = test.output.lines
    #expect(times.count > 20)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func followContinuesWhenTheFileGrowsIsTruncatedOrReplaced() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("log.nmea", epoch(1))
    let test = WireEnvironment()
    async let code = test.run(
      "watch", "--source", path, "--follow", "--count", "4", "--format", "{time} {kind}")
    await test.output.written(1)

    let log = try #require(FileHandle(forWritingAtPath: path))
    try log.seekToEnd()
    try log.write(contentsOf: Data(epoch(2).utf8))
    await test.output.written(2)

    try log.truncate(atOffset: 0)
    try log.write(contentsOf: Data(epoch(3).utf8))
    await test.output.written(3)

    #expect(rename(path, directory.path("log.nmea.1")) == 0)
    _ = try directory.file("log.nmea", epoch(4))
    #expect(await code == 0)
    #expect(test.output.lines == (1...4).map { "2024-07-04T12:00:0\($0).000Z live" })
    #expect(test.errors.text == "")
  }

  @Test func retryWaitsForAServerThatDoesNotExistYet() async throws {
    let port = try LoopbackSocket.freePort()
    let clock = ManualClock()
    let test = WireEnvironment(sourceClock: clock)
    let source = "tcp://127.0.0.1:\(port)"
    async let code = test.run("--source", source, "--retry", "--format", "{kind}")
    await clock.waitForSleepers()
    let server = try ReceiverServer(port: port)
    clock.advance(by: .seconds(1))
    #expect(await code == 0)
    #expect(test.output.text == "live\n")
    let notice = try #require(test.errors.lines.first)
    #expect(notice.hasPrefix("locate: \(source): connection refused: "))
    #expect(notice.contains("; trying again in "))
    #expect(test.errors.lines.count == 1)
    withExtendedLifetime(server) {}
  }

  @Test func retryWaitsForAnUnpluggedDevice() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("gps")
    let first = try PseudoTerminal()
    #expect(symlink(first.path, path) == 0)
    let clock = ManualClock()
    let test = WireEnvironment(sourceClock: clock)
    async let code = test.run(
      "watch", "--source", "serial:\(path)?baud=9600", "--retry", "--count", "2", "--format",
      "{kind}")
    var receiver: Receiver?
    first.send(epoch(1))
    await test.output.written(1)
    first.hangUp()
    await clock.waitForSleepers()

    let second = try PseudoTerminal()
    #expect(unlink(path) == 0)
    #expect(symlink(second.path, path) == 0)
    receiver = Receiver { second.send($0) }
    clock.advance(by: .seconds(1))
    #expect(await code == 0)
    #expect(test.output.text == "live\nlive\n")
    #expect(test.errors.text.contains("the device was unplugged; trying again in "))
    withExtendedLifetime(receiver) {}
  }

  @Test func anUnpluggedDeviceEndsAWatchWithItsCause() async throws {
    let terminal = try PseudoTerminal()
    let test = WireEnvironment()
    async let code = test.run(
      "watch", "--source", "serial:\(terminal.path)?baud=9600", "--format", "gpx")
    terminal.send(epoch(1))
    await test.output.written(1)
    terminal.hangUp()
    #expect(await code == 69)
    #expect(
      test.errors.text
        == "locate: serial:\(terminal.path)?baud=9600: the device was unplugged\n")
    #expect(test.output.text.hasSuffix("</gpx>\n"))
  }

  @Test func aServerThatClosesEndsAWatchWith69() async throws {
    let server = try LoopbackSocket()
    Thread.detachNewThread { server.accept()?.send(epoch(1)) }
    let test = WireEnvironment()
    let code = await test.run(
      "watch", "--source", "tcp://127.0.0.1:\(server.port)", "--format", "{kind}")
    #expect(code == 69)
    #expect(test.output.text == "live\n")
    #expect(
      test.errors.text == "locate: tcp://127.0.0.1:\(server.port): the other side closed the "
        + "connection\n")
  }
}
