import Foundation
import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate places`, with its file in a directory of each test.
@Suite(.inTurn) struct PlacesCommandTests: PlacesCommandSuite {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  // MARK: add, list, show

  @Test func aPlaceIsAddedAroundThePresentLocation() async throws {
    let line = "Home  48.1173000° N  11.5167000° E  circle, 100 m\n"
    let added = try await places("add", "Home", "--here")
    #expect(added.code == 0 && added.output == line && added.errors == "")
    #expect(try await places().output == line)
    #expect(try await places("list", "--json").output.contains(#""name":"Home","radius":100"#))
  }

  @Test func aPlaceIsAddedAtAPosition() async throws {
    let added = try await places(
      "add", "Bondi", "--at", "-33.891,151.277", "--radius", "1km", "--tag", "sea", "--tag", "far",
      "--note", "Surf", "--dwell", "10min", "--private")
    #expect(
      added.output == "Bondi  33.8910000° S  151.2770000° E  circle, 1000 m  sea, far  (private)\n")
    #expect(try await places("list").output == added.output)
    #expect(try await places("edit", "Bondi", "--radius", "1km").output == added.output)
    let shown = try await places("show", "bondi")
    #expect(shown.output.hasPrefix("Name      Bondi\nId        "))
    #expect(
      shown.output.hasSuffix(
        """
        Position  33.8910000° S  151.2770000° E
        Area      circle, 1000 m
        Tags      sea, far
        Note      Surf
        Monitor   entering, leaving, a stay of 600 s
        Private   yes
        Hidden    33.8928223° S  151.2707520° E, everything up to 2587 m

        """))
  }

  @Test func aPolygonOfAFileBecomesAnArea() async {
    let polygon = #"{"type":"Polygon","coordinates":[[[11,48],[11.1,48],[11.1,48.1],[11,48]]]}"#
    let added = await places(reading: polygon, "add", "Lake", "--area", "lake.geojson")
    #expect(added.code == 0)
    #expect(added.output.hasSuffix("polygon of 3 corners\n"))
    let circle = await places(
      reading: polygon, "add", "Pond", "--area", "lake.geojson", "--radius", "5m")
    #expect(circle.code == 64)
    #expect(circle.errors == "locate: a polygon has no radius\n")
  }

  @Test func aTrackBecomesACorridor() async {
    let added = await places(
      reading: Logs.drive, "add", "Way", "--area", "drive.nmea", "--radius", "10m")
    #expect(added.code == 0)
    #expect(added.output.hasSuffix("corridor of 2 points, 10 m\n"))
  }

  @Test func aSimulatedLocationIsCalledSo() async throws {
    let fix = LocationUpdate.fix(try .bare(source: FixSource(kind: .simulated, name: "sim:walk")))
    let test = TestEnvironment(LocationProviderMock(script: [.update(fix)]))
    let added = await run(test, ["places", "add", "Home", "--here"])
    #expect(added.code == 0)
    #expect(added.errors == "locate: simulated: not a real location\n")
  }

  @Test func aCoarseLocationIsReported() async throws {
    let fix = LocationUpdate.fix(try .bare(source: .live).accurate(to: 2_000))
    let test = TestEnvironment(LocationProviderMock(script: [.update(fix)]))
    let added = await run(test, ["places", "add", "Home", "--here"])
    #expect(added.errors == "locate: the location is only accurate to ± 2000 m\n")
  }

  @Test func onlyPlacesWithATagAreListed() async throws {
    _ = try await places("add", "A", "--at", "1,2", "--tag", "x", "--tag", "y")
    _ = try await places("add", "B", "--at", "1,2", "--tag", "x")
    #expect(try await places("list", "--tag", "x", "--tag", "y").output.hasPrefix("A  "))
    #expect(try await places("list", "--tag", "z").output == "")
  }

  // MARK: edit, delete

  @Test func editChangesOnlyWhatItIsTold() async throws {
    let added = try await places("add", "Home", "--at", "1,2", "--tag", "x", "--json").output
    let edited = try await places("edit", "Home", "--radius", "50m", "--json").output
    #expect(edited == added.replacing(#""radius":100"#, with: #""radius":50"#))
    let renamed = try await places("edit", "Home", "--name", "Office", "--no-tags")
    #expect(renamed.output == "Office  1.0000000° N  2.0000000° E  circle, 50 m\n")
    #expect(try await places("show", "Home").code == 66)
  }

  @Test func placesAreDeletedTogetherOrNotAtAll() async throws {
    for name in ["A", "B", "C"] { _ = try await places("add", name, "--at", "1,2") }
    let failed = try await places("delete", "A", "D")
    #expect(failed.code == 66 && failed.output == "")
    #expect(
      failed.errors == "locate: D: there is no place with this name; 'places list' shows all\n")
    #expect(try await places("delete", "A", "C", "a").output.split(separator: "\n").count == 2)
    #expect(try await places().output.hasPrefix("B  "))
  }

  // MARK: near

  @Test func nearSaysWhereYouAre() async throws {
    _ = try await places("add", "Town", "--at", "48.2,11.5167", "--radius", "1km")
    _ = try await places("add", "Home", "--here")
    _ = try await places("add", "Pier", "--at", "48.1200,11.5167")
    let near = try await places("near")
    #expect(near.code == 0)
    #expect(near.output == "You are at Home.\nHome  inside\nPier  200 m\nTown  8.2 km\n")
    let nearest = try await places("near", "--at", "48.12,11.5167", "--count", "1", "--json")
    #expect(nearest.output.contains(#""name":"Pier","radius":100,"distance":-100"#))
    #expect(
      try await places("near", "--at", "0,0", "--within", "5km").output == "You are at no place.\n")
  }

  // MARK: Failures

  @Test func aSecondPlaceOfANameIsRefused() async throws {
    _ = try await places("add", "Home", "--here")
    let added = try await places("add", "HOME", "--here")
    #expect(added.code == 73 && added.output == "")
    #expect(added.errors == "locate: HOME: there is another place with this name\n")
  }

  @Test func aDamagedFileIsNeverOverwritten() async throws {
    try FileManager.default.createDirectory(
      atPath: directory.path("locate"), withIntermediateDirectories: true)
    _ = try directory.file("locate/places.geojson", "damaged")
    let added = try await places("add", "Home", "--here")
    #expect(added.code == 65)
    #expect(added.errors.contains("nothing was changed"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "damaged")
  }

  @Test func withoutAFolderItIsAConfigurationError() async {
    let test = TestEnvironment(LocationProviderMock())
    #expect(await test.run("places") == 78)
    #expect(
      test.errors.text == """
        locate: there is no folder for locate/places.geojson: set HOME or XDG_DATA_HOME to an \
        absolute path

        """)
  }

  @Test(
    arguments: [
      (["add", "Home"], "--at LAT,LON"), (["add", "Home", "--here", "--at", "1,2"], "one of them"),
      (["add", "Home", "--at", "91,0"], "e.g. 48.137,11.575"),
      (["add", " ", "--at", "1,2"], "a name"),
      (["add", "A", "--at", "1,2", "--radius", "0m"], "1...5000000 m"),
      (["export", "--format", "xml"], "owntracks"),
      (["export", "--json", "--format", "gpx"], "two things"),
      (["import", "tcp://a:1"], "not a file"), (["add", "A", "--area", "tcp://a:1"], "not a file"),
    ] as [([String], String)])
  func wrongUsageIs64(arguments: [String], hint: String) async throws {
    let test = TestEnvironment(LocationProviderMock())
    let run = await run(test, ["places"] + arguments)
    #expect(run.code == 64 && run.output == "")
    #expect(run.errors.contains(hint), "\(run.errors)")
  }
}
