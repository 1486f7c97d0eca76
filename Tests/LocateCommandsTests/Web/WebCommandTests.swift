import Foundation
import LocationCore
import LocationPlaces
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct WebCommandTests {
  /// Runs `locate web` with a server that only notes its job.
  private func run(
    _ arguments: [String], _ test: TestEnvironment = TestEnvironment(LocationProviderMock()),
    serve: @escaping @Sendable (WebJob) async throws -> Void = { _ in }
  ) async -> (code: Int32, job: WebJob?) {
    let jobs = Mutex<WebJob?>(nil)
    var environment = test.environment
    environment.servePage = { job in
      jobs.withLock { $0 = job }
      try await serve(job)
    }
    let code = await LocateCommand.run(arguments: ["web"] + arguments, in: environment)
    return (code, jobs.withLock { $0 })
  }

  @Test func aMissingProgramIsAnErrorThatSaysHowToGetIt() async {
    let test = TestEnvironment(LocationProviderMock())
    #expect(await test.run("web") == 69)
    #expect(test.errors.text.contains("locate-web beside this one"))
    #expect(test.errors.text.contains("make install"))
  }

  @Test func thePageIsOnThisMachineOnlyUnlessTheUserWantsOtherwise() async throws {
    let standard = try #require(await run([]).job)
    #expect(standard.host == "127.0.0.1" && standard.port == 8080 && standard.token == nil)
    let other = try #require(await run(["--listen", "0.0.0.0:0"]).job)
    #expect(other.host == "0.0.0.0" && other.port == 0)
    let six = try #require(await run(["--listen", "[::1]:81"]).job)
    #expect(six.host == "::1" && six.port == 81)
    #expect(await run(["--listen", "localhost:no"]).code == 64)
    #expect(await run(["--listen", "8080"]).code == 64)
  }

  /// At home, 100 m around it, and far away.
  @Test(
    arguments: [
      ([], false), (["--listen", "0.0.0.0:0"], true),
      (["--public-url", "https://gps.example.org/"], true),
      (["--listen", "0.0.0.0:0", "--show-private"], false),
    ] as [([String], Bool)])
  func thePageForOthersHidesPrivatePlaces(options: [String], hides: Bool) async throws {
    let folder = try TemporaryDirectory()
    let home = try Coordinate(latitude: 48, longitude: 11)
    try await GeoJSONPlaceStore(path: folder.path("locate/places.geojson")).add([
      Place(id: "1", name: "Home", region: .circle(around: home, radius: 100), isPrivate: true),
      Place(id: "2", name: "Café", region: .circle(around: home, radius: 50)),
      Place(
        id: "3", name: "Work",
        region: .circle(around: Coordinate(latitude: 49, longitude: 11), radius: 50)),
    ])
    var test = TestEnvironment(LocationProviderMock())
    test.variables["XDG_DATA_HOME"] = folder.url.path
    let job = try #require(await run(options, test).job)
    #expect(job.places.map(\.name) == (hides ? ["Work"] : ["Home", "Café", "Work"]))
    let gate = job.gate()
    let passed = [0.0, 100, 5_000, 0].map { distance in
      gate(.fix(Fix(coordinate: home.destination(bearing: 0, distance: distance), source: .live)))
        != nil
    }
    #expect(passed == (hides ? [false, false, true, false] : [true, true, true, true]))
    #expect(test.errors.text.contains("private: Home (") == hides)
  }

  @Test(arguments: [
    ("https://gps.example.org/boat/", "https://gps.example.org/boat/"),
    ("HTTPS://GPS.example.org:443/boat", "https://gps.example.org/boat/"),
    ("http://[::1]:8080", "http://[::1]:8080/"),
  ])
  func thePageMayBeAtAProxy(url: String, address: String) async throws {
    let job = try #require(await run(["--public-url", url]).job)
    #expect(job.publicURL?.description == address)
    #expect(await run([]).job?.publicURL == nil)
  }

  @Test(arguments: [
    "gps.example.org", "ftp://gps.example.org/", "https:///", "https://a b/", "https://jane@h/",
    "https://h/?q=1", "https://h/#a", "https://h:0/",
  ])
  func aPublicAddressWithAMistakeIsRefused(url: String) async {
    let test = TestEnvironment(LocationProviderMock())
    #expect(await run(["--public-url", url], test).code == 64)
    #expect(test.errors.text.contains("--public-url"))
  }

  @Test func theAddressesOfThePageArePrinted() async {
    let test = TestEnvironment(LocationProviderMock())
    let code = await run([], test) { job in job.isReady(["http://127.0.0.1:8080/"]) }.code
    #expect(code == 0)
    #expect(test.errors.text == "serving http://127.0.0.1:8080/\n")
    #expect(test.output.text == "")
  }

  @Test func aTokenComesFromAFile() async throws {
    let folder = try TemporaryDirectory()
    let good = try folder.file("good", "0123456789abcdef\n")
    for (mode, warning) in [(mode_t(0o600), ""), (0o644, "locate: \(good): every user may read")] {
      chmod(good, mode)
      let test = TestEnvironment(LocationProviderMock())
      #expect(await run(["--token-file", good], test).job?.token == "0123456789abcdef")
      #expect(test.errors.text.hasPrefix(warning) && test.errors.text.isEmpty == warning.isEmpty)
    }
    #expect(await run(["--token-file", try folder.file("short", "short")]).code == 65)
    #expect(await run(["--token-file", folder.path("missing")]).code == 66)
  }

  @Test func tilesNeedTheirAttribution() async throws {
    let url = "https://tile.example.org/{z}/{x}/{y}.png"
    let job = try #require(await run(["--tiles", url, "--attribution", "© Example"]).job)
    guard case .server(let server) = job.tiles else {
      Issue.record("the tiles are \(String(describing: job.tiles))")
      return
    }
    #expect(server == TileServer(url: url, attribution: "© Example"))
    #expect(server.origin == "https://tile.example.org")
    #expect(await run(["--tiles", url]).code == 64)
    #expect(await run(["--attribution", "© Example"]).code == 64)
  }

  @Test(arguments: [nil, "© Me"])
  func anArchiveNeedsNoAttribution(attribution: String?) async throws {
    let folder = try TemporaryDirectory()
    try TestArchive.write(folder.path("map.mbtiles"), metadata: ["attribution": "© Example"])
    let options = attribution.map { ["--attribution", $0] } ?? []
    let job = try #require(await run(["--tiles", folder.path("map.mbtiles")] + options).job)
    guard case .archive(let archive, let given) = job.tiles else {
      Issue.record("the tiles are \(String(describing: job.tiles))")
      return
    }
    #expect(archive.attribution == "© Example")
    #expect(given == attribution)
  }

  @Test func aWrongArchiveIsAnErrorBeforeThePageIsServed() async throws {
    let folder = try TemporaryDirectory()
    let vectors = folder.path("vectors.mbtiles")
    try TestArchive.write(vectors, metadata: ["format": "pbf"])
    for (path, code, words) in [
      (folder.path("missing.mbtiles"), 66, "there is no such file"),
      (try folder.file("text.mbtiles", "text"), 65, "no MBTiles archive"),
      (vectors, 65, "an archive of images is needed: png, jpg or webp"),
    ] as [(String, Int32, String)] {
      let test = TestEnvironment(LocationProviderMock())
      let result = await run(["--tiles", path], test)
      #expect(result.code == code && result.job == nil)
      #expect(test.errors.text.hasPrefix("locate: \(path): "))
      #expect(test.errors.text.contains(words))
      #expect(test.errors.text.split(separator: "\n").count == 1)
    }
  }

  @Test(
    arguments: [
      "https://tile.example.org", "tile/{z}/{x}/{y}", "ftp://a.example/{z}/{x}/{y}",
      "https:///{z}/{x}/{y}", "https://{z}.a.example/{x}/{y}", "http://u:p@h/{z}/{x}/{y}",
      "http://[::1]:8080/{z}/{x}/{y}", "https://kärte.example/{z}/{x}/{y}",
      "https://a.example; script-src *//{z}/{x}/{y}", "https://a.example?{z}/{x}/{y}",
    ])
  func aTileServerThatThePageCannotUseIsRefused(url: String) async throws {
    #expect(await run(["--tiles", url, "--attribution", "a"]).code == 64)
  }

  @Test func oneRecordingInAFileIsReadAsAWhole() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.file("drive.nmea", "")
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for (arguments, isRead) in [
      ([file], true), ([file, "--rate", "max"], true), ([file, "--follow"], false), (["-"], false),
      ([pipe], false), (["--source", file, "--source", file], false), (["sim:walk"], false),
      (["gpsd://localhost"], false),
    ] {
      let job = try #require(await run(arguments).job, "\(arguments)")
      #expect((job.recording != nil) == isRead, "\(arguments)")
    }
  }

  @Test func theErrorOfTheSourceEndsTheCommand() async {
    let test = TestEnvironment(LocationProviderMock())
    let code = await run([], test) { _ in
      throw UserLocationError(.sourceUnavailable, source: "a", detail: "gone")
    }.code
    #expect(code == 69)
    #expect(test.errors.text.contains("gone"))
  }

  @Test func theProgramHasTheNameOfTheCommand() {
    #expect(WebProgram.commandName(of: "gps-locate-web") == "gps-locate")
    #expect(WebProgram.commandName(of: "locate") == "locate")
  }
}
