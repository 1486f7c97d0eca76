import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `replay --serve` serves a recording to other programs.
@Suite(.inTurn) struct ReplayServeTests {
  let drive = fixture("drive.nmea").path()

  @Test func aClientReadsTheRecordingsOwnBytes() async throws {
    let run = ServingRun()
    let (code, text) = try await run.run(
      ["replay", fixture("noise.nmea").path(), "--rate", "20"], serving: ["tcp://:0"]
    ) { served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      return try await onThread { client.readToEnd() }
    }
    #expect(code == 0)
    let log = String(decoding: try Data(contentsOf: fixture("noise.nmea")), as: UTF8.self)
    // The client gets everything from its connection on.
    #expect(log.hasSuffix(text))
    #expect(text.utf8.count > 1000)
    #expect(run.test.output.text == "")
  }

  @Test func theEndpointsAreAnnouncedAndNothingIsPrinted() async throws {
    let directory = try TemporaryDirectory()
    let link = directory.path("gps0")
    let run = ServingRun()
    let datagrams = try LoopbackSocket.freePort(datagrams: true)
    let (code, served) = try await run.run(
      ["replay", drive, "--rate", "20", "--loop"],
      serving: [
        "gpsd://127.0.0.1:0", "tcp://localhost:0", "udp://127.0.0.1:\(datagrams)", "pty:\(link)",
      ]
    ) { $0 }
    #expect(code == 130)
    #expect(served[0].hasPrefix("gpsd://127.0.0.1:") && served[0] != "gpsd://127.0.0.1:0")
    #expect(served[1].hasPrefix("tcp://localhost:") && served[1] != "tcp://localhost:0")
    #expect(served[2] == "udp://127.0.0.1:\(datagrams)")
    #expect(served[3].hasPrefix("pty:\(link) -> /dev/"))
    #expect(run.test.errors.lines.count == 4)
    #expect(run.test.output.text == "")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
  }

  @Test func anExplicitFormatIsPrintedToo() async throws {
    let test = WireEnvironment()
    let code = await test.run(
      "replay", drive, "--rate", "1000", "--serve", "tcp://:0", "--format", "{latitude}",
      "--count", "3")
    #expect(code == 0)
    #expect(test.output.lines == ["38.7223", "38.722379333", "38.722458667"])
  }

  @Test func clientsOfGPSDsProtocolSeeTheReceiverEnd() async throws {
    let (code, lines) = try await ServingRun().run(
      ["replay", drive, "--rate", "60"], serving: ["gpsd://:0"]
    ) { served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      client.send(#"?WATCH={"enable":true,"json":true};"#)
      return try await onThread { client.readToEnd() }.split(separator: "\r\n")
    }
    #expect(code == 0)
    #expect(lines[0].contains(#""class":"VERSION","release":"swift-location "#))
    #expect(lines[1].contains(#""path":"file:drive.nmea","driver":"replay""#))
    #expect(lines[2].contains(#""class":"WATCH""#))
    // The receiver's own sentences say that it is simulated.
    let fixes = lines.filter { $0.contains(#""class":"TPV""#) }
    #expect(fixes.count > 20)
    #expect(fixes.allSatisfy { $0.contains(#""status":8,"mode":3"#) })
    #expect(lines.contains { $0.contains(#""nSat":11,"uSat":8"#) })
    #expect(lines.last?.contains(#""activated":0}"#) == true)
  }

  @Test(arguments: ["tcp://:0", "udp", "pty:"])
  func oneCommandReadsWhatAnotherServes(endpoint: String) async throws {
    let datagrams = try LoopbackSocket.freePort(datagrams: true)
    let url = endpoint == "udp" ? "udp://127.0.0.1:\(datagrams)" : endpoint
    let watcher = WireEnvironment()
    let (_, code) = try await ServingRun().run(
      ["replay", drive, "--rate", "20", "--loop"], serving: [url]
    ) { served in
      let source =
        served[0].hasPrefix("pty:") ? "serial:" + served[0].dropFirst(4) : served[0]
      return await watcher.run(
        "watch", "--source", source, "--count", "10", "--format", "{time} {latitude}")
    }
    #expect(code == 0)
    let test = WireEnvironment()
    _ = await test.run(
      "convert", drive, "--to", "{time} {latitude}")
    let truth = Set(test.output.lines)
    #expect(watcher.output.lines.count == 10)
    #expect(watcher.output.lines.allSatisfy { truth.contains($0) })
  }

  @Test func aLogWithoutAFixIsServedInALoop() async throws {
    let log = fixture("no-fix.nmea").path()
    let rounds = 3 * (try Data(contentsOf: fixture("no-fix.nmea")).count)
    let (code, count) = try await ServingRun().run(
      ["replay", log, "--rate", "10000", "--loop"], serving: ["tcp://:0"]
    ) { served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      return try await onThread {
        var count = 0
        while count < rounds, let line = client.readLine() { count += line.utf8.count + 2 }
        return count
      }
    }
    #expect(code == 130)
    #expect(count >= rounds)
  }

  @Test func standardInputCannotBeRepeated() async {
    let test = TestEnvironment(log: Logs.drive)
    for command in [["replay", "-", "--loop"], ["replay", "--source", "-", "--loop"]] {
      #expect(await test.run(command) == 64)
    }
    #expect(test.output.text == "")
    #expect(
      test.errors.lines.first == "locate: standard input can be read only once; --loop needs a file"
    )
  }

  @Test func aReceiverWithoutAFixIsServed() async throws {
    let test = WireEnvironment()
    let code = await test.run(
      "replay", fixture("no-fix.nmea").path(), "--rate", "10000", "--serve", "tcp://:0")
    #expect(code == 0)
    #expect(test.errors.lines.count == 1)
  }

  @Test(
    arguments: [
      (["replay", "/nowhere/drive.nmea", "--serve", "tcp://:0"], 66, "No such file"),
      (["replay", "DRIVE", "--serve", "tcp://:0", "--rate", "max"], 64, "end before a client"),
      (["replay", "DRIVE", "--serve", "tcp://127.0.0.1"], 64, "it needs a port"),
      (["replay", "DRIVE", "--serve", "pty:/nowhere/gps0"], 73, "cannot be created"),
      (["replay", "DRIVE", "--serve", "udp://nowhere.invalid:10110"], 68, "has no address"),
      (
        ["replay", "DRIVE", "--serve", "tcp://:0", "--timeout", "1s", "--accuracy", "1m"], 75, "1 s"
      ),
    ] as [([String], Int32, String)])
  func aMistakeIsReportedAndNothingIsServed(
    _ arguments: [String], _ expected: Int32, _ words: String
  ) async throws {
    let test = WireEnvironment()
    let code = await test.run(arguments.map { $0 == "DRIVE" ? drive : $0 })
    #expect(code == expected)
    #expect(test.errors.text.contains(words))
    #expect(expected == 75 || !test.errors.text.contains("serving"))
  }

  @Test func aPortInUseIs69() async throws {
    let taken = try LoopbackSocket()
    let test = WireEnvironment()
    #expect(await test.run("replay", drive, "--serve", "gpsd://127.0.0.1:\(taken.port)") == 69)
    #expect(
      test.errors.text == "locate: gpsd://127.0.0.1:\(taken.port): the port is in use: another "
        + "program listens there; port 0 takes a free one\n")
  }
}
