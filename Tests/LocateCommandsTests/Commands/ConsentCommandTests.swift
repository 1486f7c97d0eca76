import Foundation
import LocationCore
import LocationIO
import LocationSources
import LocationTesting
import NetworkLocation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct ConsentCommandTests {
  static let source = ["--source", "net:https://example.org/v1/geolocate"]

  @Test(arguments: [
    "https://example.org", "https://example.org/", "net:https://example.org/v1/geolocate?key=a",
    "HTTPS://example.org:443",
  ])
  func aDecisionIsAboutSchemeHostAndPort(server: String) async {
    let assembler = NetworkAssembler()
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run("consent", "grant", server) == 0)
    #expect(assembler.consents.consents() == ["https://example.org": .granted])
    #expect(await test.run("consent", "refuse", server) == 0)
    #expect(assembler.consents.consents() == ["https://example.org": .refused])
    #expect(await test.run("consent", "revoke", server) == 0)
    #expect(assembler.consents.consents() == [:])
  }

  @Test func decisionsAreListed() async {
    let assembler = NetworkAssembler()
    assembler.consents.set(.refused, to: "https://b.example")
    assembler.consents.set(.granted, to: "https://a.example:8443")
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run("consent") == 0)
    #expect(await test.run("consent", "list") == 0)
    let lines = ["https://a.example:8443 granted", "https://b.example refused"]
    #expect(test.output.lines == lines + lines)
  }

  @Test(arguments: [["grant", "example.org"], ["grant"], ["revoke", "https://example.org"]])
  func aMistakeIsAnError(arguments: [String]) async {
    let test = TestEnvironment(sources: NetworkAssembler())
    #expect(await test.run(["consent"] + arguments) == 64)
  }

  @Test func nothingIsSentBeforeConsent() async {
    let assembler = NetworkAssembler()
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(["once"] + Self.source) == 77)
    #expect(test.errors.text.contains("agree to https://example.org"))
    #expect(!assembler.transport.isSendCalled)
    #expect(await test.run("consent", "grant", "https://example.org") == 0)
    #expect(await test.run(["once", "--format", "{latitude}"] + Self.source) == 0)
    #expect(test.output.lines == ["48.1"])
  }

  @Test(arguments: [(true, Int32(0)), (false, 77)])
  func aUserIsAskedOnce(answer: Bool, code: Int32) async {
    var assembler = NetworkAssembler()
    assembler.request = { _ in answer ? .granted : .refused }
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run(["once", "--format", "{latitude}"] + Self.source) == code)
    #expect(assembler.transport.isSendCalled == answer)
    #expect(assembler.consents.consents() == ["https://example.org": answer ? .granted : .refused])
  }

  /// The program `script` gives the command a terminal, whose user types `input`.
  @Test(
    .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
    .enabled(if: ChildProcess.path(of: "script") != nil, "script is missing"),
    arguments: [
      ("n\n", "was refused", ["https://example.org": Consent.refused]),
      ("\n", "was refused", ["https://example.org": .refused]),
      ("\u{4}", "there is no consent yet", [:]),
    ])
  func aQuestionOnATerminalIsAnswered(
    input: String, words: String, consents: [String: Consent]
  ) throws {
    let folder = try TemporaryDirectory()
    let process = try LocateProcess(
      [
        "-qec",
        "XDG_STATE_HOME=\(folder.url.path) \(LocateProcess.executable.path()) "
          + Self.source.joined(separator: " "), "/dev/null",
      ], by: [try #require(ChildProcess.path(of: "script"))])
    #expect(
      process.readLine().hasSuffix(
        "to https://example.org? The server can tell from them where "
          + "this machine is. [y/N]\r"))
    process.write(input)
    process.process.waitUntilExit()
    #expect(process.process.terminationStatus == 77)
    let output = process.output.fileHandleForReading.readDataToEndOfFile()
    let answer = String(decoding: output, as: UTF8.self)
    #expect(answer.contains(words))
    #expect(!answer.contains("[y/N]"), "asked twice")
    #expect(
      try FileConsentStore(path: folder.path("locate/consent.json")).consents() == consents)
  }
}
