import Foundation
import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The last location that a command kept, and the source `last:`.
@Suite(.inTurn) struct LastLocationTests {
  private let folder: TemporaryDirectory
  private let store: LastFixStore

  init() throws {
    folder = try TemporaryDirectory()
    store = LastFixStore(path: folder.path("locate/last.json"))
  }

  /// A fix of 2025-01-01 00:00:00, when it was also received.
  private func fix(_ latitude: Double = 48) throws -> Fix {
    var fix = try SeveralSources.fix("tcp://localhost:1", latitude: latitude)
    fix.timestamp = fix.receivedAt
    return fix
  }

  private func test(
    _ updates: [LocationUpdate], store: LastFixStore? = nil
  ) -> TestEnvironment {
    let provider = LocationProviderMock(script: updates.map { .update($0) } + [.end])
    return TestEnvironment(
      sources: SeveralSources(
        providers: ["tcp://localhost:1": provider], store: store ?? self.store))
  }

  @Test(arguments: ["once", "watch"])
  func aLocationIsKeptAndToldWithItsAge(command: String) async throws {
    let test = test([.fix(try fix())])
    #expect(await test.run(command, "--source", "tcp://localhost:1") == 0)
    test.clock.advance(by: .seconds(3 * 3600))
    #expect(await test.run("--source", "last:") == 0)
    let lines = test.output.lines
    #expect(lines.contains("Time       2025-01-01 00:00:00 UTC, 3 h old"))
    #expect(lines.contains("Source     last:tcp://localhost:1"))
    #expect(lines.contains("Caution    the last known location, not the current one"))
    #expect(test.errors.text == "")
  }

  @Test func programsSeeThatItIsTheLastLocation() async throws {
    try store.store(fix())
    let test = test([])
    #expect(await test.run("--source", "last:", "--json") == 0)
    #expect(
      test.output.lines == [
        #"{"class":"TPV","device":"last:tcp://localhost:1","mode":2,"time":"2025-01-01T00:00:00.000Z","#
          + #""lat":48.000000000,"lon":11.000000000}"#
      ])
    #expect(await test.run("--source", "last:", "--format", "{kind} {age}") == 0)
    #expect(test.output.lines.last == "remembered 0")
  }

  @Test func anOldLocationIsRefusedByMaxAge() async throws {
    try store.store(fix())
    let test = test([])
    test.clock.advance(by: .seconds(60))
    async let code = test.run("--source", "last:", "--max-age", "30s", "--timeout", "1s")
    await test.clock.waitForSleepers()
    test.clock.advance(by: .seconds(1))
    #expect(await code == 75)
  }

  @Test func noRememberKeepsNothing() async throws {
    let test = test([.fix(try fix())])
    for command in ["once", "watch"] {
      #expect(await test.run(command, "--no-remember", "--source", "tcp://localhost:1") == 0)
    }
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  @Test func aWatchKeepsTheFirstAndTheLastLocation() async throws {
    let test = test([.fix(try fix(1)), .fix(try fix(2)), .fix(try fix(3))])
    #expect(await test.run("watch", "--source", "tcp://localhost:1") == 0)
    #expect(try store.lastFix().coordinate.latitude == 3)
  }

  @Test func aSimulatedOrReplayedLocationIsNotKept() async throws {
    var simulated = try fix()
    simulated.source.kind = .simulated
    var replayed = try fix()
    replayed.source.kind = .replayed
    let test = test([.fix(simulated), .fix(replayed)])
    #expect(await test.run("watch", "--source", "tcp://localhost:1") == 0)
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  @Test func aFailureToKeepItIsToldOnlyByVerbose() async throws {
    let test = test([.fix(try fix())], store: LastFixStore(path: "/dev/null/last.json"))
    #expect(await test.run("--source", "tcp://localhost:1") == 0)
    #expect(test.errors.text == "")
    #expect(await test.run("-v", "--source", "tcp://localhost:1") == 0)
    #expect(
      test.errors.text.contains("locate: the location could not be kept for last:: /dev/null/last"))
  }

  @Test func withoutALocationTheErrorSaysHowToGetOne() async {
    let test = test([])
    #expect(await test.run("--source", "last:") == 66)
    #expect(
      test.errors.text
        == "locate: last:: no location was stored yet; 'once' and 'watch' store the locations of "
        + "this machine\n")
  }

  @Test func aDamagedFileIsAnErrorThatNamesIt() async throws {
    try store.store(fix())
    try "{".write(toFile: store.path, atomically: false, encoding: .utf8)
    let test = test([])
    #expect(await test.run("--source", "last:") == 65)
    #expect(
      test.errors.text
        == "locate: last:: \(store.path) is damaged, so it is not used; delete it\n")
  }

  @Test func theDoctorReportsTheLastLocation() async throws {
    let test = test([])
    #expect(await test.run("doctor", "--source", "last:") == 66)
    try store.store(fix())
    #expect(await test.run("doctor", "--source", "last:") == 0)
    #expect(
      test.output.lines.last == "✓ fix         2D, 48.0000000° N 11.0000000° E, of 2025-01-01")
  }
}

/// A place that the user names.
@Suite(.inTurn) struct FixedPlaceTests {
  @Test func onceWritesAPlace() async {
    let test = WireEnvironment()
    #expect(await test.run("--source", "at:48.137,11.575", "--format", "geo") == 0)
    #expect(test.output.lines == ["geo:48.137,11.575"])
  }

  @Test func textSaysThatItIsSurveyed() async {
    let test = WireEnvironment()
    #expect(await test.run("at:48.137,11.575,520") == 0)
    #expect(test.output.lines.contains("Fix        3D, surveyed"))
    #expect(await test.run("doctor", "at:48.137,11.575") == 0)
  }

  @Test(arguments: ["at:", "at:48", "at:91,0", "at:48.1,11.5,high", "at:1,2,3,4", "last:x"])
  func anImpossiblePlaceIsRefused(source: String) async {
    let test = WireEnvironment()
    #expect(await test.run("--source", source) == 64)
    #expect(test.errors.lines.count == 1)
  }
}
