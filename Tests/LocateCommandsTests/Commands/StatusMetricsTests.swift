import Foundation
import LocationCore
import LocationPublishing
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct StatusMetricsTests {
  private let directory: TemporaryDirectory
  private let bare: WaitingSource

  init() throws {
    directory = try TemporaryDirectory()
    bare = WaitingSource([.fix(try SeveralSources.fix("tcp://b:1"))])
  }

  /// A source with everything, one without satellites, one that fails, and one without a consent.
  private func test() throws -> TestEnvironment {
    var fix = try SeveralSources.fix("tcp://a:1")
    fix.timestamp = Date(timeIntervalSince1970: 1_735_689_598)
    fix.errors.horizontal = 2.5
    fix.satellitesUsed = 4
    let sky = SkyView(satellites: (1...5).map { Satellite(prn: $0) }, source: .live)
    var test = TestEnvironment(
      sources: SeveralSources(providers: [
        "tcp://a:1": LocationProviderMock(script: [.update(.fix(fix)), .update(.sky(sky))]),
        "tcp://b:1": bare,
        "tcp://c:1": LocationProviderMock(script: [
          .fail(UserLocationError(.hostNotFound, source: "tcp://c:1", detail: "no such host"))
        ]),
        "tcp://d:1": LocationProviderMock(
          authorization: .notDetermined, refusal: "there is no consent yet"),
      ]))
    test.variables["XDG_STATE_HOME"] = directory.url.path
    return test
  }

  /// Runs `metrics` with the four sources. Each of the first three has a time for its location and one
  /// for its satellites; only the second one uses them up.
  private func runForAll(_ test: TestEnvironment) async -> Int32 {
    let sources = ["a", "b", "c", "d"].flatMap { ["--source", "tcp://\($0):1"] }
    return await test.run(
      ["status", "--format", "openmetrics"] + sources, after: [bare],
      answered: (sleeps: 6, sleepers: 2))
  }

  @Test func eachSourceHasItsSamples() async throws {
    let test = try test()
    #expect(await runForAll(test) == 0)
    let samples = test.output.lines.filter { !$0.hasPrefix("# ") && !$0.hasSuffix(" 0") }
    #expect(
      samples.filter { !$0.hasPrefix("locate_fix_age_seconds") } == [
        #"locate_source_state{source="tcp://a:1",locate_source_state="fix"} 1"#,
        #"locate_source_state{source="tcp://b:1",locate_source_state="fix"} 1"#,
        #"locate_source_state{source="tcp://c:1",locate_source_state="failed"} 1"#,
        #"locate_source_state{source="tcp://d:1",locate_source_state="denied"} 1"#,
        #"locate_fix_timestamp_seconds{source="tcp://a:1"} 1735689598"#,
        #"locate_fix_horizontal_accuracy_meters{source="tcp://a:1"} 2.5"#,
        #"locate_satellites_used{source="tcp://a:1"} 4"#,
        #"locate_satellites_visible{source="tcp://a:1"} 5"#,
      ])
    #expect(samples.contains { $0.hasPrefix(#"locate_fix_age_seconds{source="tcp://a:1"} "#) })
    #expect(test.output.lines.last == "# EOF")
    #expect(test.errors.text == "")
  }

  @Test func noLocationIsNoError() async throws {
    let test = try test()
    #expect(await test.run("status", "--format", "openmetrics", "--source", "tcp://c:1") == 0)
    #expect(
      test.output.text == """
        # TYPE locate_source_state stateset
        # HELP locate_source_state What the source is doing.
        locate_source_state{source="tcp://c:1",locate_source_state="fix"} 0
        locate_source_state{source="tcp://c:1",locate_source_state="waiting"} 0
        locate_source_state{source="tcp://c:1",locate_source_state="denied"} 0
        locate_source_state{source="tcp://c:1",locate_source_state="failed"} 1
        # EOF

        """)
  }

  @Test func whatPublishHasNotDeliveredIsCounted() async throws {
    let nobody = "mqtt://127.0.0.1:\(try LoopbackSocket.freePort())/owntracks/jane/phone"
    var publishing = try test()
    publishing.clock = ManualClock(jumpsToDeadlines: true)
    #expect(
      await publishing.run(
        "publish", "--source", "tcp://a:1", "--count", "1", "--to", nobody) == 69)
    let test = try test()
    #expect(await test.run("status", "--format", "openmetrics", "--source", "tcp://c:1") == 0)
    let line = test.output.lines.first { $0.hasPrefix("locate_publish_queue_messages") }
    #expect(line?.hasSuffix(#"",target="\#(nobody)"} 1"#) == true)
    let other = try self.test()
    #expect(
      await other.run(
        "status", "--format", "openmetrics", "--source", "tcp://c:1", "--queue", "/nowhere") == 0)
    #expect(!other.output.text.contains("queue"))
  }

  /// The parser of Prometheus' client for Python.
  @Test(
    .enabled(
      if: isInstalled,
      "prometheus_client is not installed (make test puts it into .build/prometheus_client)"))
  func aParserOfOpenMetricsAcceptsIt() async throws {
    var journal = try PublishingJournal(path: directory.path("locate/queue/1.queue"))
    try journal.append(
      PublishedMessage(kind: .location, createdAt: .now, payload: [0x7B, 0x7D]))
    QueueSnapshot.note(#"odd "name" \ "#, besideJournal: directory.path("locate/queue/1.queue"))
    let test = try test()
    #expect(await runForAll(test) == 0)
    let script = """
      import sys
      from prometheus_client.openmetrics.parser import text_string_to_metric_families
      for family in text_string_to_metric_families(open(sys.argv[1]).read()):
        print(family.name, family.type, family.unit or "-", len(family.samples))
        for sample in family.samples:
          if "target" in sample.labels: print(sample.labels["target"])
      """
    let output = directory.path("output")
    let python = try #require(Self.python)
    let child = try ChildProcess(
      python, ["-c", script, try directory.file("metrics", test.output.text)],
      variables: ["PYTHONPATH": Self.folder], output: output)
    #expect(await eventually { !child.isRunning })
    let target = #"odd "name" \ "#
    #expect(
      try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n") == [
        "locate_source_state stateset - 16",
        "locate_fix_age_seconds gauge seconds 1",
        "locate_fix_timestamp_seconds gauge seconds 1",
        "locate_fix_horizontal_accuracy_meters gauge meters 1",
        "locate_satellites_used gauge - 1",
        "locate_satellites_visible gauge - 1",
        "locate_publish_queue_messages gauge - 1", Substring(target),
        "locate_publish_queue_size_bytes gauge bytes 1", Substring(target),
        "locate_publish_queue_oldest_age_seconds gauge seconds 1", Substring(target),
        "locate_publish_queue_dropped counter - 1", Substring(target),
      ])
  }

  private static let python = ChildProcess.path(of: "python3")

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".build/prometheus_client").path

  private static var isInstalled: Bool {
    python != nil && FileManager.default.fileExists(atPath: folder + "/prometheus_client")
  }
}
