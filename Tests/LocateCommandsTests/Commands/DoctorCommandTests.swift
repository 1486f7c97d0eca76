import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// For each way to break a chain: the links, the remedy and the exit code.
@Suite(.inTurn)
struct DoctorCommandTests {
  @Test(arguments: gpsds + receivers)
  func theExaminationStopsAtTheFirstBrokenLink(of chain: Case) async throws {
    let (source, keeper) = try chain.arrange()
    defer { withExtendedLifetime(keeper) {} }
    let environment = WireEnvironment()
    let code = await environment.run(["doctor", "--json", "--source", source] + chain.options)
    #expect(code == chain.code)
    let report = try JSONDecoder().decode(Report.self, from: Data(environment.output.text.utf8))
    #expect(report.ok == (code == 0))
    #expect(report.exit == code)
    let port = source.split(separator: ":").last.map(String.init) ?? ""
    for link in chain.links {
      let words = link.replacing("@", with: port).split(separator: " ", maxSplits: 2).map(
        String.init)
      let check = try #require(report.checks.first { $0.name == words[1] })
      #expect(check.status == words[0])
      #expect((check.detail ?? "").hasSuffix(words[2]), "\(check)")
    }
    let broken = report.checks.first { $0.status == "failed" }
    #expect((broken?.remedy == nil) == (chain.remedy == nil))
    if let remedy = chain.remedy?.replacing("@", with: port) {
      #expect(broken?.remedy?.contains(remedy) == true, "\(broken?.remedy ?? "none")")
      #expect(environment.errors.lines.count == 1)
      #expect(environment.errors.text.hasSuffix("\(broken?.detail ?? "?")\n"))
    }
    // The links after a broken one are skipped.
    if let index = report.checks.firstIndex(where: { $0.status == "failed" }) {
      #expect(
        report.checks[(index + 1)...].allSatisfy { $0.status == "skipped" && $0.detail == nil })
    }
  }

  private struct Report: Decodable {
    let ok: Bool
    let exit: Int32
    let checks: [Check]

    struct Check: Decodable {
      let name, status: String
      let detail, remedy: String?
    }
  }

  @Test func textIsOneLineForEachLinkAndTheRemedy() async throws {
    let port = try LoopbackSocket.freePort()
    let environment = WireEnvironment()
    #expect(await environment.run("doctor", "--source", "gpsd://127.0.0.1:\(port)") == 69)
    #expect(
      environment.output.text == """
        ✓ address     127.0.0.1
        ✗ connection  connection refused: nothing listens on port \(port) there
             → start gpsd: sudo systemctl start gpsd.socket, or gpsd -N -n /dev/ttyACM0; \
        to install it: sudo apt install gpsd

        """)
  }

  @Test(arguments: [("C.UTF-8", "✓ fix"), ("C", "ok   fix"), ("", "ok   fix")])
  func aUnicodeLocaleGetsSymbols(locale: String, line: String) async throws {
    let log = epoch(1) + epoch(2)
    var test = TestEnvironment(log: log)
    test.variables = ["LANG": locale]
    #expect(await test.run("doctor", "--source", "a") == 0)
    #expect(test.output.lines.contains { $0.hasPrefix(line) })
    #expect(test.output.text.allSatisfy(\.isASCII) == (locale != "C.UTF-8"))
  }

  @Test(
    arguments: [
      ("a.nmea", "the receiver had no fix then; take a recording that has one"),
      ("sim:drive", "choose a scenario that has a fix: 'simulate --list' names them"),
    ])
  func theRemedyForAMissingFixFitsTheSource(source: String, remedy: String) async {
    let test = TestEnvironment(log: Logs.withoutFix)
    #expect(await test.run("doctor", "--source", source) == 75)
    #expect(test.output.text.contains("→ \(remedy)\n"), "\(test.output.text)")
    #expect(!test.output.text.contains("sky"))
    #expect(source != "sim:drive" || !test.output.text.contains("recording"))
  }

  @Test func aSilentLineIsNamedWhileTheDoctorWaits() async {
    let screen = Screen(width: 80)
    let silent = SourceAssemblerMock(bytes: BlockingSource(first: ""))
    let test = TestEnvironment(sources: silent, terminal: screen)
    async let code = test.run("doctor", "--source", "serial:/dev/ttyUSB0")
    await test.clock.waitForSleepers()
    test.clock.advance(by: .seconds(1))
    #expect(
      await eventually {
        screen.lines == ["waiting for data at any of the usual rates, 1 s"]
      })
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(screen.lines == [])
  }

  @Test func verbosePrintsTheCounters() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("doctor", "--verbose", "--source", "a") == 0)
    #expect(test.errors.text.contains(" 6 sentences: 3 GPRMC, 3 GPGGA; 0 bad; "))
  }

  @Test func eachSourceOfAFallbackIsExamined() async {
    let test = WireEnvironment()
    let code = await test.run(
      "doctor", "--source", "/nowhere/drive.nmea", "--source", "sim:drive")
    #expect(code == 0, "\(test.errors.text)")
    let lines = test.output.lines
    #expect(lines.first == "file:/nowhere/drive.nmea")
    #expect(lines.contains("✗ address     No such file or directory"))
    #expect(lines.contains("sim:drive"))
    #expect(lines.last?.hasPrefix("✓ fix ") == true)
  }

  @Test func ifNoSourceOfAFallbackHasAFixTheErrorNamesEach() async {
    let test = WireEnvironment()
    let code = await test.run(
      "doctor", "--json", "--source", "/nowhere/a.nmea", "--source", "tcp://no..where:1")
    #expect(code == 66)
    #expect(test.output.lines.count == 2)
    #expect(test.output.lines.allSatisfy { $0.hasPrefix(#"{"source":"#) })
    #expect(
      test.errors.text.hasPrefix(
        "locate: file:/nowhere/a.nmea: No such file or directory; tcp://no..where:1: "))
  }

  @Test func anInterruptEndsIt() async throws {
    let feed = try TextFeed(greeting: Self.version + "\n")
    let environment = WireEnvironment()
    let run = Task {
      await environment.run(
        "doctor", "--timeout", "1h", "--source", "gpsd://127.0.0.1:\(feed.port)")
    }
    await environment.output.written(3)
    run.cancel()
    #expect(await run.value == 130)
    #expect(environment.errors.text.isEmpty)
  }
}
