import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `--control` of `simulate` and `replay`, with real sockets and clients.
@Suite(.inTurn) struct ControlTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("c")
  }

  /// Sends lines, and returns the answer to each of them.
  static func tell(_ path: String, _ lines: String...) async throws -> [String?] {
    try await onThread {
      guard let control = LoopbackSocket.connect(toPath: path) else { return [] }
      return lines.map { line in
        control.send(line + "\n")
        return control.readLine(within: .seconds(10))
      }
    }
  }

  /// A client of gpsd's protocol that watches.
  static func watcher(of served: String) throws -> LoopbackClient {
    let client = try LoopbackClient(port: try port(of: served))
    client.send(#"?WATCH={"enable":true,"json":true};"#)
    return client
  }

  /// Runs the command with a socket. The body gets what is served; the socket is ready then.
  func run<Value: Sendable>(
    _ arguments: [String], serving endpoints: [String] = ["gpsd://:0"],
    clock: any LocationClock = SystemClock(),
    _ body: @escaping @Sendable ([String]) async throws -> Value
  ) async throws -> (code: Int32, value: Value, run: ServingRun) {
    var test = WireEnvironment()
    test.sourceClock = clock
    let run = ServingRun(test: test)
    let result = try await run.run(
      arguments + ["--control", path], serving: endpoints
    ) { served in
      await run.test.errors.written(endpoints.count + 1)
      return try await body(served)
    }
    return (result.code, result.value, run)
  }

  @Test(arguments: [
    ["simulate", "drive", "--rate", "20", "--loop"],
    ["replay", fixture("drive.nmea").path(), "--rate", "20", "--loop"],
  ])
  func aTestDrivesTheReceiverThatClientsSee(_ arguments: [String]) async throws {
    let (code, _, run) = try await run(arguments) { [path] served in
      let client = try Self.watcher(of: served[0])
      let hasFix = try await onThread { client.readLine(with: #""lat":"#) != nil }
      #expect(hasFix)
      #expect(try await Self.tell(path, "lose 60s", "resume") == ["ok", "ok"])
      let isLost = try await onThread { client.readLine(with: #""mode":1"#) != nil }
      #expect(isLost)
      // A later command replaces the loss.
      #expect(try await Self.tell(path, "jump 100km", "lose 0s") == ["ok", "ok"])
      let moved = try await onThread { client.readLine(with: #""lat":"#) }
      #expect(moved?.contains(#""status":8"#) == true)
      #expect(moved?.contains(#""lat":38"#) == false && moved?.contains(#""lat":48"#) == false)
    }
    #expect(code == 130)
    #expect(run.test.errors.lines.last == "obeying \(path)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aPauseStopsWhatClientsGet() async throws {
    let clock = ManualClock()
    let (_, next, _) = try await run(["simulate", "drive"], clock: clock) { [path] served in
      let client = try Self.watcher(of: served[0])
      let isWatching = try await onThread { client.readLine(with: "WATCH") != nil }
      #expect(isWatching)
      await clock.waitForSleepers()
      #expect(try await Self.tell(path, "pause") == ["ok"])
      while clock.sleeperCount > 0 { await Task.yield() }
      clock.advance(by: .seconds(100))
      #expect(try await Self.tell(path, "seek 300s", "resume") == ["ok", "ok"])
      return try await onThread {
        // The first location may have come before the client watched, or after it.
        while let line = client.readLine(with: "TPV") {
          if !line.contains("T08:00:00") { return line }
        }
        return ""
      }
    }
    #expect(next.contains("T08:05:00"))
  }

  @Test func theSentencesOfALossAndAJumpAreTheirOwn() async throws {
    let (_, sentences, _) = try await run(
      ["simulate", "drive", "--rate", "20", "--loop"], serving: ["tcp://:0"]
    ) { [path] served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      #expect(try await Self.tell(path, "lose 1h") == ["ok"])
      let lost = try await onThread { () -> String? in
        while let line = client.readLine(with: "RMC,") { if line.contains(",V,") { return line } }
        return nil
      }
      #expect(try await Self.tell(path, "jump 100km", "lose 0s") == ["ok", "ok"])
      let moved = try await onThread { client.readLine(with: ",4902.") }
      return [lost, moved]
    }
    #expect(sentences.count { $0 != nil } == 2)
  }

  @Test func aDenialIsAnsweredAndEndsTheCommandWith77() async throws {
    let test = WireEnvironment()
    let arguments = ["simulate", "drive", "--control", path, "--serve", "gpsd://:0"]
    let command = Task { await test.run(arguments) }
    await test.errors.written(2)
    #expect(try await Self.tell(path, "deny") == ["ok"])
    #expect(await command.value == 77)
    #expect(test.errors.lines.last?.contains("the authorization was withdrawn") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func withoutClientsTheOutputIsControlled() async throws {
    let test = WireEnvironment()
    let command = Task {
      await test.run(
        "simulate", "drive", "--rate", "100", "--json", "--control", path)
    }
    await test.errors.written(1)
    #expect(test.errors.lines == ["obeying \(path)"])
    #expect(
      try await Self.tell(path, "nonsense", "seek 595s") == [
        "error: there is no command 'nonsense'; there are \(ControlCommand.examples)", "ok",
      ])
    #expect(await command.value == 0)
    let times = test.output.lines.filter { $0.contains("TPV") }
    #expect(times.suffix(5).first?.contains(#""time":"2025-06-01T08:09:55"#) == true)
  }

  @Test func aPipeIsObeyedAndItsMistakesAreReported() async throws {
    #expect(mkfifo(path, 0o600) == 0)
    let test = WireEnvironment()
    let command = Task {
      await test.run("simulate", "drive", "--json", "--rate", "10", "--control", path)
    }
    await test.errors.written(1)
    try await onThread { [path] in
      // Each writer opens and closes the pipe; the last line has no end.
      for text in ["nonsense\n", "deny\n"] {
        let pipe = FileHandle(forWritingAtPath: path)
        pipe?.write(Data(text.utf8))
        try? pipe?.close()
      }
    }
    #expect(await command.value == 77)
    #expect(
      test.errors.lines.contains(
        "locate: --control \(path): error: there is no command 'nonsense'; there are \(ControlCommand.examples)"
      ))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func severalClientsAndBrokenLinesAreAnswered() async throws {
    let (_, answers, _) = try await run(["simulate", "drive"]) { [path] _ in
      try await onThread {
        let clients = (0..<3).compactMap { _ in LoopbackSocket.connect(toPath: path) }
        clients[0].send("pau")
        clients[1].send("resume\r\n")
        clients[2].send(String(repeating: "x", count: 5_000) + "\nresume\n")
        let answers = [
          clients[1].readLine(), clients[2].readLine(), clients[2].readLine(),
        ]
        clients[0].send("se\n")
        return answers + [clients[0].readLine()]
      }
    }
    #expect(answers[0] == "ok")
    #expect(answers[1]?.hasPrefix("error: there is no command 'xxxx") == true)
    #expect(answers[2] == "ok")
    #expect(answers[3] == "ok")
  }

  @Test func aSocketInUseIs73AndNothingIsServed() async throws {
    let used = try LoopbackSocket(path: path)
    let test = WireEnvironment()
    #expect(await test.run("simulate", "--serve", "tcp://:0", "--control", path) == 73)
    #expect(test.errors.lines.count == 1)
    #expect(test.errors.text.contains("another program listens there"))
    withExtendedLifetime(used) {}
  }
}
