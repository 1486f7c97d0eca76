import Foundation
import LocationCore
import LocationPlaces
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate publish` beside a private place with a radius of 100 m around 48° north, 11° east.
@Suite(.inTurn) struct PublishCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var file: String { directory.path("positions.jsonl") }

  private func lines() -> [String] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Fixes at distances in meters from the place, one a second.
  private func steps(
    _ distances: [Double], source: FixSource = .live
  ) throws -> [LocationProviderMock.Step] {
    let center = try Coordinate(latitude: 48, longitude: 11)
    return distances.enumerated().map { index, distance in
      var fix = Fix(
        coordinate: center.destination(bearing: 0, distance: distance), source: source)
      fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600 + Double(index))
      fix.errors.horizontal = 5
      return .update(.fix(fix))
    } + [.end]
  }

  private func environment(_ script: [LocationProviderMock.Step]) -> TestEnvironment {
    var test = TestEnvironment(LocationProviderMock(script: script))
    test.clock = ManualClock()
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      test.variables[name] = directory.url.path
    }
    return test
  }

  private func addPlace(_ name: String, isPrivate: Bool) async throws {
    let center = try Coordinate(latitude: 48, longitude: 11)
    try await GeoJSONPlaceStore(path: directory.path("locate/places.geojson")).add(
      Place(
        id: "id-\(name)", name: name, region: .circle(around: center, radius: 100),
        isPrivate: isPrivate))
  }

  @Test(
    arguments: [
      (["--format", "json"], "<gpx version=\"1.1\"></gpx>\n"),
      ([], "<gpx version=\"1.1\"></gpx>\n"), ([], "{\"class\":\"TPV\"}\n"), ([], "notes\n"),
      (["--format", "json"], "{\"_type\":\"location\"}\n"),
      (["--format", "{latitude}"], "<kml></kml>"), (["--format", "{latitude}"], "{\"_type\":1}"),
      (["--format", "{latitude}"], "$GPRMC,1*00\r\n"), (["--format", "at {latitude}"], "1.5\n"),
    ] as [([String], String)])
  func aFileWithOtherContentIsRefusedAndNotChanged(
    options: [String], content: String
  ) async throws {
    let path = try directory.file("other", content)
    let test = environment(try steps([300]))
    let code = await test.run(["publish", "--source", "gpsd://localhost", "--to", path] + options)
    #expect(code == 73)
    #expect(test.errors.text.contains("it has other content than lines of "))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
  }

  @Test(arguments: ["owntracks", "json", "{latitude}", "at {latitude}"])
  func theFileOfAnEarlierRunIsContinued(format: String) async throws {
    for run in 1...2 {
      let test = environment(try steps([300]))
      let arguments = ["publish", "--source", "gpsd://localhost", "--to", file, "--format", format]
      #expect(await test.run(arguments) == 0, "\(test.errors.text)")
      #expect(lines().count == run)
    }
  }

  @Test func eachLocationIsALineOfTheFile() async throws {
    let test = environment(try steps([300, 400]))
    #expect(await test.run("publish", "--source", "gpsd://localhost", "--to", file) == 0)
    #expect(lines().count == 2)
    #expect(lines().allSatisfy { $0.hasPrefix(#"{"_type":"location","lat":48.00"#) })
    #expect(test.errors.lines.count == 1)
    // The next run appends.
    #expect(
      await environment(try steps([500])).run("publish", "--to", file, "--tid", "ab") == 0)
    #expect(lines().count == 3)
  }

  @Test func aTemplateIsALineOfStandardOutput() async throws {
    let test = environment(try steps([0]))
    #expect(await test.run("publish", "--to", "-", "--format", "{latitude:.1};{longitude:.1}") == 0)
    #expect(test.output.text == "48.0;11.0\n")
  }

  @Test func aClosedPipeEndsTheCommandQuietly() async throws {
    var test = TestEnvironment(
      LocationProviderMock(script: try steps([1, 2])),
      output: MemorySink(failure: (after: 0, error: .closedPipe)))
    test.variables["XDG_DATA_HOME"] = directory.url.path
    #expect(await test.run("publish", "--to", "-") == 0)
    #expect(test.errors.lines.count == 1)
  }

  @Test func severalTargetsGetTheSame() async throws {
    let second = directory.path("second.jsonl")
    let test = environment(try steps([300]))
    #expect(await test.run("publish", "--to", file, "--to", second) == 0)
    #expect(lines().count == 1)
    #expect(try String(contentsOfFile: second, encoding: .utf8) == lines()[0] + "\n")
  }

  @Test func nothingIsPublishedInAPrivatePlace() async throws {
    try await addPlace("Home", isPrivate: true)
    let test = environment(try steps([800, 50, 0, 50, 800]))
    #expect(await test.run("publish", "--to", file, "--name-places", "--verbose") == 0)
    #expect(lines().count == 2)
    #expect(!lines().contains { $0.contains("Home") })
    #expect(test.errors.text.contains("2 locations to send; not sent: 3 in private places"))
  }

  private var placesPath: String { directory.path("locate/places.geojson") }

  @Test func theFirstLineSaysWhichPlacesAreHidden() async throws {
    var test = environment(try steps([800]))
    #expect(await test.run("publish", "--to", file) == 0)
    #expect(test.errors.lines == ["locate: no private place in \(placesPath)"])
    try await addPlace("Home", isPrivate: true)
    try await addPlace("Work", isPrivate: false)
    test = environment(try steps([800]))
    #expect(await test.run("publish", "--to", file, "--require-private") == 0)
    #expect(test.errors.lines == ["locate: private: Home (\(placesPath))"])
    test = environment(try steps([800]))
    test.variables = [:]
    #expect(await test.run("publish", "--to", "-") == 0)
    #expect(test.errors.lines.first?.contains("no private place: there is no folder") == true)
  }

  @Test func withoutAPrivatePlaceTheUserMayWantNoMessage() async throws {
    try await addPlace("Work", isPrivate: false)
    let test = environment(try steps([800]))
    #expect(await test.run("publish", "--to", file, "--require-private") == 78)
    #expect(lines() == [])
    #expect(test.errors.text.contains("--require-private: there is no private place"))
  }

  @Test func theFileOfPlacesMayBeAnother() async throws {
    let other = directory.path("other.geojson")
    let center = try Coordinate(latitude: 48, longitude: 11)
    try await GeoJSONPlaceStore(path: other).add(
      Place(
        id: "1", name: "Home", region: .circle(around: center, radius: 100), isPrivate: true))
    let test = environment(try steps([0, 800]))
    #expect(await test.run("publish", "--to", file, "--places", other) == 0)
    #expect(lines().count == 1)
    #expect(test.errors.lines == ["locate: private: Home (\(other))"])
    let missing = environment(try steps([0, 800]))
    #expect(await missing.run("publish", "--to", "-", "--places", other + "x") == 66)
    #expect(missing.output.text == "")
  }

  @Test func aPlaceIsHiddenFromTheMomentInWhichItBecomesPrivate() async throws {
    try await addPlace("Home", isPrivate: false)
    let path = placesPath
    let fixes = try steps([1, 2, 3, 4, 5, 6, 7, 8])
    let provider = ChangingProvider(fixes) { number in
      guard number == 3 else { return }
      let store = GeoJSONPlaceStore(path: path)
      var home = try #require(try await store.places().first)
      home.isPrivate = true
      try await store.update(home)
    }
    var test = TestEnvironment(provider)
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME"] { test.variables[name] = directory.url.path }
    #expect(await test.run("publish", "--to", file, "--format", "json") == 0)
    // The source may be one location ahead.
    #expect((2...3).contains(lines().count), "\(lines())")
    #expect(
      test.errors.lines == [
        "locate: no private place in \(path)", "locate: private: Home (\(path))",
      ])
  }

  @Test func placesAreReadAgainAfterEachChangeAndStayHiddenIfTheyCannotBe() async throws {
    try await addPlace("Home", isPrivate: true)
    let path = placesPath
    var file = try PlacesFile(path, in: environment([]).environment)
    #expect(file.words == "private: Home (\(path))")
    #expect(file.change() == nil)
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
    try write("{")
    let unreadable = file.change()
    let broken = try #require(unreadable)
    #expect(broken.places == nil)
    #expect(broken.words.hasSuffix("; everything is hidden until it can be read"))
    #expect(file.change() == nil)
    try write(#"{"type":"FeatureCollection","features":[]}"#)
    #expect(file.change()?.words == "no private place in \(path)")
    try await addPlace("Work", isPrivate: true)
    #expect(file.change()?.places?.map(\.name) == ["Work"])
    try FileManager.default.removeItem(atPath: path)
    let missing = file.change()
    let gone = try #require(missing)
    #expect(gone.places?.map(\.name) == ["Work"])
    #expect(gone.words == "\(path): no such file any more; its private places stay hidden")
    #expect(file.change() == nil)
    try await addPlace("Home", isPrivate: true)
    #expect(file.change()?.words == "private: Home (\(path))")
  }

  /// Otherwise the home is published.
  @Test(arguments: [["publish", "--to", "-"], ["web"]])
  func aPlaceThatCannotBeReadStopsWhatHidesPlaces(command: [String]) async throws {
    try FileManager.default.createDirectory(
      atPath: directory.path("locate"), withIntermediateDirectories: true)
    _ = try directory.file("locate/places.geojson", Self.unclearPlaces)
    let test = environment(try steps([0]))
    var environment = test.environment
    environment.servePage = { _ in }
    #expect(await LocateCommand.run(arguments: command, in: environment) == 65)
    #expect(test.output.text == "")
    #expect(test.errors.text.contains("places.geojson: line 2, feature 1: it might be a private"))
    #expect(test.errors.text.contains("repair or remove the file"))
  }

  /// The radius of a private place is no number.
  private static let unclearPlaces = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","geometry":{"type":"Point","coordinates":[11,48]},
    "properties":{"name":"Home","private":"yes","radius":"near"}}]}
    """

  @Test func aPlaceThatIsNotNamedBecauseOfAnotherIsSaidOnce() async throws {
    try await addPlace("Home", isPrivate: true)
    try await addPlace("Café", isPrivate: false)
    let test = environment(try steps([800]))
    #expect(await test.run("publish", "--to", file, "--name-places") == 0)
    #expect(
      test.errors.lines.dropFirst() == [
        "locate: not published, because they are in the zone of a private place: Café"
      ])
  }

  @Test func placesArePublishedIfTheUserWantsIt() async throws {
    try await addPlace("Work", isPrivate: false)
    let visit: [Double] = [300, 300, 300, 300, 0, 0, 0, 0, 0]
    #expect(await environment(try steps(visit)).run("publish", "--to", file, "--name-places") == 0)
    #expect(lines().first?.hasPrefix(#"{"_type":"waypoint","desc":"Work","#) == true)
    #expect(lines().contains { $0.hasPrefix(#"{"_type":"transition","event":"enter","#) })
    #expect(lines().last?.contains(#""inregions":["Work"]"#) == true)
  }

  @Test(arguments: ["sim:drive", "file:drive.nmea"])
  func aRecordingIsPublishedOnlyIfTheUserWantsIt(source: String) async throws {
    let refused = environment(try steps([300], source: .replayed))
    #expect(await refused.run("publish", source, "--to", file) == 64)
    #expect(refused.errors.text.contains("only with --simulated"))
    #expect(lines() == [])
    let allowed = environment(try steps([300], source: .replayed))
    #expect(await allowed.run("publish", source, "--to", file, "--simulated") == 0)
    #expect(lines().count == 1)
  }

  @Test func aReceiverThatSimulatesIsFoundOut() async throws {
    let simulated = FixSource(kind: .simulated, name: "gpsd://localhost")
    let test = environment(try steps([300], source: simulated))
    #expect(await test.run("publish", "--to", file) == 64)
    #expect(lines() == [])
    #expect(test.errors.text.contains("--simulated publishes them"))
  }

  @Test func undeliveredMessagesWaitForTheNextRun() async throws {
    let pipe = directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    var test = environment(try steps([300, 400]))
    test.clock = ManualClock(jumpsToDeadlines: true)
    #expect(await test.run("publish", "--to", pipe) == 69)
    #expect(
      test.errors.lines.dropFirst().first?.contains("no such device or address; 2 messages wait")
        == true || test.errors.lines.dropFirst().first?.contains("1 message waits") == true)
    #expect(
      test.errors.lines.last?.contains("0 messages delivered, 2 not delivered and kept in")
        == true)

    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(await environment(try steps([500])).run("publish", "--to", pipe) == 0)
    var text = [UInt8](repeating: 0, count: 4096)
    let count = read(reader, &text, text.count)
    let lines = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains(#""tst":1735689600,"#) == true)
  }

  @Test func aSimulatedReceiverInRealTimeDoesNotWaitForTheTarget() async throws {
    let pipe = directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    var test = environment(try steps(Array(repeating: 300, count: 1_200)))
    test.clock = ManualClock(jumpsToDeadlines: true)
    #expect(await test.run("publish", "sim:drive", "--simulated", "--to", pipe) == 69)
    #expect(test.errors.lines.last?.contains("0 messages delivered, 1200 not delivered") == true)
  }

  @Test(
    arguments: [
      ("gpsd://localhost", [], true), ("sim:drive", [], true),
      ("sim:drive", ["--rate", "1"], true),
      ("sim:drive", ["--rate", "10"], false), ("sim:drive", ["--rate", "max"], false),
      ("file:drive.nmea", [], false),
    ] as [(String, [String], Bool)])
  func aReceiverIsInRealTimeAndARecordingIsNot(
    source: String, options: [String], isInRealTime: Bool
  ) throws {
    let sources = [try SourceDescription(source)]
    #expect(try ReadingOptions.parse(options).isInRealTime(sources) == isInRealTime)
  }

  @Test func droppedMessagesAreCountedWhenTheirNumberDoublesAndAtTheEnd() {
    let test = environment([.end])
    let reporter = QueueReporter(target: "a", isVerbose: false, environment: test.environment)
    for count in 1...9 { reporter.report(.dropped(count)) }
    reporter.end()
    let counts = ["1 message", "2 messages", "4 messages", "8 messages", "9 messages"]
    #expect(
      test.errors.lines
        == counts.map { "locate: a: the queue is full or too old; \($0) dropped so far" })
  }

  @Test func countEndsTheCommand() async throws {
    let test = environment(try steps([100, 200, 300, 400, 500]))
    #expect(await test.run("publish", "--to", file, "--count", "2") == 0)
    #expect(lines().count == 2)
  }

  @Test func aSourceWithoutLocationIsAnError() async {
    #expect(await environment([.end]).run("publish", "--to", file) == 75)
  }

  @Test(arguments: [
    (["--to", "a", "--to", "a"], "names a target twice"),
    (["--to", "a", "--format", "gpx"], "the formats are owntracks, json, osmand"),
    (["--to", "http://host/a"], "--tid is missing"),
    (["--to", "a", "--source", "last:"], "needs a source that reports where it is"),
    (["--to", "a", "--discovery", "homeassistant"], "--discovery is for mqtt://"),
    (["--to", "mqtt://host/a", "--discovery", "x"], "the program is homeassistant"),
    (
      ["--to", "mqtt://host/a", "--format", "{latitude}", "--discovery", "homeassistant"],
      "--discovery is for --format owntracks and json"
    ),
    (["--to", "a", "--share", "9/8"], "a part is its number and the number of parts"),
    (["--to", "a", "--session", "x"], "--session is for one source"),
    (
      ["mqtt://host/$share/group/a/+", "--to", "a", "--share", "1/2"],
      "--share drops messages that no other consumer"
    ),
  ])
  func aMistakeIsAUsageError(arguments: [String], words: String) async {
    let test = environment([.end])
    #expect(await test.run(["publish"] + arguments) == 64)
    #expect(test.errors.text.contains(words))
  }

  @Test(arguments: [
    ("gopher://host/", "the targets are"), ("file:", "a file has a name"),
    ("mqtt://host", "it looks like mqtt://"), ("mqtt:///a", "it looks like mqtt://"),
    ("mqtt://host/a/#", "has no + and #"), ("http:///a", "it looks like http://"),
    ("mqtt://jane:secret@host/a", "a password does not belong in an argument"),
    ("https://jane:secret@host/a", "a password does not belong in an argument"),
  ])
  func aMistakeInATargetIsNamed(text: String, words: String) {
    let error = #expect(throws: InvalidOptionValue.self) { try PublishTarget(argument: text) }
    #expect(error?.description.contains(words) == true)
  }

  @Test func aTargetHasItsOwnQueueForEachFormat() throws {
    let targets = ["mqtt://h/a", "mqtt://h/b", "mqtts://h/a", "http://h/a", "https://j@h/a", "a"]
    let names = try targets.flatMap { text in
      let target = try PublishTarget(argument: text)
      return [PublishFormat.ownTracks, .json].map { target.journalName($0) }
    }
    #expect(Set(names).count == 12)
    #expect(try PublishTarget(argument: "-").journalName(.json) == nil)
  }

  @Test(arguments: ["16", "1kB", "16mb", "-1MB"])
  func aSizeNeedsAUnit(text: String) {
    #expect(throws: InvalidOptionValue.self) { try QueueSize(argument: text) }
  }
}
