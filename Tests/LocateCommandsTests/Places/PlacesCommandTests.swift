import Foundation
import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate places`, with its file in a directory of each test.
@Suite(.inTurn) struct PlacesCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What a command line printed, and its exit code.
  private struct Run {
    let code: Int32
    let output: String
    let errors: String
  }

  /// The places of the file.
  private var file: String { directory.path("locate/places.geojson") }

  /// Runs `locate places` at 48.1173, 11.5167.
  private func places(_ arguments: String...) async throws -> Run {
    let fix = LocationUpdate.fix(try .bare(source: .live))
    return await run(
      TestEnvironment(LocationProviderMock(script: [.update(fix)])), ["places"] + arguments)
  }

  /// Runs `locate places`, which reads `text` from the file that it is told to read.
  private func places(reading text: String, _ arguments: String...) async -> Run {
    await run(TestEnvironment(log: text), ["places"] + arguments)
  }

  private func run(_ environment: TestEnvironment, _ arguments: [String]) async -> Run {
    var environment = environment
    environment.variables["XDG_DATA_HOME"] = directory.url.path
    let code = await environment.run(arguments)
    return Run(code: code, output: environment.output.text, errors: environment.errors.text)
  }

  // MARK: import

  @Test func repeatedNamesOfAFileGetNumbers() async throws {
    let text = """
      name,latitude,longitude
      Hut,1,2
      Hut,3,4
      hut,5,6
      Hut 2,7,8
      Hut,1,2
      """
    let run = await places(reading: text, "import", "huts.csv")
    #expect(run.code == 0)
    let names = run.output.split(separator: "\n").map {
      $0.prefix { !$0.isWhitespace || $0 == " " }
    }
    #expect(names.count == 4)
    #expect(try await places("list", "--json").output.contains(#""name":"Hut 2""#))
    #expect(
      run.errors == """
        locate: huts.csv: 1 place left out, because the file has the same before
        locate: huts.csv: 3 places renamed, because the name was there before: Hut 2, hut 3, Hut 2 2

        """)
  }

  @Test func aNewNameIsNotThatOfAKnownPlace() async throws {
    _ = try await places("add", "Hut 2", "--at", "9,9")
    let text = "name,latitude,longitude\nHut,1,2\nHut,3,4\n"
    let run = await places(reading: text, "import", "huts.csv")
    #expect(run.code == 0)
    #expect(run.errors.hasSuffix(": Hut 3\n"))
  }

  @Test func aPrivatePlaceStaysPrivateIfAFileWithoutPrivacyReplacesIt() async throws {
    _ = try await places("add", "Home", "--at", "9,9", "--private")
    let text = "name,latitude,longitude\nHome,9,9.0001\n"
    let run = await places(reading: text, "import", "home.csv", "--replace", "--json")
    #expect(run.output.contains(#""private":true"#), "\(run.output)")
  }

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

  // MARK: import, export

  @Test(arguments: ["geojson", "csv", "owntracks", "gpx", "kml"])
  func exportedPlacesAreImportedAgain(format: String) async throws {
    _ = try await places("add", "Home & <garden>", "--at", "48.1,11.5", "--radius", "70m")
    _ = try await places("add", "Pier", "--at", "-0.00001,2")
    let list = try await places().output
    let text = try await places("export", "--format", format).output
    // GPX forbids exponents.
    if format == "gpx" { #expect(text.contains(#"lat="-0.00001""#)) }
    try FileManager.default.removeItem(atPath: file)
    let imported = await places(reading: text, "import", "file", "--radius", "70m")
    #expect(imported.code == 0)
    // Waypoints of GPX have no radius.
    #expect(
      imported.output == (format == "gpx" ? list.replacing("100 m", with: "70 m") : list))
    #expect(try await places().output == imported.output)
  }

  @Test func kmlKeepsEverythingOfAPlace() async throws {
    let polygon = """
      {"type":"Polygon","coordinates":[[[11,48],[11.1,48],[11.1,48.1],[11,48]],
      [[11.05,48.01],[11.06,48.01],[11.06,48.02],[11.05,48.01]]]}
      """
    _ = await places(reading: polygon, "add", "Lake", "--area", "a", "--tag", "a", "--tag", "b & c")
    _ = await places(
      reading: Logs.drive, "add", "Way", "--area", "a", "--radius", "10m", "--private")
    _ = try await places("add", "Home", "--at", "1,2", "--note", "two\nlines")
    let list = try await places("list", "--json").output
    let text = try await places("export", "--format", "kml").output
    try FileManager.default.removeItem(atPath: file)
    #expect(await places(reading: text, "import", "a.kml").code == 0)
    let imported = try await places("list", "--json").output
    #expect(withoutIDs(imported) == withoutIDs(list))
    #expect(imported.split(separator: "\n").count == 3)
  }

  /// GeoJSON Features without their ids.
  private func withoutIDs(_ text: String) -> String { text.replacing(/"id":"[^"]*",/, with: "") }

  /// A home whose position was corrected, over the border of two cells of the grid.
  @Test(arguments: ["geojson", "csv", "kml"])
  func aSecondMachineHidesAPlaceInTheSameZone(format: String) async throws {
    func hidden() async throws -> String {
      let shown = try await places("show", "Home").output
      return shown.split(separator: "\n").last { $0.hasPrefix("Hidden") }.map(String.init) ?? ""
    }
    _ = try await places("add", "Home", "--at", "48.1034,11.5", "--radius", "300m", "--private")
    let zone = try await hidden()
    _ = try await places("edit", "Home", "--at", "48.1038,11.5", "--radius", "300m")
    #expect(try await hidden() == zone)
    _ = try await places("edit", "Home", "--no-private")
    _ = try await places("edit", "Home", "--private")
    #expect(try await hidden() != zone)

    _ = try await places("edit", "Home", "--at", "48.1034,11.5", "--radius", "300m", "--no-private")
    _ = try await places("edit", "Home", "--private")
    _ = try await places("edit", "Home", "--at", "48.1038,11.5", "--radius", "300m")
    let text = try await places("export", "--format", format).output
    try FileManager.default.removeItem(atPath: file)
    #expect(await places(reading: text, "import", "file").code == 0)
    #expect(try await hidden() == zone)
    // A table of another program has no zones.
    let table = "name,latitude,longitude,radius,private\nHome,48.1039,11.5,300,true\n"
    #expect(await places(reading: table, "import", "file", "--replace").code == 0)
    #expect(try await hidden() == zone)
  }

  @Test(arguments: [("gpx", true), ("owntracks", true), ("csv", false), ("kml", false)])
  func whatAFormatDoesNotSayAboutAPrivatePlaceIsSaid(format: String, isSaid: Bool) async throws {
    _ = try await places("add", "Home", "--at", "1,2", "--private")
    _ = try await places("add", "Pier", "--at", "3,4")
    let exported = try await places("export", "--format", format)
    #expect(exported.code == 0)
    #expect(exported.errors == (isSaid ? "locate: left out: that 1 place is private\n" : ""))
  }

  @Test func aWaypointKeepsItsNote() async throws {
    _ = try await places("add", "Home", "--at", "1,2", "--note", "two\n<lines>")
    let text = try await places("export", "--format", "gpx").output
    try FileManager.default.removeItem(atPath: file)
    #expect(await places(reading: text, "import", "a.gpx").code == 0)
    #expect(
      try await places("show", "Home").output.contains("Note      two\nNote      <lines>\n"))
  }

  @Test func placemarksThatAreNoPlacesAreLeftOut() async {
    let kml = """
      <kml><Placemark><Point><coordinates>2,1</coordinates></Point></Placemark>
      <Placemark><name>Model</name></Placemark>
      <Placemark><name>Pier</name><Point><coordinates>4,3,10</coordinates></Point></Placemark></kml>
      """
    let imported = await places(reading: kml, "import", "a.kml")
    #expect(imported.output == "Pier  3.0000000° N  4.0000000° E  circle, 100 m\n")
    #expect(
      imported.errors
        == "locate: file:a.kml: placemarks without a name or with no single shape are left out: 2\n"
    )
  }

  @Test func aPlaceOfTheSameNameIsReplacedOnlyOnRequest() async throws {
    let id = try await places("add", "Home", "--at", "1,2", "--json").output
      .split(separator: #""id":""#).last?.prefix(16)
    let table = "name,lat,lon,radius\nhome,3,4,50\nNew,5,6,50\n"
    let refused = await places(reading: table, "import", "a.csv")
    #expect(refused.code == 73)
    #expect(refused.errors == "locate: home: there is another place with this name\n")
    #expect(try await places().output.split(separator: "\n").count == 1)
    #expect(await places(reading: table, "import", "a.csv", "--replace").code == 0)
    let replaced = try await places("show", "home", "--json").output
    #expect(replaced.contains(try #require(id.map(String.init))))
    #expect(replaced.contains(#""coordinates":[4,3]"#))
  }

  @Test func waypointsWithoutANameAreLeftOut() async {
    let gpx = """
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2"/>
      <wpt lat="3" lon="4"><name>Two
      words</name></wpt></gpx>
      """
    let imported = await places(reading: gpx, "import", "a.gpx")
    #expect(imported.output == "Two words  3.0000000° N  4.0000000° E  circle, 100 m\n")
    #expect(imported.errors == "locate: file:a.gpx: waypoints without a name are left out: 1\n")
  }

  @Test(
    arguments: [
      ("", "the table is empty"), ("{", "line 1"), ("<gpx/>", "no place with a name"),
      (
        "<gpx><wpt lat='1' lon='2'><name>\(String(repeating: "a", count: 201))</name></wpt></gpx>",
        "a name has at most 200 bytes"
      ),
      ("name,lat,lon\nA,91,0\n", "line 2"), ("<kml/>", "no place with a name"),
      (
        "<kml><Placemark><name>A</name><Point><coordinates>0,91</coordinates></Point></Placemark></kml>",
        "line 1: Point: expected longitude,latitude"
      ), (#"{"type":"Feature"}"#, "no OwnTracks waypoints"),
    ])
  func aFileWithoutPlacesIsBadData(text: String, hint: String) async {
    let imported = await places(reading: text, "import", "a")
    #expect(imported.code == 65 && imported.output == "")
    #expect(imported.errors.contains(hint), "\(imported.errors)")
  }

  @Test func aCorridorCannotBeAWaypoint() async throws {
    _ = await places(reading: Logs.drive, "add", "Way", "--area", "a", "--radius", "10m")
    for format in ["gpx", "csv", "owntracks"] {
      let exported = try await places("export", "--format", format)
      #expect(exported.code == 64 && exported.output == "")
      #expect(exported.errors.contains("GeoJSON"))
    }
  }

  @Test func theExtensionOfTheOutputChoosesTheFormat() async throws {
    _ = try await places("add", "Home", "--at", "1,2")
    var test = TestEnvironment(LocationProviderMock())
    test.variables["XDG_DATA_HOME"] = directory.url.path
    #expect(await test.run("places", "export", "-o", "a.csv") == 0)
    #expect(test.file.text.hasPrefix("name,latitude,longitude"))
    #expect(test.file.isCommitted && test.output.text == "")
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
