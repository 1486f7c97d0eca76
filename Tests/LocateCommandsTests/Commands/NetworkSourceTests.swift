import LocationCore
import LocationTesting
import NetworkLocation
import TestTurns
import Testing

@testable import LocateCommands

/// A geolocation server as a source: what is shown and examined without sending anything.
@Suite(.inTurn) struct NetworkSourceTests {
  static let source = ["--source", "net:https://example.org/v1/geolocate?key=secret"]

  let assembler = NetworkAssembler()

  // MARK: --show-request

  @Test(arguments: [nil, Consent.refused, .granted])
  func aRequestIsShownAndNotSent(consent: Consent?) async {
    assembler.consents.set(consent, to: "https://example.org")
    assembler.scanner.result = .success(
      NetworkAssembler.accessPoints(["home", "", "a_nomap", "b"]))
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(Self.source + ["--show-request"]) == 0)
    #expect(
      test.output.text == """
        POST https://example.org/v1/geolocate?key=...
        Content-Type: application/json
        Accept: application/json
        User-Agent: \(GeolocationClient.userAgent)

        {"considerIp":false,"fallbacks":{"ipf":false,"lacf":false},"wifiAccessPoints":[\
        {"macAddress":"00:1b:63:84:45:01"},{"macAddress":"00:1b:63:84:45:04"}]}
        Left out: 1 × hidden network, 1 × its owner opted out

        """)
    #expect(!assembler.transport.isSendCalled)
    #expect(assembler.consents.consents()["https://example.org"] == consent)
  }

  @Test func tooFewAccessPointsAreShownAsNoRequest() async {
    assembler.scanner.result = .success(NetworkAssembler.accessPoints(["home", ""]))
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(Self.source + ["--show-request"]) == 0)
    #expect(
      test.output.lines == [
        "Nothing is sent: fewer than two access points may be sent, and there is no cell.",
        "Left out: 1 × hidden network",
      ])
  }

  @Test func aScanThatFailsIsTheErrorOfTheRequestToShow() async {
    assembler.scanner.result = .failure(
      UserLocationError(.notAuthorized, detail: "not you; ask root"))
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(Self.source + ["--show-request"]) == 77)
    #expect(
      test.errors.lines == ["locate: net:https://example.org/v1/geolocate: not you; ask root"])
  }

  @Test(arguments: ["sim:drive", "gpsd://localhost", "a.nmea"])
  func anotherSourceHasNoRequestToShow(source: String) async {
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run("--source", source, "--show-request") == 64)
    #expect(test.errors.text.contains("--show-request is for net:URL"))
  }

  // MARK: doctor

  @Test func theDoctorScansAndSendsNothing() async {
    assembler.consents.set(.granted, to: "https://example.org")
    assembler.scanner.result = .success(NetworkAssembler.accessPoints(["home", "", "b"]))
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(["doctor"] + Self.source) == 0)
    #expect(
      test.output.text == """
        ✓ address     net:https://example.org/v1/geolocate; the server was not asked
        ✓ scan        2 access points may be sent; left out: 1 × hidden network
        ✓ permission  you agreed to send it to https://example.org
        - fix         the doctor sends nothing; 'locate once' asks the server

        """)
    #expect(!assembler.transport.isSendCalled)
  }

  @Test(arguments: [
    (nil, "there is no consent yet"), (Consent.refused, "was refused"),
  ])
  func theDoctorNamesTheMissingConsentAndAsksNobody(consent: Consent?, words: String) async {
    var assembler = assembler
    assembler.consents.set(consent, to: "https://example.org")
    assembler.request = { _ in
      Issue.record("the doctor asked")
      return .granted
    }
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(["doctor"] + Self.source) == 77)
    #expect(test.output.lines.contains { $0.hasPrefix("✗ permission") && $0.contains(words) })
    #expect(test.output.lines.last == "     → agree to https://example.org")
    #expect(!test.errors.text.contains("secret"))
    #expect(!assembler.transport.isSendCalled)
  }

  @Test(arguments: [
    (UserLocationError(.sourceUnavailable, detail: "no iw; install iw"), Int32(69), "install iw"),
    (UserLocationError(.notAuthorized, detail: "not you; use sudo"), 77, "use sudo"),
    (UserLocationError(.sourceUnavailable, detail: "no Wi-Fi"), 69, "nmcli radio wifi on"),
  ])
  func theDoctorNamesTheRemedyForAScannerThatFails(
    error: UserLocationError, code: Int32, remedy: String
  ) async {
    assembler.scanner.result = .failure(error)
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(["doctor"] + Self.source) == code)
    #expect(test.output.lines.last?.contains("→") == true)
    #expect(test.output.lines.last?.hasSuffix(remedy) == true)
  }

  @Test func theDoctorSaysThatTooFewAccessPointsAreInSight() async {
    assembler.scanner.result = .success(NetworkAssembler.accessPoints(["home", "a_nomap"]))
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(["doctor"] + Self.source) == 75)
    #expect(test.output.text.contains("left out: 1 × its owner opted out\n"))
  }

  // MARK: The question

  @Test(arguments: ["once", "watch"])
  func theTimeToAnswerTheQuestionDoesNotCount(command: String) async {
    var assembler = assembler
    let screen = Screen(width: 80)
    let clock = ManualClock()
    assembler.request = { [clock] _ in
      // The status line would appear, and the timeout would pass, meanwhile.
      clock.advance(by: .seconds(3600))
      return .granted
    }
    var test = TestEnvironment(sources: assembler, terminal: screen)
    test.clock = clock
    let limits = command == "watch" ? ["--count", "1"] : []
    #expect(
      await test.run([command, "--timeout", "1s", "--format", "{latitude}"] + limits + Self.source)
        == 0)
    #expect(screen.lines == ["48.1"])
  }

  @Test func anInterruptEndsTheQuestionAndStoresNothing() async {
    var assembler = assembler
    let asked = AsyncStream.makeStream(of: Void.self)
    let answer = AsyncStream.makeStream(of: Void.self)
    assembler.request = { _ in
      asked.continuation.yield()
      for await _ in answer.stream {}
      return nil
    }
    let test = TestEnvironment(sources: assembler)
    async let code = test.run(["once"] + Self.source)
    for await _ in asked.stream { break }
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(assembler.consents.consents() == [:])
    answer.continuation.finish()
  }

  @Test func theKeyOfAServerIsNotInErrors() async {
    assembler.consents.set(.granted, to: "https://example.org")
    assembler.transport.result = nil
    let test = TestEnvironment(sources: assembler)
    async let code = test.run(["once", "--timeout", "1s"] + Self.source)
    await test.clock.waitForSleepers()
    test.clock.advance(by: .seconds(1))
    #expect(await code == 75)
    #expect(test.errors.text.contains("net:https://example.org/v1/geolocate"))
    #expect(!test.errors.text.contains("secret"))
  }
}
