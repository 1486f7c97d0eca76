import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The places of other programs.
@Suite(.inTurn) struct PlaceExchangeCommandTests: PlacesCommandSuite {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

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
}
