import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `track compare`, and `simulate --truth`.
@Suite(.inTurn) struct CompareTracksTests {
  private let directory: TemporaryDirectory
  private let test = WireEnvironment()

  init() throws { directory = try TemporaryDirectory() }

  /// A line to the east on the equator, 111.3 m each second, as GPX.
  private func gpx(
    north: Double = 0, seconds: Range<Int> = 0..<30, hasTimes: Bool = true
  ) -> String {
    let points = seconds.map { second in
      let time = "2025-06-01T08:00:\(second < 10 ? "0" : "")\(second)Z"
      return #"<trkpt lat="\#(north)" lon="0.0\#(10 + second)"><ele>\#(100 + second)</ele>"#
        + (hasTimes ? "<time>\(time)</time>" : "") + "</trkpt>"
    }
    return
      #"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
      + points.joined() + "</trkseg></trk></gpx>"
  }

  private func compare(
    _ measured: String, _ reference: String, _ options: String...
  ) async throws -> Int32 {
    let one = try directory.file("one", measured)
    let other = try directory.file("other", reference)
    return await test.run(["track", "compare", one, other] + options)
  }

  @Test func aKnownOffsetIsPrinted() async throws {
    // 10 seconds are missing in the middle.
    let whole = gpx(north: 0.0001)
    let points = whole.split(separator: "<trkpt")
    let measured = (points[...10] + points[21...]).joined(separator: "<trkpt")
    #expect(try await compare(measured, gpx()) == 0)
    let lines = test.output.lines
    #expect(lines[0].hasSuffix("/one, 20 points") && lines[1].hasSuffix("/other, 30 points"))
    #expect(
      lines.dropFirst(2) == [
        "Matched    20 points, 10 missing, 0 extra",
        "Horizontal RMS 11.1 m, 50 % 11.1 m, 68 % 11.1 m, 95 % 11.1 m, 100 % 11.1 m",
        "Vertical   RMS 0.0 m, 50 % 0.0 m, 68 % 0.0 m, 95 % 0.0 m, 100 % 0.0 m, mean 0.0 m",
        "Across     RMS 11.1 m, 50 % 11.1 m, 68 % 11.1 m, 95 % 11.1 m, 100 % 11.1 m",
        "Shape      556.7 m",
        "Shift      0.0 s fits best: RMS 11.1 m",
      ])
    #expect(test.errors.text == "")
  }

  @Test func jsonHasMetersAndSeconds() async throws {
    #expect(try await compare(gpx(north: 0.0001), gpx(), "--json") == 0)
    let text = test.output.text
    for part in [
      #""points":30,"referencePoints":30,"untimed":0,"untimedReference":0,"matched":30,"missing":0,"#,
      #""horizontal":{"count":30,"mean":11.057,"rms":11.057,"p50":11.057,"#,
      #""vertical":{"count":30,"mean":0,"#, #""frechet":11.057,"frechetStride":1,"shift":0,"#,
    ] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains("speed") && test.output.lines.count == 1)
  }

  @Test func unitsAreThoseOfTheReader() async throws {
    #expect(try await compare(gpx(north: 0.0001), gpx(), "--units", "imperial") == 0)
    #expect(test.output.text.contains("Horizontal RMS 36.3 ft"))
    #expect(try await compare(gpx(), gpx(), "--units", "imperial", "--json") == 64)
  }

  @Test func tracksWithoutTimesAreComparedByTheirLines() async throws {
    #expect(try await compare(gpx(north: 0.0001, hasTimes: false), gpx()) == 0)
    #expect(test.output.lines[0].hasSuffix("/one, 30 points, 30 without a time"))
    #expect(test.output.text.contains("Matched    no point has a reference at its time\nAcross "))
    #expect(test.output.text.contains("Shape      11.1 m\n"))
    #expect(!test.output.text.contains("Shift"))
  }

  @Test func thePlotIsSVG() async throws {
    #expect(try await compare(gpx(north: 0.0001), gpx(), "--plot", "-") == 0)
    #expect(test.output.text.hasPrefix("<svg ") && test.output.text.hasSuffix("</svg>\n"))
    #expect(test.output.text.contains(">one, compared with other</text>"))
    #expect(test.output.text.contains("Horizontal error, m"))
  }

  /// Two receivers in one file of gpsd.
  private static let two = (0..<20).map { second in
    ["a", "b"].map { device in
      #"{"class":"TPV","device":"/dev/\#(device)","mode":2,"time":"2025-06-01T08:00:\#(10 + second)Z","#
        + #""lat":\#(device == "a" ? 0 : 0.0001),"lon":0.0\#(10 + second)}"# + "\n"
    }.joined()
  }.joined()

  @Test func severalDevicesAreRefusedWithTheirNames() async throws {
    #expect(try await compare(Self.two, gpx()) == 64)
    #expect(test.output.text == "")
    #expect(
      test.errors.text.hasSuffix(
        "of several devices; choose one with --device: /dev/a, /dev/b\n"), "\(test.errors.text)")
    #expect(try await compare(gpx(), Self.two) == 64)
    #expect(test.errors.text.hasSuffix("with --reference-device: /dev/a, /dev/b\n"))
    #expect(try await compare(Self.two, gpx(), "--device", "/dev/c") == 64)
    #expect(test.errors.text.hasSuffix("it has no device '/dev/c'; it has /dev/a, /dev/b\n"))
    #expect(try await compare(gpx(), gpx(), "--device", "a") == 64)
    #expect(test.errors.text.contains("it names no devices"))
  }

  @Test func twoDevicesOfAFileAreCompared() async throws {
    let code = try await compare(
      Self.two, Self.two, "--device", "/dev/b", "--reference-device", "/dev/a")
    #expect(code == 0, "\(test.errors.text)")
    #expect(test.output.text.contains("Horizontal RMS 11.1 m"))
  }

  /// A format without devices has a track for each, with its name.
  @Test func tracksAtTheSameTimeAreOfSeveralDevices() async throws {
    func track(_ name: String, _ north: Double) -> String {
      let text = gpx(north: north)
      return text.replacing("<trk>", with: "<trk><name>\(name)</name>")
    }
    let both =
      track("a", 0).replacing("</gpx>", with: "")
      + track("b", 0.0001).drop { $0 != ">" }.dropFirst()
    #expect(try await compare(both, gpx()) == 64)
    #expect(test.errors.text.hasSuffix("choose one with --device: a, b\n"), "\(test.errors.text)")
    #expect(try await compare(both, gpx(), "--device", "b") == 0)
    #expect(test.output.text.contains("Horizontal RMS 11.1 m"))
  }

  @Test func aPlannedRouteIsAReferenceWithoutTimes() async throws {
    let route =
      #"<gpx version="1.1" creator="t"><rte><rtept lat="0" lon="0.01"/>"#
      + #"<rtept lat="0" lon="0.039"/></rte></gpx>"#
    #expect(try await compare(gpx(north: 0.0001), route) == 0, "\(test.errors.text)")
    #expect(test.output.text.contains("Across     RMS 11.1 m"))
    #expect(test.output.text.contains("/other, 2 points, 2 without a time"))
    #expect(try await compare(route, gpx()) == 75)
  }

  @Test func aFileWithoutATrackIsAnError() async throws {
    let mark = #"<gpx version="1.1" creator="t"><wpt lat="1" lon="2"/></gpx>"#
    #expect(try await compare(gpx(), mark) == 75)
    #expect(test.errors.text.contains("/other has no track to compare"), "\(test.errors.text)")
    #expect(try await compare("", gpx()) == 65)
  }

  // MARK: The truth

  private func simulate(_ line: String) async -> TestEnvironment {
    let test = TestEnvironment(sources: CommandSources(commandName: "locate") { _ in })
    #expect(await test.run(line.split(separator: " ").map(String.init)) == 0, "\(test.errors.text)")
    return test
  }

  @Test func theTruthGoesOnWhileTheReceiverKnowsNothing() async {
    let test = await simulate(
      "simulate tunnel --for 120s --rate max --format updates --truth t.updates")
    #expect(test.file.isCommitted)
    let truth = test.file.lines.filter { $0.contains(#""fix":"#) }
    let said = test.output.lines.filter { $0.contains(#""fix":"#) }
    #expect(truth.count == 120 && said.count < 120)
    #expect(!test.file.text.contains("errors") && !test.file.text.contains("loss"))
    #expect(truth.allSatisfy { $0.contains(#""source":{"kind":"simulated","name":"sim:tunnel"}"#) })
  }

  @Test func theTruthEndsWithTheRun() async {
    let counted = await simulate("simulate walk --count 10 --rate max --json --truth t.csv")
    let instants = { (rows: [Substring]) in rows.dropFirst().map { $0.prefix { $0 != "," } } }
    let said = counted.output.lines.filter { $0.contains(#""class":"TPV""#) }
      .compactMap { $0.firstMatch(of: /"time":"([^"]*)"/)?.1 }
    #expect(said.count == 10)
    // Some instants more may be read before the last location is printed.
    let truth = instants(counted.file.rows)
    #expect(truth.starts(with: said) && truth.count < 100, "\(counted.file.text)")
    let paced = await simulate("simulate walk --for 1s --hz 5 --rate 50 --json --truth t.csv")
    #expect(paced.file.rows.count == 6)
  }

  /// Each round is the same, so the times of a second one would say nothing new.
  @Test func theTruthOfALoopIsThatOfOneRound() async {
    let test = await simulate("simulate tunnel --loop --for 185s --rate max --json --truth t.csv")
    let times = test.file.rows.dropFirst().compactMap { $0.split(separator: ",").first }
    #expect(times.count > 100 && Set(times).count == times.count)
  }

  @Test func theFormatSaysOnceWhatItLeftOut() async {
    let test = await simulate("simulate walk --for 5s --rate max --json --truth t.geojson")
    #expect(test.file.isCommitted && test.file.text.contains("coordTimes"))
    #expect(test.errors.lines.filter { $0.hasPrefix("locate: t.geojson: left out: ") }.count == 1)
  }

  @Test func aFileThatCannotBeWrittenIsAFailure() async throws {
    let test = TestEnvironment(sources: CommandSources(commandName: "locate") { _ in })
    var environment = test.environment
    let file = MemorySink(failure: (0, .failed(name: "t.csv", reason: "no space left")))
    environment.createFile = { _ throws(OutputError) in file }
    let line = "simulate walk --for 5s --rate max --json --truth t.csv"
    let code = await LocateCommand.run(
      arguments: line.split(separator: " ").map(String.init), in: environment)
    #expect(code == 74)
    #expect(test.errors.text.contains("t.csv: cannot be written: no space left"))
    #expect(!file.isCommitted)
  }

  @Test func anInterruptedRunKeepsItsTruth() async {
    let test = TestEnvironment(sources: CommandSources(commandName: "locate") { _ in })
    let output = InterruptingSink(test.interrupts)
    var environment = test.environment
    environment.terminal = Terminal(
      output: output, errorOutput: test.errors, encoding: .unicode)
    let line = "simulate drive --loop --rate max --json --truth t.csv"
    let code = await LocateCommand.run(
      arguments: line.split(separator: " ").map(String.init), in: environment)
    #expect(code == 130)
    #expect(test.file.isCommitted && test.file.rows.count > 1)
  }

  /// A sink whose first bytes end the command.
  private struct InterruptingSink: OutputSink {
    let interrupts: InterruptsMock

    init(_ interrupts: InterruptsMock) { self.interrupts = interrupts }

    func write(_ bytes: UnsafeRawBufferPointer) { interrupts.interrupt() }
  }

  @Test(arguments: [
    ("simulate walk --truth t.foo", "its extension names no format"),
    ("simulate walk --truth -", "its extension names no format"),
    ("simulate --list --truth t.gpx", "--truth is for a run"),
    ("track compare a", "Missing expected argument"),
    ("track compare - -", "only once"),
    ("track compare a gpsd://localhost", "not a recording"),
    ("track compare a b --json --plot -", "both write to standard output"),
  ])
  func mistakesAreUsageErrors(line: String, message: String) async {
    #expect(await test.run(line.split(separator: " ").map(String.init)) == 64)
    #expect(test.errors.text.contains(message), "\(test.errors.text)")
  }

  /// The whole way of a user: the receiver's report and the truth in two files, and the comparison.
  @Test func theErrorsOfASimulationAreAsStated() async throws {
    let simulated = await simulate(
      "simulate walk --for 200s --rate max --format updates --truth t.updates")
    #expect(try await compare(simulated.output.text, simulated.file.text, "--json") == 0)
    let text = test.output.text
    #expect(text.contains(#""points":200,"referencePoints":200"#), "\(text)")
    #expect(text.contains(#""matched":200,"missing":0,"extra":0"#), "\(text)")
    for name in ["withinStated", "withinStatedVertical", "speed", "course", "shift"] {
      #expect(text.contains("\"\(name)\":"), "\(name)")
    }
  }
}

extension MemorySink {
  /// The lines of CSV, which end with CR LF.
  fileprivate var rows: [Substring] { text.split(whereSeparator: \.isNewline) }
}
