import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct StatusCommandTests {
  private let waiting = WaitingSource([
    .sky(SkyView(satellites: (1...5).map { Satellite(prn: $0) }, source: .live)),
    .fixLost(FixLoss(reason: .noFix, source: .live)),
  ])
  private let failing = LocationProviderMock(script: [
    .fail(UserLocationError(.hostNotFound, source: "tcp://c:1", detail: "no such host"))
  ])

  private func test() throws -> TestEnvironment {
    let fix = try SeveralSources.fix("tcp://a:1")
    return TestEnvironment(
      sources: SeveralSources(providers: [
        "tcp://a:1": LocationProviderMock(script: [.update(.fix(fix))]),
        "tcp://b:1": waiting, "tcp://c:1": failing,
        "tcp://d:1": LocationProviderMock(
          authorization: .notDetermined, refusal: "there is no consent yet"),
      ]))
  }

  /// Runs a command line with the four sources. Only the second of them uses up its time, and the last
  /// one is not asked.
  private func runForAll(_ arguments: [String], _ test: TestEnvironment) async -> Int32 {
    let sources = ["a", "b", "c", "d"].flatMap { ["--source", "tcp://\($0):1"] }
    return await test.run(
      arguments + sources, after: [waiting], answered: (sleeps: 3, sleepers: 1))
  }

  @Test func eachSourceHasALineWithItsState() async throws {
    let test = try test()
    #expect(await runForAll(["status"], test) == 0)
    #expect(
      test.output.lines == [
        "tcp://a:1  2D, 48.0000000° N 11.0000000° E, without a time",
        "tcp://b:1  no fix, 5 satellites in view",
        "tcp://c:1  no such host",
        "tcp://d:1  there is no consent yet",
      ])
    #expect(test.errors.text == "")
  }

  @Test func jsonIsAnObjectForEachSource() async throws {
    let test = try test()
    #expect(await runForAll(["status", "--json"], test) == 0)
    #expect(
      test.output.lines == [
        #"{"source":"tcp://a:1","state":"fix","exit":0,"fix":"#
          + #"{"class":"TPV","mode":2,"lat":48.000000000,"lon":11.000000000}}"#,
        #"{"source":"tcp://b:1","state":"waiting","exit":75,"#
          + #""detail":"no fix, 5 satellites in view"}"#,
        #"{"source":"tcp://c:1","state":"failed","exit":68,"detail":"no such host"}"#,
        #"{"source":"tcp://d:1","state":"denied","exit":77,"detail":"there is no consent yet"}"#,
      ])
  }

  @Test(arguments: [
    (
      "text",
      [
        "mqtt://broker:1883/+/+  anna  2D, 49.0000000° N 11.0000000° E, without a time",
        "mqtt://broker:1883/+/+  ben  2D, 48.0000000° N 11.0000000° E, without a time",
        "mqtt://broker:1883/+/+  carl  no location: disconnected",
      ]
    ),
    (
      "json",
      [
        #"{"source":"mqtt://broker:1883/+/+","state":"fix","exit":0,"fix":{"class":"TPV","#
          + #""device":"anna/phone","mode":2,"lat":49.000000000,"lon":11.000000000}}"#,
        #"{"source":"mqtt://broker:1883/+/+","state":"fix","exit":0,"fix":{"class":"TPV","#
          + #""device":"ben/phone","mode":2,"lat":48.000000000,"lon":11.000000000}}"#,
        #"{"source":"mqtt://broker:1883/+/+","device":"carl/phone","state":"waiting","exit":75,"#
          + #""detail":"no location: disconnected"}"#,
      ]
    ),
  ])
  func eachDeviceOfABrokerHasALine(format: String, lines: [String]) async throws {
    let (test, phones) = try broker()
    let status = ["status", "mqtt://broker:1883/+/+", "--format", format]
    #expect(await test.run(status, after: [phones], answered: (sleeps: 2, sleepers: 2)) == 0)
    #expect(test.output.lines == lines)
  }

  @Test func metricsHaveASampleForEachDeviceOfABroker() async throws {
    let (test, phones) = try broker()
    let status = ["status", "mqtt://broker:1883/+/+", "--format", "openmetrics"]
    #expect(await test.run(status, after: [phones], answered: (sleeps: 2, sleepers: 2)) == 0)
    #expect(
      test.output.lines.filter { $0.hasPrefix("locate_source_state") && $0.hasSuffix("} 1") } == [
        #"locate_source_state{source="mqtt://broker:1883/+/+ anna/phone",locate_source_state="fix"} 1"#,
        #"locate_source_state{source="mqtt://broker:1883/+/+ ben/phone",locate_source_state="fix"} 1"#,
        #"locate_source_state{source="mqtt://broker:1883/+/+ carl/phone",locate_source_state="waiting"} 1"#,
      ])
  }

  /// A broker with two phones, and a third one that was disconnected.
  private func broker() throws -> (TestEnvironment, WaitingSource) {
    func fix(_ device: String, _ latitude: Double) throws -> LocationUpdate {
      var fix = try SeveralSources.fix("mqtt://broker:1883/+/+", latitude: latitude)
      fix.source.device = device
      return .fix(fix)
    }
    let carl = FixSource(kind: .live, name: "mqtt://broker:1883/+/+", device: "carl/phone")
    let phones = WaitingSource([
      try fix("carl/phone", 47), .fixLost(FixLoss(reason: .disconnected, source: carl)),
      try fix("ben/phone", 48), try fix("anna/phone", 49),
    ])
    return (
      TestEnvironment(sources: SeveralSources(providers: ["mqtt://broker:1883/+/+": phones])),
      phones
    )
  }

  @Test func withoutALocationTheExitCodeIsThatOfTheFirstSource() async throws {
    let test = try test()
    let both = ["status", "--source", "tcp://b:1", "--source", "tcp://c:1"]
    #expect(await test.run(both, after: [waiting], answered: (sleeps: 2, sleepers: 1)) == 75)
    #expect(test.errors.text == "locate: tcp://b:1, tcp://c:1: no location\n")
    #expect(await test.run("status", "--source", "tcp://c:1") == 68)
    #expect(await test.run("status", "--source", "tcp://d:1") == 77)
  }

  @Test func nobodyIsAskedForConsent() async throws {
    let undecided = LocationProviderMock(authorization: .notDetermined)
    let test = TestEnvironment(sources: SeveralSources(providers: ["tcp://a:1": undecided]))
    #expect(await test.run("status", "--source", "tcp://a:1") == 77)
    #expect(!undecided.isRequestWhenInUseAuthorizationCalled)
    #expect(!undecided.isStartUpdatingLocationCalled)
  }

  @Test func aRecordingAnswersWithItsFirstLocation() async throws {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("status", "drive.nmea") == 0)
    #expect(test.output.lines.count == 1)
  }
}
